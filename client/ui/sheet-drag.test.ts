import { expect, test } from 'vitest';
import { closes } from './sheet-drag.ts';

test.each([
  ['a little, slowly', { by: 60, speed: 0.1 }, false],
  ['a third of its height', { by: 140, speed: 0 }, true],
  ['a little, but quickly', { by: 40, speed: 0.8 }, true],
  ['far, and back up again', { by: 300, speed: -0.2 }, false],
])('a sheet of 400 px that was dragged %s closes: %j', (_, drag, closing) => {
  expect(closes(drag, 400)).toBe(closing);
});
