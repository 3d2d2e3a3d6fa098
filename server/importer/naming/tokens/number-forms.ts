import { CHINESE_DIGITS, parseChineseNumber } from '../chinese-number.ts';

const FRACTIONS = new Map([
  ['½', 0.5],
  ['¼', 0.25],
  ['¾', 0.75],
  ['⅓', 0.333],
  ['⅔', 0.667],
  ['⅕', 0.2],
  ['⅖', 0.4],
  ['⅗', 0.6],
  ['⅘', 0.8],
  ['⅛', 0.125],
  ['⅜', 0.375],
  ['⅝', 0.625],
  ['⅞', 0.875],
]);
const FRACTION = `[${[...FRACTIONS.keys()].join('')}]`;
const CIRCLED = '①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳';
const ROMAN_SIGNS = 'ⅰⅱⅲⅳⅴⅵⅶⅷⅸⅹⅺⅻ';
/** 十二, and 十点五. */
const HAN = `[${CHINESE_DIGITS}]{1,9}(?:点[${CHINESE_DIGITS}])?`;
const SPELLED = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const ROMAN = 'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'.split(' ');
const WORD = `(?:${[...SPELLED, ...ROMAN].join('|')})(?![\\p{L}\\d])`;

/** The characters with which an Arabic number begins, as a character class. */
export const ARABIC_FIRST = `\\d${ROMAN_SIGNS}${[...FRACTIONS.keys()].join('')}`;
/** 1 to 20 in a circle. */
export const CIRCLED_NUMBERS = [...CIRCLED];

/** Digits as they are written: 12, 012.5, 12½, ½. */
export const ARABIC = `(?:\\d{1,9}(?:\\.\\d{1,3}(?!\\d))?(?:\\s?${FRACTION})?|${FRACTION}|[${ROMAN_SIGNS}])`;
export const ANY_NUMBER = `(?:${ARABIC}|${HAN}|[${CIRCLED}])`;
export const HAN_NUMBER = HAN;
export const LATIN_NUMBER = `(?:${ARABIC}|${WORD})`;

/** 1-3, 1~3, 1至3. A number after a space and a dash may belong to the title. */
export const rangeOf = (number: string, before = '', dash = '-'): string =>
  `(?:(?<dash>${dash})(?:${before})?(?<to>${number})|\\s*(?<joint>[~至到、&+])\\s*(?:${before})?(?<range>${number}))`;

/** Undefined if it is not a number. */
export function readNumber(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const plain = text.toLowerCase();
  const fraction = FRACTIONS.get(plain.at(-1) ?? '');
  if (fraction !== undefined) return Number(plain.slice(0, -1) || 0) + fraction;
  if (/^[\d.]+$/.test(plain)) return Number(plain);
  const word = Math.max(...[SPELLED, ROMAN, [...CIRCLED], [...ROMAN_SIGNS]].map((list) => list.indexOf(plain)));
  if (word >= 0) return word + 1;
  const [whole = '', tenth] = plain.split('点');
  const read = parseChineseNumber(whole);
  return read === undefined || tenth === undefined ? read : read + (parseChineseNumber(tenth) ?? 0) / 10;
}
