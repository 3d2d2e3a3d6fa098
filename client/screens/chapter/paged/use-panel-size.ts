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
      const bar = document.querySelector<HTMLElement>('header[data-bar]')?.offsetHeight ?? 0;
      const size = { width, height, bar, devicePixelRatio };
      setSize((old) => (JSON.stringify(old) === JSON.stringify(size) ? old : size));
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
