import { describe, expect, test } from 'vitest';
import { guardedAddresses, keyOfAddress } from './image-address.ts';

const KEY = { kid: 3, secret: Buffer.alloc(32, 7) };
const KEYS = new Map([[KEY.kid, KEY]]);
const CHAPTER = 'a'.repeat(32);
const STORED = `guarded/${CHAPTER}/${'b'.repeat(32)}.bin`;
const WINDOW_START = new Date('2026-11-22T06:00:00Z');

const seconds = (count: number) => new Date(WINDOW_START.getTime() + count * 1000);
const HOUR = 3600;

describe('a signed address', () => {
  test.each([
    ['at the first moment of its window', 0],
    ['at the last', 6 * HOUR - 1],
  ])('made %s holds to the end of the next window', (_, madeAt) => {
    const address = guardedAddresses(KEY, CHAPTER, seconds(madeAt))(STORED);
    const opened = (at: number) => keyOfAddress(address, KEYS, seconds(at));
    expect(opened(madeAt)).toEqual({ key: STORED, maxAgeSeconds: 12 * HOUR - madeAt });
    expect(opened(12 * HOUR - 1)).toEqual({ key: STORED, maxAgeSeconds: 1 });
    expect(opened(12 * HOUR)).toBe('refused');
    expect(opened(12 * HOUR + 1)).toBe('refused');
  });

  test('is another one in the next window', () => {
    const made = (at: number) => guardedAddresses(KEY, CHAPTER, seconds(at))(STORED);
    expect(made(6 * HOUR - 1)).toBe(made(0));
    expect(made(6 * HOUR)).not.toBe(made(0));
  });
});
