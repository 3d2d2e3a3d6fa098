import { type RefObject, useEffect, useRef, useState } from 'react';
import { listen } from '../../../../ui/listen.ts';
import { followScroll } from '../strip/follow-scroll.ts';
import type { Axis } from '../strip/strip-axis.ts';
import { positionIn } from '../strip/strip-scroll.ts';

/** Scrolling by this much hides the bars. */
const HIDDEN_AFTER_PX = 31;

/** The bars cover pages: at opening they are hidden after this time, unless the reader does something first. */
const OPENING_MS = 3000;

type BarsParts = { scroller: RefObject<HTMLElement | null>; axis: Axis; isPlaced: boolean };

/**
 * Whether the bars are shown. Scrolling hides them, except while the progress slider is dragged (`held`) and before the
 * strip is at its position (`isPlaced`).
 */
export function useBars({ scroller, axis, isPlaced }: BarsParts) {
  const [shown, setShown] = useState(true);
  const held = useRef(false);
  useEffect(() => {
    if (!isPlaced) return;
    const timer = setTimeout(() => setShown(false), OPENING_MS);
    const stay = () => clearTimeout(timer);
    const stayWithFocus = ({ target }: FocusEvent) => {
      if (isInBar(target)) stay();
    };
    const stop = listen(document, { pointerdown: stay, keydown: stay, focusin: stayWithFocus });
    return () => {
      stay();
      stop();
    };
  }, [isPlaced]);
  useEffect(() => {
    const box = scroller.current;
    if (!box || !shown || !isPlaced) return;
    let from = positionIn(box, axis);
    const onScroll = () => {
      const position = positionIn(box, axis);
      if (held.current) from = position;
      if (Math.abs(position - from) > HIDDEN_AFTER_PX) setShown(false);
    };
    return followScroll(box, onScroll);
  }, [scroller, axis, shown, isPlaced]);
  useEffect(() => {
    // Hidden bars can still be focused with the keyboard, which shows them again.
    const onFocus = ({ target }: FocusEvent) => {
      if (isInBar(target)) setShown(true);
    };
    return listen(document, { focusin: onFocus });
  }, []);
  return { shown, setShown, held };
}

function isInBar(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-bar]') !== null;
}
