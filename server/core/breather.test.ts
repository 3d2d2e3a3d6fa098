import { expect, test } from 'vitest';
import { createBreather, forEachBreathing, sortBreathing } from './breather.ts';

test.each([0, 1, 255, 256, 257, 1_000, 5_003])(
  '%i items are sorted as ever, equal ones in their order',
  async (count) => {
    const items = Array.from({ length: count }, (_, index) => ({ index, key: (index * 7919) % 101 }));
    const byKey = (a: { key: number }, b: { key: number }) => a.key - b.key;
    expect(await sortBreathing(items, byKey)).toEqual(items.toSorted(byKey));
  },
);

test('every item has its turn, in order', async () => {
  const items = Array.from({ length: 1_000 }, (_, index) => index);
  const seen: number[] = [];
  await forEachBreathing(items, (item) => void seen.push(item));
  expect(seen).toEqual(items);
});

test('after long work what waits goes first, after short work nothing is waited for', async () => {
  const breathe = createBreather();
  expect(breathe()).toBeUndefined();
  const order: string[] = [];
  setImmediate(() => order.push('what waited'));
  for (const began = performance.now(); performance.now() - began < 5; );
  await breathe();
  order.push('the work');
  expect(order).toEqual(['what waited', 'the work']);
});
