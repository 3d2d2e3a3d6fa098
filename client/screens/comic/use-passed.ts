import { type RefObject, useEffect, useState } from 'react';

/** Whether an element has been scrolled away at the top, under a bar of this height. */
export function usePassed(element: RefObject<HTMLElement | null>, barHeight: number): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    if (!element.current) return setPassed(false);
    const watcher = new IntersectionObserver(
      ([entry]) => entry && setPassed(!entry.isIntersecting && entry.boundingClientRect.top < barHeight),
      { rootMargin: `-${barHeight}px 0px 0px` },
    );
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [element, barHeight]);
  return passed;
}
