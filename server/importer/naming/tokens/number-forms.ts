import { CHINESE_DIGITS, parseChineseNumber } from '../chinese-number.ts';

const FRACTIONS = new Map([
  ['½', 0.5],
  ['¼', 0.25],
  ['¾', 0.75],
  ['⅓', 0.333],
  ['⅔', 0.667],
]);
const FRACTION = `[${[...FRACTIONS.keys()].join('')}]`;
const HAN = `[${CHINESE_DIGITS}]{1,9}`;
const SPELLED = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const ROMAN = 'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'.split(' ');
const WORD = `(?:${[...SPELLED, ...ROMAN].join('|')})(?![\\p{L}\\d])`;

/** What it begins with, as a character class. */
export const ARABIC_FIRST = `\\d${[...FRACTIONS.keys()].join('')}`;

/** Digits as they are written: 12, 012.5, 12½, ½. */
export const ARABIC = `(?:\\d{1,9}(?:\\.\\d{1,3}(?!\\d))?${FRACTION}?|${FRACTION})`;
export const ANY_NUMBER = `(?:${ARABIC}|${HAN})`;
export const HAN_NUMBER = HAN;
export const LATIN_NUMBER = `(?:${ARABIC}|${WORD})`;

/** 1-3, 1~3, 1至3; behind a blank and a dash a number may as well belong to the title. */
export const rangeOf = (number: string, before = ''): string =>
  `(?:(?<dash>-)(?:${before})?(?<to>${number})|\\s*(?<joint>[~至到])\\s*(?:${before})?(?<range>${number}))`;

/** Undefined where it is no number. */
export function readNumber(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const plain = text.toLowerCase();
  const fraction = FRACTIONS.get(plain.at(-1) ?? '');
  if (fraction !== undefined) return Number(plain.slice(0, -1) || 0) + fraction;
  if (/^[\d.]+$/.test(plain)) return Number(plain);
  const word = Math.max(SPELLED.indexOf(plain), ROMAN.indexOf(plain));
  return word >= 0 ? word + 1 : parseChineseNumber(plain);
}
