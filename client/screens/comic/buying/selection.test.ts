import { expect, test } from 'vitest';
import type { ChapterItem } from '#contract/shapes';
import { allOf, lockedOf, MOST_AT_ONCE, nextTen, ordered, toggled } from './selection.ts';

function chapter(no: number, access: ChapterItem['access'] = 'locked'): ChapterItem {
  const times = { publishedAt: '2026-11-01T00:00:00Z', freeAt: null };
  return {
    id: 100 + no,
    no,
    title: '',
    thumb: null,
    pages: 1,
    price: 10,
    salePrice: 10,
    access,
    read: false,
    ...times,
  };
}
const many = Array.from({ length: 230 }, (_, index) => chapter(230 - index, index % 50 === 49 ? 'owned' : 'locked'));
const locked = lockedOf(many);

test('only locked chapters can be chosen, in the order in which they are read', () => {
  expect(locked.slice(0, 3).map(({ no }) => no)).toEqual([1, 2, 3]);
  expect(locked.every(({ access }) => access === 'locked')).toBe(true);
});

test('ten chapters from a chapter on skip owned ones', () => {
  expect(nextTen(locked, 28)).toEqual([128, 129, 130, 132, 133, 134, 135, 136, 137, 138]);
  expect(nextTen(locked, 228)).toEqual([328, 329, 330]);
});

test('at most two hundred chapters can be chosen', () => {
  const all = allOf(locked);
  expect(all).toHaveLength(MOST_AT_ONCE);
  expect(toggled(all, 330)).toBe(all);
  expect(toggled(all, 101)).toHaveLength(MOST_AT_ONCE - 1);
});

test('the same choice in any order is the same request', () => {
  expect(ordered(locked, [105, 102])).toEqual(ordered(locked, [102, 105]));
});
