import { type RefObject, useEffect, useState } from 'react';
import { watchView } from '../../../ui/watch-view.ts';

/** Whether an element has been scrolled away at the top, under a bar of this height. */
export function usePassed(element: RefObject<HTMLElement | null>, barHeight: number): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    if (!element.current) return setPassed(false);
    return watchView(
      element.current,
      ({ isIntersecting, boundingClientRect }) => setPassed(!isIntersecting && boundingClientRect.top < barHeight),
      { rootMargin: `-${barHeight}px 0px 0px` },
    );
  }, [element, barHeight]);
  return passed;
}
