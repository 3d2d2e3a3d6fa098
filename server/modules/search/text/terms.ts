import type { Readings } from './spelling.ts';

/** Parts of one and of two characters. A text contains a word only if it has all parts of the word. */
export function gramsOf(text: string): string[] {
  return [...new Set(text.split(/[ \n]/).flatMap((run) => parts([...run])))];
}

function parts(characters: readonly string[]): string[] {
  return characters.flatMap((each, index) => (index === 0 ? [each] : [each, `${characters[index - 1]}${each}`]));
}

/** A part of a text with at most this many characters is a term itself. */
export const LONGEST_TERM = 2;

/** Only the longest parts of a word. They are enough to look it up. */
export function lookupGrams(word: string): string[] {
  const characters = [...word];
  return characters.length < 2 ? characters : parts(characters).filter((part) => [...part].length === LONGEST_TERM);
}

/** These prefixes and the next ones are capitals, so that they differ from the parts of texts, which are in lower case. */
const WHOLE = 'W';
const BEGINNING = 'B';
const IN_NAME = 'N';
/** A term is a key of an index. No word is longer than this. */
const LONGEST_WHOLE = 40;

/** Additional terms of names, so that a search for a word of many texts finds it in names first. */
export function nameTerms(name: string): string[] {
  const [first = ''] = name.split(' ');
  const characters = [...first];
  return [
    ...wholeTerms(name),
    ...[1, 2]
      .filter((length) => length <= characters.length)
      .map((length) => BEGINNING + characters.slice(0, length).join('')),
    ...gramsOf(name).map((part) => IN_NAME + part),
  ];
}

/** A name or an author in one piece. */
export function wholeTerms(name: string): string[] {
  const length = [...name].length;
  return length > 0 && length <= LONGEST_WHOLE ? [WHOLE + name] : [];
}

/** Three lookups: comics whose name is these words, begins with them, or contains them. */
export function nameLookups(words: readonly string[]): [string[], string[], string[]] {
  const [first = ''] = words;
  const inside = words.flatMap(lookupGrams).map((part) => IN_NAME + part);
  return [[WHOLE + words.join(' ')], [BEGINNING + [...first].slice(0, 2).join(''), ...inside], inside];
}

const PINYIN = 'P';
const START = 'S';
const INITIALS = 'I';
const FIRST = 'F';
/** Three letters from the beginning of a syllable, or three initials, leave few names. */
const LONG = 3;

/**
 * The parts of the pinyin of a name that are looked up, over all its readings: pairs of neighbouring letters, the first two and three
 * letters from each syllable on, two and three initials in a row, and the very first initial.
 */
export function letterTerms(name: Readings): string[] {
  const terms = new Set<string>();
  name.forEach((readings, at) => {
    for (const letters of beginnings(name, at, LONG)) addBoth(START, letters);
    for (const initials of initialsFrom(name, at, LONG)) addBoth(INITIALS, initials);
    for (const reading of readings) {
      if (at === 0) terms.add(FIRST + reading[0]);
      for (const pair of partsOf(reading, 2)) terms.add(PINYIN + pair);
      for (const before of name[at - 1] ?? []) terms.add(PINYIN + before.slice(-1) + reading[0]);
    }
  });
  return [...terms];

  function addBoth(kind: string, letters: string): void {
    for (const length of [2, LONG]) if (letters.length >= length) terms.add(kind + letters.slice(0, length));
  }
}

/** The letters that a reader may type beginning at a syllable: this many of them, or all. */
function beginnings(name: Readings, at: number, length: number): string[] {
  const readings = name[at];
  if (length === 0 || !readings || readings.length === 0) return [''];
  return readings.flatMap((reading) => {
    const letters = reading.slice(0, length);
    return beginnings(name, at + 1, length - letters.length).map((rest) => letters + rest);
  });
}

function initialsFrom(name: Readings, at: number, length: number): string[] {
  const initials = new Set(name[at]?.map((reading) => reading[0]));
  if (length === 0 || initials.size === 0) return [''];
  return [...initials].flatMap((initial) => initialsFrom(name, at + 1, length - 1).map((rest) => initial + rest));
}

function partsOf(letters: string, length: number): string[] {
  const count = Math.max(0, letters.length - length + 1);
  return Array.from({ length: count }, (_, index) => letters.slice(index, index + length));
}

/** The terms that a name contains if these letters are in its pinyin. A single letter is only found at its beginning. */
export function pinyinLookup(letters: string): string[] {
  if (letters.length < 2) return [FIRST + letters];
  return [START + letters.slice(0, LONG), ...insideLookup(letters.slice(LONG - 1))];
}

export function initialsLookup(letters: string): string[] {
  if (letters.length < 2) return [FIRST + letters];
  return partsOf(letters, Math.min(letters.length, LONG)).map((part) => INITIALS + part);
}

function insideLookup(letters: string): string[] {
  return partsOf(letters, 2).map((pair) => PINYIN + pair);
}

/** The terms of genres have their own prefix, so that a name with these letters is not hidden by all comics of a genre. */
const GENRE = 'G';
/** The most spellings of a genre whose characters have several readings. */
const MOST_SPELLINGS = 8;
const LONGEST_GENRE = 20;

/** The beginnings of the pinyin and of the initials of a genre. */
export function genreTerms(genre: Readings): string[] {
  const initials = genre.map((readings) => readings.flatMap((reading) => reading[0] ?? []));
  return [...spellings(genre), ...spellings(initials)].flatMap((letters) =>
    partsFrom(letters.slice(0, LONGEST_GENRE)).map((part) => GENRE + part),
  );
}

/** Null for a single letter, which nearly every genre begins with. */
export function genreLookup(letters: string): string | null {
  return letters.length < LEAST_OF_GENRE ? null : GENRE + letters;
}

const LEAST_OF_GENRE = 2;

/** Everything that the readings spell one after the other; nothing if a character has none. */
function spellings(name: Readings): string[] {
  let spelled = [''];
  for (const readings of name) {
    const longer = spelled.flatMap((letters) => [...new Set(readings)].map((reading) => letters + reading));
    spelled = longer.slice(0, MOST_SPELLINGS);
  }
  return spelled;
}

function partsFrom(letters: string): string[] {
  return Array.from({ length: Math.max(0, letters.length - LEAST_OF_GENRE + 1) }, (_, index) =>
    letters.slice(0, index + LEAST_OF_GENRE),
  );
}

/** With fewer letters nearly every word differs from some name by one letter. */
export const LEAST_ALMOST = 5;

/** Shorter words have two halves instead of three parts: two of three short parts are in more names than one half. */
const LEAST_THIRDS = 14;

/**
 * Lookups for letters with one mistake: a wrong, missing or added letter, or two swapped ones. The mistake is in one part at most,
 * because a letter between two parts belongs to neither, so one of the lookups succeeds. Long words have three parts, and each
 * lookup uses two of them. Other words have two halves.
 */
export function almostLookups(letters: string): [string[], string[], string[]] {
  const parts = letters.length < LEAST_THIRDS ? 2 : 3;
  const length = Math.floor((letters.length - parts + 1) / parts);
  const first = pinyinLookup(letters.slice(0, length));
  const second = insideLookup(letters.slice(length + 1, parts === 2 ? undefined : 2 * length + 1));
  if (parts === 2) return [first, second, second];
  const third = insideLookup(letters.slice(2 * length + 2));
  return [
    [...first, ...second],
    [...first, ...third],
    [...second, ...third],
  ];
}
