import { Converter } from 'opencc-js/t2cn';

/** A text as it is searched, and for each code unit of it the index of the character in `original` that it comes from. */
export type Folded = { original: string; text: string; origins: readonly number[] };

const CONVERTERS = (['jp', 'hk', 'tw'] as const).map((from) => Converter({ from, to: 'cn' }));
const simplified = new Map<string, string>();

/** Scripts written without spaces between words. */
const IS_UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〇]/u;
const IS_WRITTEN = /[\p{L}\p{N}ー々〇]/u;

/**
 * What spellings of one text have in common: simplified characters, narrow forms, lower case, no accents, no punctuation.
 * A space stands only where a run of another script begins, or between two words of Latin.
 */
export function fold(given: string): Folded {
  const original = given.normalize('NFC');
  let text = '';
  let last: 'unspaced' | 'spaced' | null = null;
  let isApart = false;
  const origins: number[] = [];
  let index = 0;
  for (const character of original) {
    for (const each of narrow(character)) {
      if (!IS_WRITTEN.test(each)) {
        isApart = true;
        continue;
      }
      const kind = IS_UNSPACED.test(each) ? 'unspaced' : 'spaced';
      if (last !== null && (kind !== last || (isApart && kind === 'spaced'))) {
        text += ' ';
        origins.push(index);
      }
      const folded = kind === 'unspaced' ? simplify(each) : each;
      text += folded;
      for (let unit = 0; unit < folded.length; unit++) origins.push(index);
      last = kind;
      isApart = false;
    }
    index += character.length;
  }
  return { original, text, origins };
}

const MOST_WORDS = 8;
const LONGEST_WORD = 40;

/** The words of what somebody searches for, folded, each once: runs of one script. */
export function wordsOf(keyword: string): string[] {
  const words = keyword.split(/\s+/u).flatMap((each) => fold(each).text.split(' '));
  const bounded = words.map((word) => [...word].slice(0, LONGEST_WORD).join(''));
  return [...new Set(bounded.filter((word) => word !== ''))].slice(0, MOST_WORDS);
}

/** Full-width forms become narrow ones, capitals small ones, é becomes e; the marks of kana stay. */
function narrow(character: string): string {
  const plain = character.normalize('NFKC').toLowerCase();
  return /\p{Script=Latin}/u.test(plain) ? plain.normalize('NFD').replace(/\p{M}/gu, '') : plain;
}

/**
 * Character by character: OpenCC's phrases would fold 乾 alone and in 乾坤 differently, and a part of a title would not
 * be found in it. The forms of Japan, Hong Kong and Taiwan one after the other.
 */
function simplify(character: string): string {
  const known = simplified.get(character);
  if (known !== undefined) return known;
  const found = CONVERTERS.reduce((text, convert) => convert(text), character);
  simplified.set(character, found);
  return found;
}
