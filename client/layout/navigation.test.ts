import { expect, test } from 'vitest';
import { isBack, rememberedWay } from './navigation.ts';
import { nextEasedTop } from './scroll.ts';

const home = { screenPath: '/home', fullPath: '/home?u=3' };
const comic = { screenPath: '/comic/:id', fullPath: '/comic/7' };
const chapter = { screenPath: '/chapter/:id', fullPath: '/chapter/9' };

test('a navigation by the history, or out of a comic’s detail, is a back navigation', () => {
  expect(isBack(home, 'POP')).toBe(true);
  expect(isBack(comic, 'PUSH')).toBe(true);
  expect(isBack(home, 'PUSH')).toBe(false);
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
