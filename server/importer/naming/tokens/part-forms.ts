import { ANY_NUMBER, LATIN_NUMBER } from './number-forms.ts';
import type { TokenForm } from './token.ts';

const form = (pattern: string, value?: number): TokenForm => ({
  kind: 'part',
  pattern: new RegExp(pattern, 'iuy'),
  ...(value !== undefined && { value }),
});
const piece = (signs: string) => `(?:[${signs}](?:\\s*[卷册冊巻集部篇编編话話])?)(?![\\p{L}])`;
const half = (signs: string) => `[${signs}]\\s*[篇编編](?![\\p{L}])`;

/** The halves keep the places that readers know: 12, 12.3 and 12.5. */
export const HALVES = { first: 0, middle: 3, last: 5 } as const;

export const PART_FORMS: readonly TokenForm[] = [
  form(`(?:part|pt|teil|partie|parte)[\\s.#-]*(?<no>${LATIN_NUMBER})(?!\\d)`),
  form(piece('上'), HALVES.first),
  form(piece('中'), HALVES.middle),
  form(piece('下'), HALVES.last),
  form(half('前'), HALVES.first),
  form(half('中'), HALVES.middle),
  form(half('后後'), HALVES.last),
  ...[...'①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳'].map((sign, index) => form(sign, index + 1)),
  form(`(?:其之?|その|其の)\\s*(?<no>${ANY_NUMBER})(?![\\p{L}])`),
  // 第12话-1
  form('(?<=[话話回集章节節화])\\s?-\\s?(?<no>\\d{1,2})(?![\\p{L}\\d.])'),
];
