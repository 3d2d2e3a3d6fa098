import { expect, test } from 'vitest';
import { cardGrid } from './card-grid.ts';

/** The columns on a phone and on a wider screen. */
function columnsOf(count: number): [phone: number, wide: number] {
  const { grid } = cardGrid(count);
  const phone = Number(/(?:^| )grid-cols-(\d)/.exec(grid)?.[1] ?? 1);
  return [phone, Number(/sm:grid-cols-(\d)/.exec(grid)?.[1] ?? phone)];
}

test.each([
  [1, 1, 1],
  [2, 2, 2],
  [3, 1, 3],
  [4, 2, 2],
  [5, 1, 1],
  [6, 2, 3],
])('%i packages fill rows of %i on a phone and of %i on a wider screen', (count, phone, wide) => {
  expect(columnsOf(count)).toEqual([phone, wide]);
  expect([count % phone, count % wide]).toEqual([0, 0]);
});

test('a card that is as wide as the screen has its price at the right', () => {
  expect([1, 3, 5].map((count) => cardGrid(count).end)).toEqual([
    expect.stringMatching(/^ml-auto /),
    expect.stringMatching(/^max-sm:ml-auto /),
    expect.stringMatching(/^ml-auto /),
  ]);
});
