import type { Axis } from './strip-axis.ts';

/** The room above a strip that runs down, so that its first page begins below the upper bar. */
function roomAbove(scroller: HTMLElement): number {
  return scroller.querySelector('[data-room-above]')?.clientHeight ?? 0;
}

/**
 * How far the strip has been read, in CSS pixels; below zero in the room above it. A strip on its side scrolls to the left,
 * below zero.
 */
export function positionIn(scroller: HTMLElement, axis: Axis): number {
  return axis === 'vertical' ? scroller.scrollTop - roomAbove(scroller) : -scroller.scrollLeft;
}

/** How much of the strip is in view. */
export function viewportOf(scroller: HTMLElement, axis: Axis): number {
  return axis === 'vertical' ? scroller.clientHeight : scroller.clientWidth;
}

/** The beginning of the strip is shown with the room above it. */
export function scrollToPosition(scroller: HTMLElement, axis: Axis, position: number): void {
  const top = position > 0 ? position + roomAbove(scroller) : 0;
  scroller.scrollTo(axis === 'vertical' ? { top } : { left: -position });
}

/** Goes on by a distance (back when it is negative), gently where motion is welcome. */
export function scrollOn(scroller: HTMLElement, axis: Axis, distance: number): void {
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
  scroller.scrollBy(axis === 'vertical' ? { top: distance, behavior } : { left: -distance, behavior });
}
