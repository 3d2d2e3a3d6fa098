import { expect, test } from 'vitest';
import { createYield, forEachYielding, sortYielding } from './yield.ts';

test.each([0, 1, 255, 256, 257, 1_000, 5_003])(
  '%i items are sorted as by toSorted, equal items keep their order',
  async (count) => {
    const items = Array.from({ length: count }, (_, index) => ({ index, key: (index * 7919) % 101 }));
    const byKey = (a: { key: number }, b: { key: number }) => a.key - b.key;
    expect(await sortYielding(items, byKey)).toEqual(items.toSorted(byKey));
  },
);

test('every item is visited once, in order', async () => {
  const items = Array.from({ length: 1_000 }, (_, index) => index);
  const seen: number[] = [];
  await forEachYielding(items, (item) => void seen.push(item));
  expect(seen).toEqual(items);
});

test('long work yields to waiting callbacks, short work does not yield', async () => {
  const yieldNow = createYield();
  expect(yieldNow()).toBeUndefined();
  const order: string[] = [];
  setImmediate(() => order.push('what waited'));
  for (const began = performance.now(); performance.now() - began < 5; );
  await yieldNow();
  order.push('the work');
  expect(order).toEqual(['what waited', 'the work']);
});
