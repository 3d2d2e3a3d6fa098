import type { Axis } from './strip-axis.ts';

/** The space above a vertical strip, so that its first page begins below the top bar. */
function roomAbove(scroller: HTMLElement): number {
  return scroller.querySelector('[data-room-above]')?.clientHeight ?? 0;
}

/**
 * How far the strip has been scrolled, in CSS pixels; negative in the space above it. A horizontal strip scrolls to the
 * left, so its `scrollLeft` is negative.
 */
export function positionIn(scroller: HTMLElement, axis: Axis): number {
  return axis === 'vertical' ? scroller.scrollTop - roomAbove(scroller) : -scroller.scrollLeft;
}

/** How much of the strip is in view. */
export function viewportOf(scroller: HTMLElement, axis: Axis): number {
  return axis === 'vertical' ? scroller.clientHeight : scroller.clientWidth;
}

/** Whether it has been scrolled as far as it goes. */
export function isAtEnd({ scrollTop, scrollLeft, scrollHeight, scrollWidth, clientHeight, clientWidth }: HTMLElement) {
  return scrollTop >= scrollHeight - clientHeight - 1 && -scrollLeft >= scrollWidth - clientWidth - 1;
}

/** Scrolls to a position; the beginning is shown with the space above it. */
export function scrollToPosition(scroller: HTMLElement, axis: Axis, position: number): void {
  const top = position > 0 ? position + roomAbove(scroller) : 0;
  scroller.scrollTo(axis === 'vertical' ? { top } : { left: -position });
}

/** Scrolls by a distance (back when it is negative), smoothly unless the reader prefers reduced motion. */
export function scrollOn(scroller: HTMLElement, axis: Axis, distance: number): void {
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
  scroller.scrollBy(axis === 'vertical' ? { top: distance, behavior } : { left: -distance, behavior });
}

/** Scrolls by a distance at once. */
export function scrollNow(scroller: HTMLElement, axis: Axis, distance: number): void {
  scroller.scrollBy(axis === 'vertical' ? { top: distance } : { left: -distance });
}
