import { useEffect, useRef } from 'react';
import type { Viewer } from '../modes/viewer.ts';
import { turnsPage, WHEEL_AT_REST } from './wheel-turn.ts';

const LINE_PX = 40;

/** Turns pages with the wheel, except where it scrolls a tall page. */
export function useWheelTurns(viewer: Viewer) {
  const past = useRef(WHEEL_AT_REST);
  useEffect(() => {
    const box = viewer.box.current;
    if (!box) return;
    const onWheel = (event: WheelEvent) => {
      // A horizontal wheel scrolls the panels natively; with ctrl it is a pinch.
      if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      const moved = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1);
      if (event.target instanceof Element && scrollsItself(event.target, moved)) return;
      event.preventDefault();
      const now = performance.now();
      const turns = moved !== 0 && turnsPage(past.current, now, moved);
      past.current = { at: now, distance: moved, turnedAt: turns ? now : past.current.turnedAt };
      if (turns) viewer.step(Math.sign(moved));
    };
    box.addEventListener('wheel', onWheel, { passive: false });
    return () => box.removeEventListener('wheel', onWheel);
  }, [viewer]);
}

function scrollsItself(target: Element, moved: number): boolean {
  const tall = target.closest('[data-tall]');
  if (!tall) return false;
  const below = tall.scrollHeight - tall.clientHeight - tall.scrollTop;
  return moved > 0 ? below > 1 : tall.scrollTop > 1;
}
