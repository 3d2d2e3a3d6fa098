import { useEffect, useMemo, useRef } from 'react';
import { listen } from '../../../../ui/listen.ts';
import { followTrackpadPinch } from '../../../../ui/trackpad-pinch.ts';
import type { Viewer } from '../modes/viewer.ts';
import { type Magnified, magnifiedAt, PLAIN, type Point, panned, settled } from './magnified.ts';

/** The scale of a double tap. */
const DOUBLE_TAP = 2.5;
/** A trackpad pinch arrives as wheel events. This many pixels change the scale by the factor e. */
const WHEEL_PX = 100;
const EASED = 'transform 200ms';

export type Magnifier = {
  isOn: () => boolean;
  /** Magnifies at a point of the screen, or resets the scale. */
  toggleAt: (at: Point) => void;
  reset: () => void;
};

/**
 * Magnifies the pages with two fingers, a trackpad pinch or a double tap. The browser's page zoom does not change. One finger or
 * the mouse then moves the magnified pages. At the edge of a page, moving further scrolls the chapter.
 */
export function useMagnifier(viewer: Viewer): Magnifier {
  const now = useRef<Magnified>(PLAIN);
  const magnifier = useMemo(() => {
    const show = (next: Magnified, eased = false) => {
      now.current = next;
      const box = viewer.box.current;
      if (!box) return;
      const { style } = box;
      const isOn = next.scale > 1;
      style.transition = eased ? EASED : '';
      style.transformOrigin = '0 0';
      style.transform = isOn ? `translate(${next.x}px, ${next.y}px) scale(${next.scale})` : '';
      // Prevents the browser's own scrolling while the pages are magnified.
      style.touchAction = isOn ? 'none' : '';
    };
    const reset = () => show(PLAIN, true);
    const toggleAt = (at: Point) => {
      if (now.current.scale > 1) return reset();
      show(magnifiedAt(PLAIN, DOUBLE_TAP, at, screenSize()), true);
    };
    const moveBy = (by: Point) => {
      const { now: next, rest } = panned(now.current, by, screenSize());
      show(next);
      if (rest.x !== 0 || rest.y !== 0) viewer.pan({ x: rest.x / next.scale, y: rest.y / next.scale });
    };
    return { isOn: () => now.current.scale > 1, toggleAt, reset, show, moveBy };
  }, [viewer]);

  useEffect(() => {
    const box = viewer.box.current;
    if (!box) return;
    // After a change of the mode the scale is reset.
    magnifier.show(box.style.transform ? now.current : PLAIN);
    const stopTouches = followTouches(box, () => now.current, magnifier);
    const stopMouse = followMouse(box, magnifier);
    return () => {
      stopTouches();
      stopMouse();
    };
  }, [viewer, magnifier]);
  return magnifier;
}

type MagnifierControls = Magnifier & { show: (next: Magnified, eased?: boolean) => void; moveBy: (by: Point) => void };

const screenSize = () => ({ width: window.innerWidth, height: window.innerHeight });

/** Two fingers magnify and move, one finger moves. */
function followTouches(
  box: HTMLElement,
  current: () => Magnified,
  { isOn, show, moveBy }: MagnifierControls,
): () => void {
  let before: readonly Point[] = [];
  const pointsOf = ({ touches }: TouchEvent) => [...touches].map(({ clientX: x, clientY: y }) => ({ x, y }));
  const onStart = (event: TouchEvent) => {
    before = pointsOf(event);
  };
  const onMove = (event: TouchEvent) => {
    const points = pointsOf(event);
    const [from, fromOther] = before;
    const [to, toOther] = points;
    before = points;
    if (!from || !to) return;
    if (fromOther && toOther) {
      const grown = distance(to, toOther) / Math.max(1, distance(from, fromOther));
      const at = middle(to, toOther);
      const was = middle(from, fromOther);
      const scaled = magnifiedAt(current(), current().scale * grown, was, screenSize());
      show(panned(scaled, { x: at.x - was.x, y: at.y - was.y }, screenSize()).now);
    } else if (isOn() && !toOther) {
      if (event.cancelable) event.preventDefault();
      moveBy({ x: to.x - from.x, y: to.y - from.y });
    }
  };
  const onEnd = (event: TouchEvent) => {
    before = pointsOf(event);
    if (before.length === 0 && isOn()) show(settled(current()), true);
  };
  const onPinch = (event: WheelEvent) => {
    if (!(event.target instanceof Node && box.contains(event.target))) return;
    const at = { x: event.clientX, y: event.clientY };
    show(magnifiedAt(current(), current().scale * Math.exp(-event.deltaY / WHEEL_PX), at, screenSize()));
  };
  const stops = [
    listen(box, { touchstart: onStart, touchend: onEnd, touchcancel: onEnd }, { passive: true }),
    listen(box, { touchmove: onMove }, { passive: false }),
    followTrackpadPinch(onPinch),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The mouse moves the magnified pages while its button is down. */
function followMouse(box: HTMLElement, { isOn, moveBy }: MagnifierControls): () => void {
  const onMove = ({ pointerType, buttons, movementX: x, movementY: y }: PointerEvent) => {
    if (pointerType === 'mouse' && (buttons & 1) === 1 && isOn()) moveBy({ x, y });
  };
  return listen(box, { pointermove: onMove });
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const middle = (a: Point, b: Point) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
