import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Axis } from './strip-axis.ts';
import type { StripSize } from './strip-layout.ts';

/** The widest strip, so that it stays readable on a wide screen. */
const WIDEST_PX = 800;

/** The size of a strip, measured before the first paint and whenever window, zoom or screen change. */
export function useStripSize(scroller: RefObject<HTMLElement | null>, axis: Axis): StripSize | null {
  const [size, setSize] = useState<StripSize | null>(null);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const measure = () => {
      const across = axis === 'vertical' ? Math.min(WIDEST_PX, box.clientWidth) : box.clientHeight;
      const { devicePixelRatio } = window;
      setSize((old) =>
        old?.across === across && old.devicePixelRatio === devicePixelRatio && old.axis === axis
          ? old
          : { axis, across, devicePixelRatio },
      );
    };
    measure();
    // In the same frame: otherwise the old layout would be painted once at the new size.
    const measureNow = () => flushSync(measure);
    const observer = new ResizeObserver(measureNow);
    observer.observe(box);
    window.addEventListener('resize', measureNow);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measureNow);
    };
  }, [scroller, axis]);
  return size;
}
