import { expect, test } from 'vitest';
import { indexOf, nearestNo, outlineOf, rangesOf, rangeWith } from './ranges.ts';

const chapters = Array.from({ length: 120 }, (_, index) => ({ id: 1000 + index, no: index + 1 }));
const outline = outlineOf({ chapters });

test('a long list is cut into ranges of fifty, labelled by their chapters', () => {
  expect(rangesOf(outline, 'oldest')).toEqual([
    { label: '1-50', from: 0, size: 50 },
    { label: '51-100', from: 50, size: 50 },
    { label: '101-120', from: 100, size: 20 },
  ]);
});

test('newest first also reverses the ranges', () => {
  expect(rangesOf(outline, 'newest')).toEqual([
    { label: '120-71', from: 70, size: 50 },
    { label: '70-21', from: 20, size: 50 },
    { label: '20-1', from: 0, size: 20 },
  ]);
});

test('a comic without chapters has no ranges', () => {
  expect(rangesOf(outlineOf({ chapters: [] }), 'oldest')).toEqual([]);
});

test('ranges are the same if only some chapters are loaded', () => {
  const numbers = [
    { no: 0.5, count: 1 },
    { no: 1, count: 3000 },
    { no: 3002, count: 10 },
  ];
  const window = { total: 3011, numbers };
  const ranges = rangesOf(outlineOf({ chapters, window }), 'oldest');
  expect(ranges).toHaveLength(61);
  expect([ranges[0]?.label, ranges[1]?.label, ranges.at(-1)?.label]).toEqual(['0.5-49', '50-99', '3000-3011']);
  expect([0.5, 1, 49, 50, 3000, 3001, 3011, 9999].map((no) => rangeWith(ranges, window, no))).toEqual([
    0, 0, 0, 1, 60, 60, 60, 60,
  ]);
});

test('a chapter is found in its range, an unknown one in the first', () => {
  const ranges = rangesOf(outline, 'oldest');
  expect([1, 51, undefined].map((no) => rangeWith(ranges, outline, no))).toEqual([0, 1, 0]);
});

test('a number without a chapter leads to the next one', () => {
  const gaps = outlineOf({ chapters: [{ no: 3 }, { no: 1 }, { no: 7.5 }] });
  expect([0, 1, 2, 3, 4, 7.5, 8].map((no) => indexOf(gaps, no))).toEqual([0, 0, 1, 1, 2, 2, 2]);
  expect([0, 2, 7.5, 99].map((no) => nearestNo(gaps, no))).toEqual([1, 3, 7.5, 7.5]);
});
