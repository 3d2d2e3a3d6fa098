import { expect, test } from 'vitest';
import { isBack, rememberedWay } from './navigation.ts';
import { nextEasedTop } from './scroll.ts';

const home = { screenPath: '/home', fullPath: '/home?u=3' };
const comic = { screenPath: '/comic/:id', fullPath: '/comic/7' };
const chapter = { screenPath: '/chapter/:id', fullPath: '/chapter/9' };

test.each([
  [home, 'POP', true],
  [comic, 'POP', true],
  [comic, 'PUSH', true],
  [comic, 'REPLACE', true],
  [home, 'PUSH', false],
  [chapter, 'REPLACE', false],
] as const)('leaving %j by %s is a back navigation: %j', (previous, type, expected) => {
  expect(isBack(previous, type)).toBe(expected);
});

test('the full path before a comic’s detail is remembered as the way back', () => {
  expect(rememberedWay(home, '/comic/:id')).toBe('/home?u=3');
});

test('coming from the chapter reader keeps the remembered way back', () => {
  expect(rememberedWay(chapter, '/comic/:id')).toBeUndefined();
});

test('entering any other screen keeps the remembered way back', () => {
  expect(rememberedWay(home, '/new')).toBeUndefined();
});

test('each frame scrolls by a fifth of the remaining distance, and reaches the top', () => {
  expect(nextEasedTop(1000)).toBe(800);
  expect(nextEasedTop(1)).toBe(0);
  let y = 5000;
  for (let frame = 0; frame < 60; frame += 1) y = nextEasedTop(y);
  expect(y).toBe(0);
});
