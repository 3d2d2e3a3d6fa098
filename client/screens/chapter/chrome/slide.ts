import { listen } from '../../../../ui/listen.ts';

export type Range = { least: number; most: number; step?: number };

/** A shorter move of a finger has no direction yet. */
const SLOP_PX = 8;
/** Half the width of the browser's knob, whose middle stays this far from the ends of the track. */
const INSET_PX = 8;

/** Whether a move of a finger is mostly horizontal, which changes the value; null while it is too short to decide. */
export function isSlide({ x, y }: { x: number; y: number }): boolean | null {
  if (Math.max(Math.abs(x), Math.abs(y)) < SLOP_PX) return null;
  return Math.abs(x) > Math.abs(y);
}

/** The value under a point of a track. */
export function valueAt(
  { x, width, rtl = false }: { x: number; width: number; rtl?: boolean },
  { least, most, step = 1 }: Range,
): number {
  const part = Math.min(1, Math.max(0, (x - INSET_PX) / Math.max(1, width - 2 * INSET_PX)));
  const steps = Math.round(((rtl ? 1 - part : part) * (most - least)) / step);
  return Math.min(most, least + steps * step);
}

type Slide = {
  /** The place of the pointer on the track, in CSS pixels from its left edge. */
  slideTo(x: number, width: number): void;
  hold(held: boolean): void;
};

/**
 * Follows a pointer on a track: a mouse at once, a finger after a horizontal move. A vertical move of a finger scrolls. Returns a
 * function that stops it.
 */
export function followPointer(track: HTMLElement, { slideTo, hold }: Slide): () => void {
  let from: { x: number; y: number } | null = null;
  let isHeld = false;
  const slide = ({ clientX }: PointerEvent) => {
    const { left, width } = track.getBoundingClientRect();
    slideTo(clientX - left, width);
  };
  const begin = (event: PointerEvent) => {
    isHeld = true;
    track.setPointerCapture(event.pointerId);
    hold(true);
    slide(event);
  };
  const onDown = (event: PointerEvent) => {
    if (!event.isPrimary || event.button !== 0) return;
    from = { x: event.clientX, y: event.clientY };
    if (event.pointerType !== 'mouse') return;
    // Prevents the selection of text.
    event.preventDefault();
    begin(event);
  };
  const onMove = (event: PointerEvent) => {
    if (!from || !event.isPrimary) return;
    if (isHeld) return slide(event);
    const isSideways = isSlide({ x: event.clientX - from.x, y: event.clientY - from.y });
    if (isSideways) begin(event);
    else if (isSideways === false) from = null;
  };
  const end = () => {
    from = null;
    if (isHeld) hold(false);
    isHeld = false;
  };
  const stop = listen(track, { pointerdown: onDown, pointermove: onMove, pointerup: end, pointercancel: end });
  return () => {
    end();
    stop();
  };
}
