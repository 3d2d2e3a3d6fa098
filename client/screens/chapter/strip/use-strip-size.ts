import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Axis } from './strip-axis.ts';
import type { StripSize } from './strip-layout.ts';

/** What of a strip's size the reader chooses. */
export type StripRoom = {
  /** The widest a vertical one becomes, so that it stays readable on a wide screen. */
  widest: number;
  /** The part of the screen that stays free at either side of a vertical one. */
  padding: number;
  /** Between two pages. */
  gap: number;
};

/**
 * The size of a strip, measured before the first paint and whenever window, zoom or screen change; `beforeResize` is called
 * while the pages have their old size.
 */
export function useStripSize(
  scroller: RefObject<HTMLElement | null>,
  axis: Axis,
  room: StripRoom,
  beforeResize: RefObject<() => void>,
): StripSize | null {
  const { widest, padding, gap } = room;
  const [size, setSize] = useState<StripSize | null>(null);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const measure = () => {
      const free = box.clientWidth - 2 * Math.round(box.clientWidth * padding);
      const across = axis === 'vertical' ? Math.min(widest, free) : box.clientHeight;
      const { devicePixelRatio } = window;
      setSize((old) =>
        old?.across === across && old.devicePixelRatio === devicePixelRatio && old.axis === axis && old.gap === gap
          ? old
          : { axis, across, gap, devicePixelRatio },
      );
    };
    measure();
    // In the same frame: otherwise the old layout would be painted once at the new size.
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
