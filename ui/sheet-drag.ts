import { listen } from './listen.ts';

/** A finger has to move so far before it drags the sheet: less is a tap. */
const SLOP_PX = 8;
/** Of its height a sheet has to be dragged so much to close, or as fast. */
const CLOSING_SHARE = 0.3;
const CLOSING_PX_PER_MS = 0.5;
const ENDING_MS = 200;

type Drag = { x: number; y: number; by: number; at: number; speed: number; moves: boolean };

/** Whether a sheet that was dragged down and let go closes; a finger that turned back upwards has thought better of it. */
export function closes({ by, speed }: Pick<Drag, 'by' | 'speed'>, height: number): boolean {
  return speed >= 0 && (by > CLOSING_SHARE * height || speed > CLOSING_PX_PER_MS);
}

/** Lets a finger drag a sheet at the bottom edge of a phone down, and away; returns what ends that. */
export function followFinger(sheet: HTMLElement, close: () => void): () => void {
  let drag: Drag | null = null;
  const start = ({ touches: [finger, second], target }: TouchEvent) => {
    drag = null;
    if (!finger || second || target === sheet || innerWidth >= 640 || isScrolled(target, sheet)) return;
    drag = { x: finger.clientX, y: finger.clientY, by: 0, at: performance.now(), speed: 0, moves: false };
  };
  const move = (event: TouchEvent) => {
    const [finger] = event.touches;
    if (!drag || !finger) return;
    const by = finger.clientY - drag.y;
    if (!drag.moves) {
      // Upwards or sideways it scrolls, and goes on doing so.
      if (by < -SLOP_PX || Math.abs(finger.clientX - drag.x) > SLOP_PX) drag = null;
      if (!drag || by < SLOP_PX) return;
      drag.moves = true;
    }
    event.preventDefault();
    const now = performance.now();
    drag.speed = (by - drag.by) / Math.max(1, now - drag.at);
    drag.by = by;
    drag.at = now;
    sheet.style.translate = `0 ${Math.max(0, by)}px`;
  };
  const end = () => {
    const ended = drag;
    drag = null;
    if (!ended?.moves) return;
    const height = sheet.clientHeight;
    const isClosing = closes(ended, height);
    const from = sheet.style.translate;
    sheet.style.translate = isClosing ? `0 ${height}px` : '';
    const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : ENDING_MS;
    const ending = sheet.animate([{ translate: from }, { translate: sheet.style.translate || '0 0' }], duration);
    if (isClosing) ending.onfinish = close;
  };
  const stops = [
    listen(sheet, { touchstart: start, touchend: end, touchcancel: end }, { passive: true }),
    listen(sheet, { touchmove: move }, { passive: false }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Whether something under the finger has been scrolled down: then dragging down scrolls it back. */
function isScrolled(target: EventTarget | null, sheet: HTMLElement): boolean {
  for (let part = target instanceof Element ? target : null; part; part = part === sheet ? null : part.parentElement)
    if (part.scrollTop > 0) return true;
  return false;
}
