import { WrongUsage } from '../../../core/command-line/command-line.ts';

/** Numbers from one to another, both included. */
export type Range = { from: number; to: number };

const RANGE = /^(\d{1,9}(?:\.\d{1,5})?)(?:-(\d{1,9}(?:\.\d{1,5})?))?$/;

/** Reads `3`, `1-8` or `1,5-7`. */
export function readRanges(text: string, what: string): Range[] {
  return text.split(/[,，、]/).map((part) => {
    const found = RANGE.exec(part.trim());
    const range = { from: Number(found?.[1]), to: Number(found?.[2] ?? found?.[1]) };
    if (!found || range.from > range.to) throw new WrongUsage(`${what}要写成 3、1-8 或 1,5-7`);
    return range;
  });
}

export function isWithin(ranges: readonly Range[], no: number): boolean {
  return ranges.some(({ from, to }) => from <= no && no <= to);
}
