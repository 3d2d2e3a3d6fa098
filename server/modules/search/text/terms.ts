import type { Readings } from './spelling.ts';

/** Parts of one and of two characters: each word that is found in a text shares all of its own with it. */
export function gramsOf(text: string): string[] {
  return [...new Set(text.split(/[ \n]/).flatMap((run) => parts([...run])))];
}

function parts(characters: readonly string[]): string[] {
  return characters.flatMap((each, index) => (index === 0 ? [each] : [each, `${characters[index - 1]}${each}`]));
}

/** The longest parts of a word alone, which are enough to look it up. */
export function lookupGrams(word: string): string[] {
  const characters = [...word];
  return characters.length < 2 ? characters : parts(characters).filter((part) => [...part].length === 2);
}

/** Capitals keep these apart from the parts of texts, which are folded. */
const PINYIN = 'P';
const INITIALS = 'I';

/** Pairs of neighbouring letters in the pinyin of a name, over all its readings, and its initials one by one and in pairs. */
export function letterTerms(name: Readings): string[] {
  const terms = new Set<string>();
  name.forEach((readings, at) => {
    for (const reading of readings) {
      terms.add(INITIALS + reading[0]);
      for (const pair of pairs(reading)) terms.add(PINYIN + pair);
      for (const before of name[at - 1] ?? []) {
        terms.add(PINYIN + before.slice(-1) + reading[0]);
        terms.add(INITIALS + before[0] + reading[0]);
      }
    }
  });
  return [...terms];
}

function pairs(letters: string): string[] {
  return Array.from({ length: letters.length - 1 }, (_, index) => letters.slice(index, index + 2));
}

/** What the terms of a name contain if these letters are in its pinyin; a single letter is looked up as an initial. */
export function pinyinLookup(letters: string): string[] {
  return letters.length < 2 ? initialsLookup(letters) : pairs(letters).map((pair) => PINYIN + pair);
}

export function initialsLookup(letters: string): string[] {
  return (letters.length < 2 ? [letters] : pairs(letters)).map((part) => INITIALS + part);
}

/** With fewer letters nearly everything is one letter away from something. */
export const LEAST_ALMOST = 5;

/**
 * Two lookups, one of which succeeds wherever one letter of these is wrong, missing or added, or two neighbours are swapped:
 * the halves, without the letter between them.
 */
export function almostLookups(letters: string): [string[], string[]] {
  const middle = letters.length >> 1;
  return [pinyinLookup(letters.slice(0, middle)), pinyinLookup(letters.slice(middle + 1))];
}
