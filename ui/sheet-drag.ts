import { listen } from './listen.ts';

/** A finger must move this far before it drags the sheet; a shorter move is a tap. */
const SLOP_PX = 8;
/** A sheet closes if it is dragged by this part of its height, or at this speed. */
const CLOSING_SHARE = 0.3;
const CLOSING_PX_PER_MS = 0.5;
const ENDING_MS = 200;

type Drag = { x: number; y: number; by: number; at: number; speed: number; moves: boolean };

/** Whether a released sheet closes. A finger that moves up again keeps it open. */
export function closes({ by, speed }: Pick<Drag, 'by' | 'speed'>, height: number): boolean {
  return speed >= 0 && (by > CLOSING_SHARE * height || speed > CLOSING_PX_PER_MS);
}

/** Lets a finger drag down and close a sheet at the bottom edge of a phone. Returns a function that stops this. */
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
      // A move upwards or sideways scrolls until the finger is lifted.
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

/** Whether something under the finger is scrolled down, so that dragging down scrolls it back. */
function isScrolled(target: EventTarget | null, sheet: HTMLElement): boolean {
  for (let part = target instanceof Element ? target : null; part; part = part === sheet ? null : part.parentElement)
    if (part.scrollTop > 0) return true;
  return false;
}
