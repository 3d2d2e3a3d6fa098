import type { Axis } from '../strip/strip-axis.ts';

/** What a key does to the strip: a part of the screen to go on by (below zero: back), or one of its ends. */
export type KeyStep = number | 'start' | 'end';

/** A line less than the screen, so that the eye finds its place again. */
const SCREEN = 0.9;
const LINE = 0.2;

/** The step of a key, or null when the key is not the reader's. A strip on its side is read towards the left. */
export function keyStep(key: string, shift: boolean, axis: Axis): KeyStep | null {
  switch (key) {
    case ' ':
      return shift ? -SCREEN : SCREEN;
    case 'PageDown':
      return SCREEN;
    case 'PageUp':
      return -SCREEN;
    case 'ArrowDown':
      return LINE;
    case 'ArrowUp':
      return -LINE;
    case 'ArrowLeft':
      return axis === 'horizontal' ? LINE : -SCREEN;
    case 'ArrowRight':
      return axis === 'horizontal' ? -LINE : SCREEN;
    case 'Home':
      return 'start';
    case 'End':
      return 'end';
    default:
      return null;
  }
}
