import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Deadline } from './deadline.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const never = () => new Promise<never>(() => {});
const soon = (ms: number) => new Promise<string>((resolve) => setTimeout(resolve, ms, 'read'));

/** Lets a second go by without waiting for it, and gives what has come of the work. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(1000);
  return work;
}

test('a read that brings nothing is given up', async () => {
  await expect(inTime(new Deadline(undefined, 10_000, 20).guard(never()))).rejects.toMatchObject({ code: 'timeout' });
});

test('many reads that are each in time are given up when all together take too long', async () => {
  const deadline = new Deadline(undefined, 100, 80);
  const reads = async () => {
    for (let i = 0; i < 20; i++) await deadline.guard(soon(20));
  };
  await expect(inTime(reads())).rejects.toMatchObject({ code: 'timeout' });
});

test('the time between reads is not counted', async () => {
  const deadline = new Deadline(undefined, 100, 80);
  expect(await inTime(deadline.guard(soon(5)))).toBe('read');
  expect(await inTime(deadline.guard(soon(5)))).toBe('read');
});

test('pages that are too much together are refused', () => {
  const deadline = new Deadline();
  for (let i = 0; i < 40; i++) deadline.count(100 * 1024 * 1024);
  expect(() => deadline.count(100 * 1024 * 1024)).toThrow(expect.objectContaining({ code: 'bomb_size' }));
});
