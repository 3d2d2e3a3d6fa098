import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Axis } from '../strip/strip-axis.ts';
import { positionIn } from '../strip/strip-scroll.ts';

/** Scrolling by this much hides the bars. */
const HIDDEN_AFTER_PX = 31;

/** Bars that cover the pages at opening are hidden after this time. */
const OPENING_MS = 3000;

type BarsParts = {
  scroller: RefObject<HTMLElement | null>;
  axis: Axis;
  isPlaced: boolean;
  /** The bars cover the pages at opening: they are hidden after a while, unless the reader does something first. */
  leaveSoon: boolean;
};

/**
 * Whether the bars are shown. Scrolling hides them, except while the progress slider is dragged (`held`) and before the
 * strip is at its position (`isPlaced`).
 */
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
    // Hidden bars can still be focused with the keyboard, which shows them again.
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest('[data-bar]')) setShown(true);
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, []);
  return { shown, setShown, held };
}
