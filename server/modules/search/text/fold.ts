import { characterForm } from './characters.ts';

/** A text as it is searched, and for each of its code units the place in `original` that it was made from. */
export type Folded = { original: string; text: string; starts: readonly number[]; ends: readonly number[] };

/** Scripts written without spaces between words. */
const IS_UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〇]/u;
const IS_WRITTEN = /[\p{L}\p{N}ー々〇]/u;
/** A character and the marks after it, which may be separate characters: ﾊ and ﾟ are パ. */
const WITH_MARKS = /.[\p{M}\uff9e\uff9f]*/gsu;

/**
 * A form that is equal for all spellings of one text: one form of each character, narrow Latin and wide kana, hiragana for katakana,
 * lower case, no accents, no punctuation. Spaces are only between runs of different scripts and between two Latin words.
 */
export function fold(given: string): Folded {
  const original = given.normalize('NFC');
  const folded = { original, text: '', starts: [] as number[], ends: [] as number[] };
  let last: 'unspaced' | 'spaced' | null = null;
  let isApart = false;
  for (const { 0: written, index } of original.matchAll(WITH_MARKS)) {
    for (const each of plain(written)) {
      if (!IS_WRITTEN.test(each)) {
        isApart = true;
        continue;
      }
      const kind = IS_UNSPACED.test(each) ? 'unspaced' : 'spaced';
      if (last !== null && (kind !== last || (isApart && kind === 'spaced'))) add(' ');
      add(kind === 'unspaced' ? characterForm(hiragana(each)) : each);
      last = kind;
      isApart = false;
    }

    function add(text: string): void {
      folded.text += text;
      for (let unit = 0; unit < text.length; unit++) {
        folded.starts.push(index);
        folded.ends.push(index + written.length);
      }
    }
  }
  return folded;
}

const MOST_WORDS = 8;
const LONGEST_WORD = 40;

/** The folded words of a search, each once. A word is a run of one script. */
export function wordsOf(keyword: string): string[] {
  const words = keyword.split(/\s+/u).flatMap((each) => fold(each).text.split(' '));
  const bounded = words.map((word) => [...word].slice(0, LONGEST_WORD).join(''));
  return [...new Set(bounded.filter((word) => word !== ''))].slice(0, MOST_WORDS);
}

/** Ａ and A become a, é becomes e; the marks of kana stay. */
function plain(written: string): string {
  const composed = written.normalize('NFKC').toLowerCase();
  return /\p{Script=Latin}/u.test(composed) ? composed.normalize('NFD').replace(/\p{M}/gu, '') : composed;
}

/** In Unicode, the code of a katakana from ァ to ヶ, or of its repetition mark, is that of the hiragana plus this number. */
function hiragana(character: string): string {
  return /[\u30a1-\u30f6\u30fd\u30fe]/.test(character)
    ? String.fromCharCode(character.charCodeAt(0) - 0x60)
    : character;
}
