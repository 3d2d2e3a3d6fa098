/** Where each place was left: a kept screen by its path, any other by its history entry. */
const leftAt = new Map<string, number>();
let easing = 0;
let restored = false;

/** A place comes on screen: back to where it was left, if it was. */
export function arriveAt(place: string) {
  cancelEasing();
  const y = leftAt.get(place);
  restored = y !== undefined;
  if (y !== undefined) jumpTo(y);
}

/** A place goes off screen. */
export function leave(place: string) {
  leftAt.set(place, window.scrollY);
}

/** The end of each navigation: a back one stays where it was restored to, any other eases to the top. */
export function settleScroll(back: boolean) {
  if (!back) return easeToTop();
  if (!restored) jumpTo(0);
}

function jumpTo(y: number) {
  window.scrollTo({ top: y, behavior: 'instant' });
}

function easeToTop() {
  cancelEasing();
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return jumpTo(0);
  // The page leads, so a finger on it wins over the animation.
  for (const event of ['touchstart', 'wheel', 'keydown'])
    addEventListener(event, cancelEasing, { once: true, passive: true });
  const step = () => {
    const next = nextEasedTop(window.scrollY);
    jumpTo(next);
    easing = next > 0 ? requestAnimationFrame(step) : 0;
  };
  easing = requestAnimationFrame(step);
}

/** A fifth of the remaining distance a frame, in whole pixels so that it ends. */
export function nextEasedTop(y: number): number {
  return Math.max(0, Math.floor(y - y / 5));
}

function cancelEasing() {
  cancelAnimationFrame(easing);
  easing = 0;
}
