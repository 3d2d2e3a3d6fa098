import { type RefObject, useLayoutEffect, useRef } from 'react';
import { slideIn } from './slide.ts';

/** Tabs that a swipe changes. `screenPart` is the element that follows the finger. */
export type SwipedTabs = {
  tabs: readonly string[];
  current: string;
  open(tab: string): void;
  screenPart(): HTMLElement | null;
};

/** The part below the tabs reaches down to the bottom bar, so that a finger finds it also below a short list. */
export const BELOW_TABS = 'min-h-[calc(100dvh-14rem)]';

let inner: SwipedTabs | null = null;

/** The tabs inside the shown screen, if it has some. */
export function innerTabs(): SwipedTabs | null {
  return inner;
}

/** Lets a swipe change the tabs inside this screen. The part of the screen with the returned ref follows the finger. */
export function useInnerTabs(
  tabs: readonly string[],
  current: string,
  open: (tab: string) => void,
): RefObject<HTMLDivElement | null> {
  const part = useRef<HTMLDivElement>(null);
  // Every render has another `open`.
  useLayoutEffect(() => {
    const own = { tabs, current, open, screenPart: () => part.current };
    inner = own;
    return () => {
      if (inner === own) inner = null;
    };
  });
  useSlideIn(current, () => part.current);
  return part;
}

/** After a swipe the newly shown tab comes in from its side. */
export function useSlideIn(current: string, screenPart: () => HTMLElement | null) {
  const shown = useRef(current);
  useLayoutEffect(() => {
    if (shown.current === current) return;
    shown.current = current;
    slideIn(screenPart());
  }, [current, screenPart]);
}
