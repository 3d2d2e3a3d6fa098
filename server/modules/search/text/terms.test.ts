import { expect, test } from 'vitest';
import { almostHasLetters, spell } from './spelling.ts';
import { almostLookups, LEAST_ALMOST, letterTerms } from './terms.ts';

const LETTER = 'z';

/** Everything that is one wrong, missing, added or swapped letter away. */
function mistypings(letters: string): string[] {
  return [...letters].flatMap((letter, at) => {
    const [before, after] = [letters.slice(0, at), letters.slice(at + 1)];
    return [before + LETTER + after, before + after, before + LETTER + letter + after, before + swap(letter, after)];
  });
}

function swap(letter: string, after: string): string {
  return after === '' ? letter : `${after[0]}${letter}${after.slice(1)}`;
}

test.each(['天空', '小辣椒', '小辣椒与萝卜头', '银行长官'])(
  'one letter wrong anywhere in the pinyin of %s still looks it up',
  (title) => {
    const name = spell(title).map(({ readings }) => readings);
    const terms = new Set(letterTerms(name));
    const typed = mistypings(name.map(([reading]) => reading ?? '').join('')).filter(
      (letters) => letters.length >= LEAST_ALMOST && almostHasLetters(name, letters),
    );
    expect(typed.length).toBeGreaterThan(20);
    const isLookedUp = (letters: string) =>
      almostLookups(letters).some((lookup) => lookup.length > 0 && lookup.every((term) => terms.has(term)));
    expect(typed.filter((letters) => !isLookedUp(letters))).toEqual([]);
  },
);
