import { expect, test } from 'vitest';
import { LARGEST, magnifiedAt, PLAIN, panned, settled } from './magnified.ts';

const SCREEN = { width: 400, height: 800 };

test.each([
  [
    { x: 0, y: 0 },
    { scale: 2, x: 0, y: 0 },
  ],
  [
    { x: 400, y: 800 },
    { scale: 2, x: -400, y: -800 },
  ],
  [
    { x: 100, y: 200 },
    { scale: 2, x: -100, y: -200 },
  ],
])('the point %j of the page stays in its place', (at, magnified) => {
  expect(magnifiedAt(PLAIN, 2, at, SCREEN)).toEqual(magnified);
});

test('the scale is never less than 1 and never more than 4', () => {
  expect(magnifiedAt(PLAIN, 0.3, { x: 10, y: 10 }, SCREEN)).toEqual(PLAIN);
  expect(magnifiedAt(PLAIN, 9, { x: 10, y: 10 }, SCREEN).scale).toBe(LARGEST);
  expect(settled(magnifiedAt(PLAIN, 1.04, { x: 10, y: 10 }, SCREEN))).toEqual(PLAIN);
  expect(settled(magnifiedAt(PLAIN, 1.5, { x: 10, y: 10 }, SCREEN)).scale).toBe(1.5);
});

test('a finger moves the pages up to their edges, and the remaining movement is returned', () => {
  const middle = magnifiedAt(PLAIN, 2, { x: 200, y: 400 }, SCREEN);
  expect(panned(middle, { x: 50, y: -100 }, SCREEN)).toEqual({
    now: { scale: 2, x: -150, y: -500 },
    rest: { x: 0, y: 0 },
  });
  expect(panned(middle, { x: 0, y: -500 }, SCREEN)).toEqual({
    now: { scale: 2, x: -200, y: -800 },
    rest: { x: 0, y: -100 },
  });
});

test('after zooming out, no edge of the pages is inside the screen', () => {
  const corner = magnifiedAt(PLAIN, 3, { x: 400, y: 800 }, SCREEN);
  expect(magnifiedAt(corner, 1.5, { x: 0, y: 0 }, SCREEN)).toEqual({ scale: 1.5, x: -200, y: -400 });
});
