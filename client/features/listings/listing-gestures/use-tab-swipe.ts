import { useEffect, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { listen } from '../../../../ui/listen.ts';
import { followedBy, isSideways, tabAfterSwipe } from './tab-swipe.ts';

/** The system's own gesture to go back starts at the edges. */
const EDGE_PX = 24;
const SETTLING = { duration: 200, easing: 'ease-out' };
const VISIBLE_MAIN = 'main:not([style*="display: none"])';

type Swipe = {
  x: number;
  y: number;
  main: HTMLElement;
  /** It can return to 0, which ends no swipe. */
  by: number;
  isSideways: boolean;
  isFollowed: boolean;
};

/**
 * A clear sideways swipe over a listing opens the next or previous tab. The screen follows the finger, and the next one comes in
 * from its side.
 */
export function useTabSwipe(tabs: readonly string[], present: string) {
  const navigate = useNavigate();
  /** How far the screen that is left was moved when the finger was lifted. */
  const leftBy = useRef(0);
  const shown = useRef(present);
  useLayoutEffect(() => {
    if (shown.current === present) return;
    shown.current = present;
    const by = leftBy.current;
    leftBy.current = 0;
    if (by !== 0) slide(document.querySelector(VISIBLE_MAIN), by - Math.sign(by) * innerWidth, 0);
  }, [present]);
  useEffect(() => {
    let swipe: Swipe | null = null;
    const start = ({ touches, target }: TouchEvent) => {
      release();
      swipe = touches.length === 1 ? swipeFrom(touches[0], target) : null;
    };
    const move = ({ touches: [finger] }: TouchEvent) => {
      if (!swipe || !finger) return;
      const [dx, dy] = [finger.clientX - swipe.x, finger.clientY - swipe.y];
      const sideways = swipe.isSideways || isSideways(dx, dy);
      if (sideways === false) swipe = null;
      if (!swipe || !sideways) return;
      swipe.isSideways = true;
      swipe.by = followedBy(tabs, present, dx);
      if (!swipe.isFollowed) return;
      clipPage(true);
      swipe.main.style.translate = `${swipe.by}px 0`;
    };
    const end = ({ changedTouches: [to] }: TouchEvent) => {
      const tab = swipe && to && tabAfterSwipe(tabs, present, to.clientX - swipe.x, to.clientY - swipe.y);
      if (swipe?.isFollowed && tab) leftBy.current = swipe.by;
      release(tab ? innerWidth : 0);
      if (tab) void navigate(tab);
    };
    /** The screen goes on to the side, or back to its place. */
    const release = (distance = 0) => {
      if (swipe?.isFollowed) {
        swipe.main.style.translate = '';
        if (swipe.by === 0) clipPage(sliding.size > 0);
        else slide(swipe.main, swipe.by, Math.sign(swipe.by) * distance);
      }
      swipe = null;
    };
    const stop = listen(
      window,
      { touchstart: start, touchmove: move, touchend: end, touchcancel: () => release() },
      { passive: true },
    );
    const { style } = document.documentElement;
    // The browser pans only vertically, or it would send few of a finger's moves.
    style.touchAction = 'pan-y';
    return () => {
      release();
      stop();
      style.touchAction = '';
    };
  }, [navigate, tabs, present]);
}

const sliding = new Set<Animation>();

function slide(main: Element | null, from: number, to: number) {
  const animation = main?.animate([{ translate: `${from}px 0` }, { translate: `${to}px 0` }], SETTLING);
  if (!animation) return;
  clipPage(true);
  sliding.add(animation);
  const end = () => {
    sliding.delete(animation);
    clipPage(sliding.size > 0);
  };
  animation.onfinish = end;
  animation.oncancel = end;
}

/**
 * A moved screen makes the page no wider. Not for longer: in a clipped page the browser reports the removal of content above the
 * window as a layout shift.
 */
function clipPage(isClipped: boolean) {
  document.body.style.overflowX = isClipped ? 'clip' : '';
}

function swipeFrom(finger: Touch | undefined, target: EventTarget | null): Swipe | null {
  const main = finger && mainUnder(target);
  if (!main || finger.clientX < EDGE_PX || finger.clientX > innerWidth - EDGE_PX) return null;
  const isFollowed = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  return { x: finger.clientX, y: finger.clientY, main, by: 0, isSideways: false, isFollowed };
}

/** The screen that a swipe from this element would leave; none if the element is in a row that scrolls sideways. */
function mainUnder(target: EventTarget | null): HTMLElement | null {
  let box = target instanceof Element ? target : null;
  while (box && box.tagName !== 'MAIN') {
    if (box.scrollWidth > box.clientWidth && /auto|scroll/.test(getComputedStyle(box).overflowX)) return null;
    box = box.parentElement;
  }
  return box instanceof HTMLElement ? box : null;
}
