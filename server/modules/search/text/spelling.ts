import { polyphonic } from 'pinyin-pro';
import { fold } from './fold.ts';

/** One character or one Latin word of a name: its readings, none without pinyin, and its place in the name. */
export type Syllable = { readings: readonly string[]; start: number; end: number };

/** The syllables of a name that typed letters match: from `start` to before `end`. `isWhole`: the letters match the whole name. */
export type LettersFound = { start: number; end: number; isWhole: boolean };

const IS_HAN = /\p{Script=Han}/u;
const IS_SPELLED = /^[a-z0-9]+$/;

/** How a name is typed in pinyin, with all readings of every character. Latin words and numbers are kept. */
export function spell(name: string): Syllable[] {
  const { original, text, starts, ends } = fold(name);
  const syllables: Syllable[] = [];
  let unit = 0;
  for (const run of text.split(/( )/)) {
    if (run !== ' ') for (const part of IS_SPELLED.test(run) ? [run] : [...run]) add(part);
    else unit++;
  }
  return syllables;

  function add(part: string): void {
    const start = starts[unit] ?? 0;
    const end = ends[unit + part.length - 1] ?? start;
    unit += part.length;
    if (IS_SPELLED.test(part)) syllables.push({ readings: [part], start, end });
    else syllables.push({ readings: readingsOf(original.slice(start, end), part), start, end });
  }
}

/** The readings of the character as it is written or, without any, those of its folded form. */
function readingsOf(written: string, folded: string): readonly string[] {
  const readings = readingsOfCharacter(written);
  return readings.length > 0 ? readings : readingsOfCharacter(folded);
}

const known = new Map<string, readonly string[]>();

/** ü is typed as v, and by many as u. Cached, because a lookup takes a tenth of a millisecond. */
function readingsOfCharacter(character: string): readonly string[] {
  const found = known.get(character);
  if (found || !IS_HAN.test(character)) return found ?? [];
  const readings = polyphonic(character, { toneType: 'none', type: 'array', v: true })[0] ?? [];
  const typed = [...new Set(readings.filter(isReading).flatMap((each) => [each, each.replace('v', 'u')]))];
  known.set(character, typed);
  return typed;
}

function isReading(text: string): boolean {
  return /^[a-z]+$/.test(text);
}

/** The stored form: a space between syllables, a slash between readings, a dash for no reading. */
export function writeSpelling(syllables: readonly Syllable[]): string {
  return syllables.map(({ readings }) => readings.join('/') || '-').join(' ');
}

export type Readings = readonly (readonly string[])[];

export function readSpelling(written: string): Readings {
  return written === '' ? [] : written.split(' ').map((each) => (each === '-' ? [] : each.split('/')));
}

/** Finds typed letters in a name, beginning at any syllable: pinyin, whose last syllable may be incomplete, or initials. */
export function findLetters(name: Readings, letters: string): LettersFound | null {
  for (let start = 0; start < name.length; start++) {
    const end = endOfPinyin(name, start, letters) ?? endOfInitials(name, start, letters);
    if (end !== null) return { start, end, isWhole: start === 0 && end === name.length };
  }
  return null;
}

function endOfPinyin(name: Readings, at: number, letters: string): number | null {
  for (const reading of name[at] ?? []) {
    if (reading.startsWith(letters)) return at + 1;
    if (!letters.startsWith(reading)) continue;
    const end = endOfPinyin(name, at + 1, letters.slice(reading.length));
    if (end !== null) return end;
  }
  return null;
}

function endOfInitials(name: Readings, start: number, letters: string): number | null {
  const fits = [...letters].every((letter, index) => name[start + index]?.some((reading) => reading[0] === letter));
  return fits ? start + letters.length : null;
}

/** Whether one wrong, missing, added or swapped letter makes these letters the pinyin of a part of the name. */
export function almostHasLetters(name: Readings, letters: string): boolean {
  return name.some((readings, at) =>
    readings.some((reading) => isAlmost(name, letters, { at, reading, index: 0, typed: 0 })),
  );
}

/** Two places that are compared: the letter `index` of a reading of the syllable `at`, and the letter `typed` of the typed text. */
type Compared = { at: number; reading: string; index: number; typed: number };

/** Only a change at the first different letter is tried. If one change is enough, it can be made there. */
function isAlmost(name: Readings, letters: string, from: Compared, mayDiffer = true): boolean {
  const { at, reading } = from;
  let { index, typed } = from;
  while (index < reading.length && typed < letters.length && reading[index] === letters[typed]) {
    index++;
    typed++;
  }
  if (typed === letters.length) return true;
  const goOn = (skipped: number, taken: number, differs: boolean) =>
    isAlmost(name, letters, { at, reading, index: index + skipped, typed: typed + taken }, mayDiffer && !differs);
  if (index >= reading.length) {
    const next = name[at + 1] ?? [];
    if (next.length === 0) return mayDiffer && typed === letters.length - 1;
    // The letters of a swapped pair may be in two syllables, one of which was passed.
    const passed = index - reading.length;
    return next.some((other) =>
      isAlmost(name, letters, { at: at + 1, reading: other, index: passed, typed }, mayDiffer),
    );
  }
  if (!mayDiffer) return false;
  const isSwapped = letters[typed + 1] === reading[index] && startsAfter(name, at, reading, index, letters[typed]);
  return goOn(1, 1, true) || goOn(0, 1, true) || goOn(1, 0, true) || (isSwapped && goOn(2, 2, true));
}

/** Whether the letter after this one of a reading may be that letter. */
function startsAfter(name: Readings, at: number, reading: string, index: number, letter: string | undefined): boolean {
  if (index + 1 < reading.length) return reading[index + 1] === letter;
  return name[at + 1]?.some((other) => other[0] === letter) ?? false;
}
