import { useLayoutEffect } from 'react';
import { useNavigate } from 'react-router';
import { listenToFinger } from './listen-to-finger.ts';
import { clipPage, slideBack, slideOut } from './slide.ts';
import { innerTabs, type SwipedTabs, useSlideIn } from './swiped-tabs.ts';
import { followedBy, isSideways, tabAfterSwipe, tabBeside } from './tab-swipe.ts';

/** The system's own gesture to go back starts at the edges. */
const EDGE_PX = 24;
const VISIBLE_MAIN = 'main:not([style*="display: none"])';

type Swipe = {
  x: number;
  y: number;
  /** The tabs that this swipe changes; null until it is clear that it goes sideways. */
  tabs: SwipedTabs | null;
  /** The element that follows the finger; null if none moves. */
  part: HTMLElement | null;
  /** How far it was moved. It can return to 0, which ends no swipe. */
  by: number;
};

const visibleMain = () => document.querySelector<HTMLElement>(VISIBLE_MAIN);

/**
 * A clear sideways swipe over a listing opens the next or previous tab: one inside the screen, or at their end the next of `tabs`.
 * The screen follows the finger, and the next one comes in from its side.
 */
export function useTabSwipe(tabs: readonly string[], current: string) {
  const navigate = useNavigate();
  useSlideIn(current, visibleMain);
  // Runs before the paint. After it, a swipe that has already begun would lose its listeners.
  useLayoutEffect(() => {
    const outer = { tabs, current, open: (tab: string) => void navigate(tab), screenPart: visibleMain };
    let swipe: Swipe | null = null;
    const start = ({ touches, target }: TouchEvent) => {
      release();
      swipe = touches.length === 1 ? swipeFrom(touches[0], target) : null;
    };
    const move = ({ touches: [finger] }: TouchEvent) => {
      if (!swipe || !finger) return;
      const [dx, dy] = [finger.clientX - swipe.x, finger.clientY - swipe.y];
      const sideways = swipe.tabs !== null || isSideways(dx, dy);
      if (sideways === false) swipe = null;
      if (!swipe || !sideways) return;
      if (!swipe.tabs) begin(swipe, tabsOf(outer, dx));
      if (!swipe.tabs || !swipe.part) return;
      swipe.by = followedBy(swipe.tabs.tabs, swipe.tabs.current, dx);
      clipPage(true);
      swipe.part.style.translate = `${swipe.by}px 0`;
    };
    const end = ({ changedTouches: [to] }: TouchEvent) => {
      if (!swipe || !to) return release();
      const [dx, dy] = [to.clientX - swipe.x, to.clientY - swipe.y];
      const swiped = swipe.tabs ?? tabsOf(outer, dx);
      const tab = tabAfterSwipe(swiped.tabs, swiped.current, dx, dy);
      release(tab !== undefined);
      if (tab !== undefined) swiped.open(tab);
    };
    /** The screen goes on to the side, or back to its place. */
    const release = (isLeft = false) => {
      if (swipe?.part) {
        swipe.part.style.translate = '';
        if (isLeft) slideOut(swipe.part, swipe.by);
        else slideBack(swipe.part, swipe.by);
      }
      swipe = null;
    };
    const stop = listenToFinger(start, { touchmove: move, touchend: end, touchcancel: () => release() });
    const { style } = document.documentElement;
    // The browser pans only vertically, or it would send few of a finger's moves.
    style.touchAction = 'pan-y';
    return () => {
      release();
      stop();
      style.touchAction = '';
    };
  }, [navigate, tabs, current]);
}

/** The tabs that a swipe by `dx` changes: the inner ones while they have a tab on that side. */
function tabsOf(outer: SwipedTabs, dx: number): SwipedTabs {
  const inner = innerTabs();
  if (!inner) return outer;
  const isAtEnd = tabBeside(inner.tabs, inner.current, dx) === undefined;
  return isAtEnd && outer.tabs.length > 0 ? outer : inner;
}

function begin(swipe: Swipe, tabs: SwipedTabs) {
  swipe.tabs = tabs;
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) swipe.part = tabs.screenPart();
}

function swipeFrom(finger: Touch | undefined, target: EventTarget | null): Swipe | null {
  if (!finger || !isSwiped(target)) return null;
  if (finger.clientX < EDGE_PX || finger.clientX > innerWidth - EDGE_PX) return null;
  return { x: finger.clientX, y: finger.clientY, tabs: null, part: null, by: 0 };
}

/** Whether a swipe from this element leaves the screen: it is on the screen, and not in a row that scrolls sideways. */
function isSwiped(target: EventTarget | null): boolean {
  let box = target instanceof Element ? target : null;
  while (box && box.tagName !== 'MAIN') {
    if (box.scrollWidth > box.clientWidth && /auto|scroll/.test(getComputedStyle(box).overflowX)) return false;
    box = box.parentElement;
  }
  return box !== null;
}
