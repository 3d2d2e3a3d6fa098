import type { ListedEntry } from './engine-listing.ts';

const UNITS: Record<string, number> = { b: 0, k: 10, m: 20, g: 30 };

/** Peak memory of unpacking: the largest dictionary that the methods declare, but at most the unpacked size. */
export function unpackingBytes(entries: readonly ListedEntry[]): number {
  const declared = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  const dictionary = entries.reduce((most, { method }) => Math.max(most, dictionaryIn(method)), 0);
  return Math.min(dictionary, declared);
}

/** LZMA2:64m, LZMA:24, PPMD:o6:mem26, v6:m3:128K: a number without a unit is a power of two. */
function dictionaryIn(method: string): number {
  const sizes = [...method.matchAll(/(?::|mem)(\d{1,10})([bkmg])?(?![\w])/gi)];
  return Math.max(
    0,
    ...sizes.map(([, number, unit]) =>
      unit ? Number(number) * 2 ** (UNITS[unit.toLowerCase()] ?? 0) : 2 ** Math.min(40, Number(number)),
    ),
  );
}
