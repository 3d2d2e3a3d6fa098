import { useEffect } from 'react';
import type { Viewer } from '../modes/viewer.ts';
import { type TapZones, tapAction } from '../settings/tap-zones.ts';
import { followScroll } from '../strip/follow-scroll.ts';
import type { Magnifier } from './use-magnifier.ts';

/** A touch this soon after the pages last moved has stopped a fling. */
const FLING_MS = 90;
/** How much of the viewport a tap scrolls by. */
const STEP = 0.9;
/** A second tap this soon and this near makes a double tap. */
const DOUBLE_MS = 300;
const DOUBLE_PX = 40;
/** A mouse that moved further while its button was down has dragged. */
const DRAG_PX = 8;

type TapsParts = { viewer: Viewer; zones: TapZones; magnifier: Magnifier; onMenu: () => void };

/**
 * Clicks on the pages as a reader's taps; one that stops a fling, or lands on a control, does nothing else. A tap is
 * answered at once: the second of two on the same spot takes back what the first did to the bars, and magnifies. Where
 * taps turn pages, two quick ones turn two.
 */
export function useTaps({ viewer, zones, magnifier, onMenu }: TapsParts) {
  const { shape, inverted, mirrored } = zones;
  useEffect(() => {
    const box = viewer.box.current;
    if (!box) return;
    let movedAt = Number.NEGATIVE_INFINITY;
    let stopsFling = false;
    let pressed = { x: 0, y: 0 };
    let tapped = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0 };
    const onScroll = () => {
      movedAt = performance.now();
    };
    const onDown = ({ clientX: x, clientY: y }: PointerEvent) => {
      stopsFling = performance.now() - movedAt < FLING_MS;
      pressed = { x, y };
    };
    const onMenuTap = (x: number, y: number) => {
      const now = performance.now();
      const isSecond = now - tapped.at < DOUBLE_MS && Math.hypot(x - tapped.x, y - tapped.y) < DOUBLE_PX;
      tapped = { at: isSecond ? Number.NEGATIVE_INFINITY : now, x, y };
      onMenu();
      if (isSecond) magnifier.toggleAt({ x, y });
    };
    const onClick = ({ target, clientX: x, clientY: y }: MouseEvent) => {
      if (stopsFling || (target instanceof Element && target.closest('a, button, input'))) return;
      if (Math.hypot(x - pressed.x, y - pressed.y) > DRAG_PX) return;
      const action = tapAction({ shape, inverted, mirrored }, x / window.innerWidth, y / window.innerHeight);
      if (action === 'menu' || magnifier.isOn()) return onMenuTap(x, y);
      viewer.step(action === 'forward' ? STEP : -STEP);
      // The page that a tap has turned to does not move any more.
      movedAt = Number.NEGATIVE_INFINITY;
    };
    const stopFollowing = followScroll(box, onScroll);
    box.addEventListener('pointerdown', onDown, { passive: true });
    box.addEventListener('click', onClick);
    return () => {
      stopFollowing();
      box.removeEventListener('pointerdown', onDown);
      box.removeEventListener('click', onClick);
    };
  }, [viewer, shape, inverted, mirrored, magnifier, onMenu]);
}
