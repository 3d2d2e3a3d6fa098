import { type RefObject, useCallback, useMemo } from 'react';
import type { Step, Viewer } from '../modes/viewer.ts';
import { canScroll, scrollToSlot, slotIn, tallBoxIn } from './panel-scroll.ts';
import type { Panel } from './panels.ts';

type PanelViewerParts = Pick<Viewer, 'isPlaced' | 'sources' | 'goTo'> & {
  box: RefObject<HTMLElement | null>;
  panels: readonly Panel[];
  /** How many slots precede the panels. */
  lead: number;
  left: boolean;
  update: () => void;
};

/** How keys, taps and bars move the panels. */
export function usePanelViewer({ box, panels, lead, left, isPlaced, sources, goTo, update }: PanelViewerParts): Viewer {
  const tallShown = useCallback(
    () => tallBoxIn(box.current, panels[slotIn(box.current) - lead]?.key),
    [box, panels, lead],
  );
  const step = useCallback(
    (by: Step) => {
      if (by === 'start') return scrollToSlot(box.current, lead, left);
      if (by === 'end') return scrollToSlot(box.current, lead + panels.length - 1, left);
      const tall = tallShown();
      if (tall && canScroll(tall, by)) return tall.scrollBy({ top: by * tall.clientHeight });
      scrollToSlot(box.current, Math.max(0, slotIn(box.current) + Math.sign(by)), left);
      // The next key may come before the scroll event.
      update();
    },
    [box, panels, lead, left, tallShown, update],
  );
  return useMemo<Viewer>(() => {
    const goToPercent = (_chapter: number, percent: number) => {
      const tall = tallShown();
      tall?.scrollTo({ top: (percent / 100) * (tall.scrollHeight - tall.clientHeight) });
    };
    const pan = ({ y }: { y: number }) => tallShown()?.scrollBy(0, -y);
    return { box, isPlaced, sources, goTo, goToPercent, step, pan };
  }, [box, isPlaced, sources, goTo, step, tallShown]);
}
