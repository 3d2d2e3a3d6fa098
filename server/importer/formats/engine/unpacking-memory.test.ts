import { expect, test } from 'vitest';
import type { ListedEntry } from './engine-listing.ts';
import { unpackingBytes } from './unpacking-memory.ts';

const MIB = 1024 * 1024;
const entries = (method: string, megabytes: number): ListedEntry[] =>
  [0.5, 0.5].map((share) => ({
    name: 'x.jpg',
    folder: false,
    bytes: share * megabytes * MIB,
    encrypted: false,
    link: false,
    split: false,
    stream: false,
    crc32: undefined,
    method,
  }));

test.each([
  ['LZMA2:64m', 300, 64],
  ['BCJ LZMA:26', 300, 64],
  ['LZMA:28', 300, 256],
  ['PPMD:o6:mem26', 300, 64],
  ['v6:m3:32M', 300, 32],
  ['m3:22', 300, 4],
  ['Copy', 300, 0],
  ['LZMA:28', 10, 10],
])('%s over %i MB takes %i MB', (method, megabytes, expected) => {
  expect(unpackingBytes(entries(method, megabytes)) / MIB).toBe(expected);
});
