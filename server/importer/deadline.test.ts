import { expect, test } from 'vitest';
import { Deadline } from './deadline.ts';

const never = () => new Promise<never>(() => {});
const soon = (ms: number) => new Promise<string>((resolve) => setTimeout(resolve, ms, 'read'));

test('a read that brings nothing is given up', async () => {
  await expect(new Deadline(undefined, 10_000, 20).guard(never())).rejects.toMatchObject({ code: 'timeout' });
});

test('many reads that are each in time are given up when all together take too long', async () => {
  const deadline = new Deadline(undefined, 100, 80);
  const reads = async () => {
    for (let i = 0; i < 20; i++) await deadline.guard(soon(20));
  };
  await expect(reads()).rejects.toMatchObject({ code: 'timeout' });
});

test('the time between reads is not counted', async () => {
  const deadline = new Deadline(undefined, 100, 80);
  expect(await deadline.guard(soon(5))).toBe('read');
  await soon(150);
  expect(await deadline.guard(soon(5))).toBe('read');
});

test('pages that are too much together are refused', () => {
  const deadline = new Deadline();
  for (let i = 0; i < 40; i++) deadline.count(100 * 1024 * 1024);
  expect(() => deadline.count(100 * 1024 * 1024)).toThrow(expect.objectContaining({ code: 'bomb_size' }));
});
