import type { Axis } from './strip-axis.ts';

/** How far the strip has been read, in CSS pixels; a strip on its side scrolls to the left, below zero. */
export function positionIn(scroller: HTMLElement, axis: Axis): number {
  return axis === 'vertical' ? scroller.scrollTop : -scroller.scrollLeft;
}

/** How much of the strip is in view. */
export function viewportOf(scroller: HTMLElement, axis: Axis): number {
  return axis === 'vertical' ? scroller.clientHeight : scroller.clientWidth;
}

export function scrollToPosition(scroller: HTMLElement, axis: Axis, position: number): void {
  scroller.scrollTo(axis === 'vertical' ? { top: position } : { left: -position });
}

/** Goes on by a distance (back when it is negative), gently where motion is welcome. */
export function scrollOn(scroller: HTMLElement, axis: Axis, distance: number): void {
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
  scroller.scrollBy(axis === 'vertical' ? { top: distance, behavior } : { left: -distance, behavior });
}
