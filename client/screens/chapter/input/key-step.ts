import type { Step } from '../modes/viewer.ts';

/** A little less than the viewport, so that the last lines stay in view. */
const SCREEN = 0.9;
const LINE = 0.2;

/** The step of a key, or null for other keys. `left`: the reading direction is to the left. */
export function keyStep(key: string, shift: boolean, left: boolean): Step | null {
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
      return left ? LINE : -SCREEN;
    case 'ArrowRight':
      return left ? -LINE : SCREEN;
    case 'Home':
      return 'start';
    case 'End':
      return 'end';
    default:
      return null;
  }
}

/** The commands of keys that don't move. */
export type KeyCommand = 'previous' | 'next' | 'fullscreen' | 'menu' | 'help';

const COMMANDS = new Map<string, KeyCommand>([
  ['[', 'previous'],
  [']', 'next'],
  ['f', 'fullscreen'],
  ['F', 'fullscreen'],
  ['Escape', 'menu'],
  ['?', 'help'],
]);

export function keyCommand(key: string): KeyCommand | null {
  return COMMANDS.get(key) ?? null;
}
