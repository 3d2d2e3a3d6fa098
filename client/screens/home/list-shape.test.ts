import { expect, test } from 'vitest';
import { listShape } from './list-shape.ts';

/** Shapes of one to seven comics. */
const shapes = (layout: Parameters<typeof listShape>[0], isWide: boolean) =>
  [1, 2, 3, 4, 7].map((count) => listShape(layout, count, isWide));

test.each([
  ['grid', ['info', 'info', 'grid', 'grid', 'grid'], ['info', 'info', 'info', 'grid', 'grid']],
  ['row', ['info', 'info', 'row', 'row', 'row'], ['info', 'info', 'row', 'row', 'row']],
  ['wide', ['info', 'wide', 'wide', 'wide', 'wide'], ['info', 'info', 'wide', 'wide', 'wide']],
  ['list', ['info', 'info', 'info', 'info', 'info'], ['info', 'info', 'info', 'info', 'info']],
  ['rank', ['rank', 'rank', 'rank', 'rank', 'rank'], ['rank', 'rank', 'rank', 'rank', 'rank']],
] as const)('1, 2, 3, 4 and 7 comics of a section in %s: on a phone %j, on a wide screen %j', (layout, phone, wide) => {
  expect(shapes(layout, false)).toEqual(phone);
  expect(shapes(layout, true)).toEqual(wide);
});
