import { useEffect } from 'react';
import { listen } from '../../../../ui/listen.ts';
import type { Viewer } from '../modes/viewer.ts';
import { type TapZones, tapAction } from '../settings/tap-zones.ts';
import { followScroll } from '../strip/follow-scroll.ts';
import type { Magnifier } from './use-magnifier.ts';

/** A touch within this time after the pages moved stops a fling. */
const FLING_MS = 90;
/** The part of the viewport that a tap scrolls. */
const STEP = 0.9;
/** The time and the distance between the taps of a double tap. */
const DOUBLE_MS = 300;
const DOUBLE_PX = 40;
/** A tap on a button of a card this soon after a tap that turned the page, and this near, was meant to turn the next one. */
const TURNING_MS = 700;
const TURNING_PX = 96;
/** A longer movement of the mouse is a drag. */
const DRAG_PX = 8;

type TapsParts = { viewer: Viewer; zones: TapZones; magnifier: Magnifier; onMenu: () => void };

/**
 * Taps and clicks on the pages. A tap that stops a fling or hits a control does nothing else. A tap takes effect at once: the
 * second tap of a double tap toggles the menu back and magnifies. In zones that turn pages, two quick taps turn two pages.
 */
export function useTaps({ viewer, zones, magnifier, onMenu }: TapsParts) {
  const { shape, inverted, mirrored } = zones;
  useEffect(() => {
    const box = viewer.box.current;
    if (!box) return;
    let movedAt = Number.NEGATIVE_INFINITY;
    let stopsFling = false;
    let pressed = { x: 0, y: 0 };
    let turned = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0 };
    let tapped = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0 };
    const onScroll = () => {
      movedAt = performance.now();
    };
    const onDown = ({ clientX: x, clientY: y }: PointerEvent) => {
      stopsFling = performance.now() - movedAt < FLING_MS;
      pressed = { x, y };
    };
    const onMenuTap = (target: EventTarget | null, x: number, y: number) => {
      const now = performance.now();
      const isSecond = now - tapped.at < DOUBLE_MS && Math.hypot(x - tapped.x, y - tapped.y) < DOUBLE_PX;
      tapped = { at: isSecond ? Number.NEGATIVE_INFINITY : now, x, y };
      onMenu();
      if (isSecond && !isOnCard(target, box)) magnifier.toggleAt({ x, y });
    };
    const onClick = (event: MouseEvent) => {
      const { target, clientX: x, clientY: y } = event;
      if (target instanceof Element && target.closest('a, button, input')) {
        // The click of a key has no place.
        if (event.detail === 0 || performance.now() - turned.at > TURNING_MS) return;
        if (Math.hypot(x - turned.x, y - turned.y) > TURNING_PX) return;
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      if (stopsFling) return;
      if (Math.hypot(x - pressed.x, y - pressed.y) > DRAG_PX) return;
      const action = tapAction({ shape, inverted, mirrored }, x / window.innerWidth, y / window.innerHeight);
      if (action === 'menu' || magnifier.isOn()) return onMenuTap(target, x, y);
      viewer.step(action === 'forward' ? STEP : -STEP);
      turned = { at: performance.now(), x, y };
      // The page that a tap turned to does not move, so the next tap stops no fling.
      movedAt = Number.NEGATIVE_INFINITY;
    };
    const stopFollowing = followScroll(box, onScroll);
    const stopListening = listen(box, { pointerdown: onDown, click: onClick });
    return () => {
      stopFollowing();
      stopListening();
    };
  }, [viewer, shape, inverted, mirrored, magnifier, onMenu]);
}

/** The cards before and after the pages are sections of their own: their text is not magnified. */
function isOnCard(target: EventTarget | null, box: HTMLElement): boolean {
  const section = target instanceof Element ? target.closest('section') : null;
  return section !== null && section !== box && box.contains(section);
}
