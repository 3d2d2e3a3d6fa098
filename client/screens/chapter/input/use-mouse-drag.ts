import { useEffect } from 'react';
import { listen } from '../../../../ui/listen.ts';
import { axisOf, isPaged, type Mode } from '../modes/mode.ts';
import type { Viewer } from '../modes/viewer.ts';
import { DRAG_PX, glide, type Moment, panelAfter, speedOf } from './drag.ts';

export type DragParts = {
  viewer: Viewer;
  mode: Mode;
  isMagnified: () => boolean;
};

/** The mouse drags pages sideways, like a finger. After that a strip glides and panels snap to one of them. */
export function useMouseDrag({ viewer, mode, isMagnified }: DragParts) {
  useEffect(() => {
    const box = viewer.box.current;
    if (!box || axisOf(mode) === 'vertical') return;
    let stop = () => {};
    const onDown = (event: PointerEvent) => {
      // A press stops a glide.
      stop();
      if (event.pointerType !== 'mouse' || event.button !== 0 || isMagnified()) return;
      if (event.target instanceof Element && event.target.closest('a, button, input')) return;
      stop = follow(box, event, (speed, dragged) => {
        stop = isPaged(mode) ? turn(box, dragged, speed) : glideOn(box, speed);
      });
    };
    const stopListening = listen(box, { pointerdown: onDown });
    return () => {
      stopListening();
      stop();
    };
  }, [viewer, mode, isMagnified]);
}

/** Moves the pages with the mouse until its button is up. `onEnd` gets the last speed and the distance. */
function follow(
  box: HTMLElement,
  { clientX, pointerId }: PointerEvent,
  onEnd: (speed: number, dragged: number) => void,
): () => void {
  const start = box.scrollLeft;
  let moments: Moment[] = [];
  let isDrag = false;
  const onMove = ({ clientX: x, timeStamp: at }: PointerEvent) => {
    const dragged = clientX - x;
    if (!isDrag && Math.abs(dragged) <= DRAG_PX) return;
    if (!isDrag) {
      isDrag = true;
      box.setPointerCapture(pointerId);
      // Otherwise each move would snap to the nearest panel.
      box.style.scrollSnapType = 'none';
    }
    moments = [...moments.slice(-9), { at, x: dragged }];
    box.scrollTo({ left: start + dragged, behavior: 'instant' });
  };
  const onUp = ({ timeStamp, clientX: x }: PointerEvent) => {
    stopListening();
    if (isDrag) onEnd(speedOf(moments, timeStamp), clientX - x);
  };
  const stopListening = listen(box, { pointermove: onMove, pointerup: onUp, pointercancel: onUp });
  return () => {
    stopListening();
    box.style.scrollSnapType = '';
  };
}

function glideOn(box: HTMLElement, start: number): () => void {
  let speed = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : start;
  let before: number | null = null;
  let frame = requestAnimationFrame(function go(now) {
    const step = glide(speed, before === null ? 0 : now - before);
    before = now;
    speed = step.speed;
    box.scrollBy({ left: step.distance, behavior: 'instant' });
    if (speed !== 0) frame = requestAnimationFrame(go);
  });
  return () => cancelAnimationFrame(frame);
}

/** The longest time to snap, for browsers without `scrollend`. */
const TURN_MS = 600;

function turn(box: HTMLElement, dragged: number, speed: number): () => void {
  const width = Math.max(1, box.clientWidth);
  const from = Math.round((box.scrollLeft - dragged) / width);
  const left = panelAfter(from, dragged, speed, width) * width;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const snap = () => {
    clearTimeout(timer);
    box.removeEventListener('scrollend', snap);
    box.style.scrollSnapType = '';
  };
  const timer = setTimeout(snap, TURN_MS);
  box.addEventListener('scrollend', snap);
  box.scrollTo({ left, behavior: isCalm ? 'instant' : 'smooth' });
  return snap;
}
