import { expect, test } from 'vitest';
import { arrivalOf, rememberedWay } from './navigation.ts';
import { nextEasedTop } from './scroll.ts';

const home = { screenPath: '/home', fullPath: '/home?u=3' };
const comic = { screenPath: '/comic/:id', fullPath: '/comic/7' };
const chapter = { screenPath: '/chapter/:id', fullPath: '/chapter/9' };

test.each([
  [home, 'POP', 'history'],
  [comic, 'POP', 'history'],
  [comic, 'PUSH', 'from comic'],
  [comic, 'REPLACE', 'from comic'],
  [home, 'PUSH', 'new'],
  [chapter, 'REPLACE', 'new'],
] as const)('leaving %j by %s arrives: %s', (previous, type, arrival) => {
  expect(arrivalOf(previous, type)).toBe(arrival);
});

test('the full path before a comic’s detail is remembered as the way back', () => {
  expect(rememberedWay(home, '/comic/:id')).toBe('/home?u=3');
});

test('coming from the chapter reader leaves the remembered way as it is', () => {
  expect(rememberedWay(chapter, '/comic/:id')).toBeUndefined();
});

test('entering any other screen leaves the remembered way as it is', () => {
  expect(rememberedWay(home, '/new')).toBeUndefined();
});

test('each frame scrolls by a fifth of what remains, and reaches the top', () => {
  expect(nextEasedTop(1000)).toBe(800);
  expect(nextEasedTop(1)).toBe(0);
  let y = 5000;
  for (let frame = 0; frame < 60; frame += 1) y = nextEasedTop(y);
  expect(y).toBe(0);
});
