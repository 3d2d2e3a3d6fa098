import { expect, test } from 'vitest';
import { inOrder, rangesOf, rangeWith } from './ranges.ts';

const chapters = Array.from({ length: 120 }, (_, index) => ({ id: 1000 + index, no: index + 1 }));

test('a long list is cut into ranges of fifty, labelled by their chapters', () => {
  expect(rangesOf(chapters).map(({ label }) => label)).toEqual(['1-50', '51-100', '101-120']);
});

test('newest first turns the ranges round as well', () => {
  const [range] = rangesOf(inOrder(chapters, 'newest'));
  expect(range?.label).toBe('120-71');
});

test('a comic without chapters has no ranges', () => {
  expect(rangesOf([])).toEqual([]);
});

test('a chapter is looked for in all ranges, and one that is gone stands for the first', () => {
  const ranges = rangesOf(chapters);
  expect([rangeWith(ranges, 1000), rangeWith(ranges, 1050), rangeWith(ranges, 9), rangeWith(ranges, null)]).toEqual([
    0, 1, 0, 0,
  ]);
});
