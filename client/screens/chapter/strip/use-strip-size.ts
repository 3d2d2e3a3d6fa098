import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Axis } from './strip-axis.ts';
import type { StripSize } from './strip-layout.ts';

/** The part of a strip's size that the reader chooses. */
export type StripRoom = {
  /** The maximum width of a vertical strip. */
  widest: number;
  /** The part of the screen that stays free at each side of a vertical strip. */
  padding: number;
  /** Between two pages. */
  gap: number;
};

/**
 * The size of a strip, which fills the window. At first it is estimated from the window, because rendering the strip twice before
 * the first paint would take long. It is measured before that paint and whenever window, zoom or screen change. `beforeResize` is
 * called while the pages have their old size.
 */
export function useStripSize(
  scroller: RefObject<HTMLElement | null>,
  axis: Axis,
  room: StripRoom,
  beforeResize: RefObject<() => void>,
): StripSize {
  const { widest, padding, gap } = room;
  const [size, setSize] = useState(() =>
    sizeIn({ clientWidth: document.documentElement.clientWidth, clientHeight: innerHeight }, axis, room),
  );
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const measure = () => {
      const now = sizeIn(box, axis, { widest, padding, gap });
      setSize((old) =>
        old.across === now.across &&
        old.devicePixelRatio === now.devicePixelRatio &&
        old.axis === axis &&
        old.gap === gap
          ? old
          : now,
      );
    };
    measure();
    // In the same frame, or the old layout would be painted once at the new size.
    const measureNow = () => {
      beforeResize.current();
      flushSync(measure);
    };
    const observer = new ResizeObserver(measureNow);
    observer.observe(box);
    window.addEventListener('resize', measureNow);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measureNow);
    };
  }, [scroller, axis, widest, padding, gap, beforeResize]);
  return size;
}

type Box = Pick<Element, 'clientWidth' | 'clientHeight'>;

function sizeIn({ clientWidth, clientHeight }: Box, axis: Axis, { widest, padding, gap }: StripRoom): StripSize {
  const free = clientWidth - 2 * Math.round(clientWidth * padding);
  const across = axis === 'vertical' ? Math.min(widest, free) : clientHeight;
  return { axis, across, gap, devicePixelRatio };
}
