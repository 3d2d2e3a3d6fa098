import { expect, test } from 'vitest';
import { keyStep } from './key-step.ts';

test.each([
  [' ', false, 'vertical', 0.9],
  [' ', true, 'vertical', -0.9],
  ['PageDown', false, 'horizontal', 0.9],
  ['ArrowDown', false, 'vertical', 0.2],
  ['ArrowRight', false, 'vertical', 0.9],
  ['ArrowLeft', false, 'horizontal', 0.2],
  ['ArrowRight', false, 'horizontal', -0.2],
  ['Home', false, 'vertical', 'start'],
  ['a', false, 'vertical', null],
] as const)('key %j (shift: %s) on a %s strip is %s', (key, shift, axis, step) => {
  expect(keyStep(key, shift, axis)).toBe(step);
});
