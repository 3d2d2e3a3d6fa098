const SWINGS_DEG = [0, 20, -16, 11, -6, 0];
const DURATION_MS = 500;

/** Lets the bell of a button ring once, if the reader does not prefer reduced motion. */
export function ringBell(button: Element): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const swings = SWINGS_DEG.map((degrees) => ({ rotate: `${degrees}deg`, transformOrigin: 'top' }));
  button.querySelector('svg')?.animate(swings, { duration: DURATION_MS, easing: 'ease-in-out' });
}
