import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Deadline } from './deadline.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const never = () => new Promise<never>(() => {});
const soon = (ms: number) => new Promise<string>((resolve) => setTimeout(resolve, ms, 'read'));

/** Advances the clock by a second and returns the result of the work. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(1000);
  return work;
}

test('a read without any bytes is aborted', async () => {
  await expect(inTime(new Deadline(undefined, 10_000, 20).guard(never()))).rejects.toMatchObject({ code: 'timeout' });
});

test('many short reads are aborted if all together take too long', async () => {
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

test('pages that are too large together are refused', () => {
  const deadline = new Deadline();
  for (let i = 0; i < 40; i++) deadline.count({}, 100 * 1024 * 1024);
  expect(() => deadline.count({}, 100 * 1024 * 1024)).toThrow(expect.objectContaining({ code: 'bomb_size' }));
});

test('a page that is read again is counted once, with its largest size', () => {
  const deadline = new Deadline();
  const pages = Array.from({ length: 40 }, () => ({}));
  for (let round = 0; round < 3; round++) for (const page of pages) deadline.count(page, 100 * 1024 * 1024);
  expect(() => deadline.count(pages[0] ?? {}, 200 * 1024 * 1024)).toThrow(
    expect.objectContaining({ code: 'bomb_size' }),
  );
});
