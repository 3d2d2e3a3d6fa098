import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Axis } from '../strip/strip-axis.ts';
import { positionIn } from '../strip/strip-scroll.ts';

/** Bars go away after this much of reading on. */
const HIDDEN_AFTER_PX = 31;

/** Bars that cover the art at opening go away after this. */
const OPENING_MS = 3000;

type BarsParts = {
  scroller: RefObject<HTMLElement | null>;
  axis: Axis;
  isPlaced: boolean;
  /** The bars cover the art at opening: they leave by themselves, unless the reader does something first. */
  leaveSoon: boolean;
};

/** Whether the bars are shown; scrolling hides them, unless the scroll is the progress bar's own (`held`) or puts the strip at its place. */
export function useBars({ scroller, axis, isPlaced, leaveSoon }: BarsParts) {
  const [shown, setShown] = useState(true);
  const held = useRef(false);
  useEffect(() => {
    if (!leaveSoon || !isPlaced) return;
    const timer = setTimeout(() => setShown(false), OPENING_MS);
    const stay = () => clearTimeout(timer);
    for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, stay);
    return () => {
      stay();
      for (const type of ['pointerdown', 'keydown']) document.removeEventListener(type, stay);
    };
  }, [leaveSoon, isPlaced]);
  useEffect(() => {
    const box = scroller.current;
    if (!box || !shown || !isPlaced) return;
    let from = positionIn(box, axis);
    const onScroll = () => {
      const position = positionIn(box, axis);
      if (held.current) from = position;
      if (Math.abs(position - from) > HIDDEN_AFTER_PX) setShown(false);
    };
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => box.removeEventListener('scroll', onScroll);
  }, [scroller, axis, shown, isPlaced]);
  useEffect(() => {
    // Out of sight they can still be reached with the keyboard, and come back then.
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest('[data-bar]')) setShown(true);
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, []);
  return { shown, setShown, held };
}
