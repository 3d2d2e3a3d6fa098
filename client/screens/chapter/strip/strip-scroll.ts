import type { Axis } from './strip-axis.ts';

/** The space before a strip: the card of the previous chapter, and the space for the top bar. */
export function roomBefore(scroller: HTMLElement, axis: Axis): number {
  const room = scroller.querySelector('[data-room-before]');
  return (axis === 'vertical' ? room?.clientHeight : room?.clientWidth) ?? 0;
}

/** The space for the top bar, which is visible above the first page of a vertical strip. */
function barRoom(scroller: HTMLElement): number {
  return scroller.querySelector('[data-bar-room]')?.clientHeight ?? 0;
}

/**
 * How far the strip has been scrolled, in CSS pixels; negative in the space before it. A horizontal strip scrolls to the
 * left, so its `scrollLeft` is negative.
 */
export function positionIn(scroller: HTMLElement, axis: Axis): number {
  return (axis === 'vertical' ? scroller.scrollTop : -scroller.scrollLeft) - roomBefore(scroller, axis);
}

/** How far the strip has been scrolled from its beginning; negative in the content before it. */
export function scrolledFromStart(scroller: HTMLElement, axis: Axis): number {
  return positionIn(scroller, axis) + barRoom(scroller);
}

/** How much of the strip is in view. */
export function viewportOf(scroller: HTMLElement, axis: Axis): number {
  return axis === 'vertical' ? scroller.clientHeight : scroller.clientWidth;
}

/** Whether it has been scrolled to its end. */
export function isAtEnd({ scrollTop, scrollLeft, scrollHeight, scrollWidth, clientHeight, clientWidth }: HTMLElement) {
  return scrollTop >= scrollHeight - clientHeight - 1 && -scrollLeft >= scrollWidth - clientWidth - 1;
}

/** Scrolls to a position. The beginning is shown with the space for the top bar. */
export function scrollToPosition(scroller: HTMLElement, axis: Axis, position: number): void {
  const at = roomBefore(scroller, axis) + (position > 0 ? position : -barRoom(scroller));
  scroller.scrollTo(axis === 'vertical' ? { top: at } : { left: -at });
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
