import { WrongUsage } from '../../../core/command-line/command-line.ts';

/** Numbers from one to another, both included. */
export type Range = { from: number; to: number };

const MOST_LISTED = 20;
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

/** Numbers in their order, with runs of whole numbers joined: `1-3、5`. */
export function numberText(nos: readonly number[]): string {
  const runs: Range[] = [];
  for (const no of nos.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && no === last.to + 1) last.to = no;
    else runs.push({ from: no, to: no });
  }
  return cut(runs.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)));
}

/** A list with its first 20 items. */
export function cut(texts: readonly string[]): string {
  return `${texts.slice(0, MOST_LISTED).join('、')}${texts.length > MOST_LISTED ? `……共 ${texts.length} 项` : ''}`;
}
