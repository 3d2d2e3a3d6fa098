import { useCallback, useEffect } from 'react';
import { useBars } from '../chrome/use-bars.ts';
import { toggleFullscreen } from '../input/toggle-fullscreen.ts';
import { useKeyHelp } from '../input/use-key-help.ts';
import { useKeys } from '../input/use-keys.ts';
import { useMagnifier } from '../input/use-magnifier.ts';
import { useTaps } from '../input/use-taps.ts';
import { axisOf, isPaged, type Mode } from '../modes/mode.ts';
import type { Viewer } from '../modes/viewer.ts';
import type { ReaderSettings } from '../settings/reader-settings.ts';
import type { TapZones } from '../settings/tap-zones.ts';
import type { useNeighbours } from './use-neighbours.ts';

type ReaderInputParts = {
  viewer: Viewer;
  settings: ReaderSettings;
  mode: Mode;
  /** The reading direction is to the left. */
  left: boolean;
  /** Identifies the page that is shown. */
  page: string;
  neighbours: ReturnType<typeof useNeighbours>;
};

/** Taps, keys and the magnifier of the reader, and the bars that they show. */
export function useReaderInput({ viewer, settings, mode, left, page, neighbours }: ReaderInputParts) {
  const bars = useBars({ scroller: viewer.box, axis: axisOf(mode), isPlaced: viewer.isPlaced });
  const { setShown } = bars;
  const toggleBars = useCallback(() => setShown((isShown) => !isShown), [setShown]);
  const magnifier = useMagnifier(viewer);
  const zones = zonesIn(settings, mode, left);
  useTaps({ viewer, zones, magnifier, onMenu: toggleBars });
  // In paged modes each page that is turned to is shown as a whole.
  const turned = isPaged(mode) ? page : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another page
  useEffect(() => magnifier.reset(), [turned, magnifier]);
  const keyHelp = useKeyHelp();
  useKeys({
    viewer,
    left,
    commands: {
      previous: () => neighbours.open(neighbours.previous),
      next: () => neighbours.open(neighbours.next),
      fullscreen: toggleFullscreen,
      menu: () => (magnifier.isOn() ? magnifier.reset() : toggleBars()),
      help: keyHelp.open,
    },
  });
  return { bars, zones, magnifier, keyHelp };
}

/** The chosen zones. By default pages are turned at their sides, and taps do not scroll a strip. */
function zonesIn({ tapZones, invertTaps }: ReaderSettings, mode: Mode, left: boolean): TapZones {
  const suitable = isPaged(mode) ? 'sides' : 'off';
  return { shape: tapZones === 'auto' ? suitable : tapZones, inverted: invertTaps, mirrored: left };
}
