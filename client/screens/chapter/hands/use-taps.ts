import { useEffect } from 'react';
import type { Viewer } from '../modes/viewer.ts';
import { type TapZones, tapAction } from '../settings/tap-zones.ts';

/** A touch this soon after the pages last moved has stopped a fling. */
const FLING_MS = 90;
/** How much of the viewport a tap scrolls by. */
const STEP = 0.9;

type TapsParts = { viewer: Viewer; zones: TapZones; onMenu: () => void };

/** Clicks on the pages as a reader's taps; one that stops a fling, or lands on a control, does nothing else. */
export function useTaps({ viewer, zones, onMenu }: TapsParts) {
  const { shape, inverted, mirrored } = zones;
  useEffect(() => {
    const box = viewer.box.current;
    if (!box) return;
    let movedAt = Number.NEGATIVE_INFINITY;
    let stopsFling = false;
    const onScroll = () => {
      movedAt = performance.now();
    };
    const onDown = () => {
      stopsFling = performance.now() - movedAt < FLING_MS;
    };
    const onClick = ({ target, clientX, clientY }: MouseEvent) => {
      if (stopsFling || (target instanceof Element && target.closest('a, button, input'))) return;
      const { left, top, width, height } = box.getBoundingClientRect();
      const action = tapAction({ shape, inverted, mirrored }, (clientX - left) / width, (clientY - top) / height);
      if (action === 'menu') return onMenu();
      viewer.step(action === 'forward' ? STEP : -STEP);
      // The page that a tap has turned to does not move any more.
      movedAt = Number.NEGATIVE_INFINITY;
    };
    box.addEventListener('scroll', onScroll, { passive: true, capture: true });
    box.addEventListener('pointerdown', onDown, { passive: true });
    box.addEventListener('click', onClick);
    return () => {
      box.removeEventListener('scroll', onScroll, { capture: true });
      box.removeEventListener('pointerdown', onDown);
      box.removeEventListener('click', onClick);
    };
  }, [viewer, shape, inverted, mirrored, onMenu]);
}
