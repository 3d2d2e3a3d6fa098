import { expect, test } from 'vitest';
import { keyCommand, keyStep } from './key-step.ts';

test.each([
  [' ', false, 'right', 0.9],
  [' ', true, 'right', -0.9],
  ['PageDown', false, 'left', 0.9],
  ['ArrowDown', false, 'right', 0.2],
  ['ArrowRight', false, 'right', 0.9],
  ['ArrowLeft', false, 'left', 0.2],
  ['ArrowRight', false, 'left', -0.2],
  ['Home', false, 'right', 'start'],
  ['a', false, 'right', null],
] as const)('key %j (shift: %s), read towards the %s, is %s', (key, shift, towards, step) => {
  expect(keyStep(key, shift, towards === 'left')).toBe(step);
});

test.each([
  ['[', 'previous'],
  [']', 'next'],
  ['F', 'fullscreen'],
  ['f', 'fullscreen'],
  ['Escape', 'menu'],
  ['?', 'help'],
  ['x', null],
])('key %j commands %s', (key, command) => {
  expect(keyCommand(key)).toBe(command);
});
