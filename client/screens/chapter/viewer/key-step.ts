import type { Axis } from '../strip/strip-axis.ts';

/** What a key does: scroll by a part of the viewport (negative: back), or to one of the strip's ends. */
export type KeyStep = number | 'start' | 'end';

/** A little less than the viewport, so that some of what was read stays in view. */
const SCREEN = 0.9;
const LINE = 0.2;

/** The step of a key, or null for other keys. A horizontal strip is read towards the left. */
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
