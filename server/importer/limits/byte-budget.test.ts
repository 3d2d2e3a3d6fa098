import { expect, test } from 'vitest';
import { byteBudget } from './byte-budget.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Work that takes bytes and keeps them until the test releases them. */
function takers(limit: number) {
  const budget = byteBudget(limit);
  const begun: number[] = [];
  const gives: (() => void)[] = [];
  return {
    begun,
    async take(...sizes: number[]) {
      for (const size of sizes)
        void budget.take(size).then((giveBack) => {
          begun.push(size);
          gives.push(giveBack);
        });
      await settle();
    },
    async giveBack() {
      gives.shift()?.();
      await settle();
    },
  };
}

test('work starts while its bytes are free, down to the last one, and other work waits until they are released', async () => {
  const work = takers(10);
  await work.take(4, 6, 1);
  expect(work.begun).toEqual([4, 6]);
  await work.giveBack();
  expect(work.begun).toEqual([4, 6, 1]);
});

test('later work does not overtake earlier work, even if its bytes are free', async () => {
  const work = takers(10);
  await work.take(8, 5, 1);
  expect(work.begun).toEqual([8]);
  await work.giveBack();
  expect(work.begun).toEqual([8, 5, 1]);
});

test('work that needs more than the limit runs alone', async () => {
  const work = takers(10);
  await work.take(1, 99, 1);
  expect(work.begun).toEqual([1]);
  await work.giveBack();
  expect(work.begun).toEqual([1, 99]);
  await work.giveBack();
  expect(work.begun).toEqual([1, 99, 1]);
  await work.take(9);
  expect(work.begun).toEqual([1, 99, 1, 9]);
});
