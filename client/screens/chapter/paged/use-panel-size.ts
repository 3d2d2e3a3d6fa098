import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PanelSize } from './panel-layout.ts';

/** The size of a panel, measured before the first paint and whenever window, zoom or screen change. */
export function usePanelSize(box: RefObject<HTMLElement | null>): PanelSize | null {
  const [size, setSize] = useState<PanelSize | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      const { devicePixelRatio } = window;
      setSize((old) =>
        old?.width === width && old.height === height && old.devicePixelRatio === devicePixelRatio
          ? old
          : { width, height, devicePixelRatio },
      );
    };
    measure();
    // In the same frame, or the old layout would be painted once at the new size.
    const measureNow = () => flushSync(measure);
    const observer = new ResizeObserver(measureNow);
    observer.observe(element);
    window.addEventListener('resize', measureNow);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measureNow);
    };
  }, [box]);
  return size;
}
