import type { ReadingRules } from './main-token.ts';
import { type NameReading, readTokens } from './read-name.ts';
import { type Scanned, scanned } from './scanned.ts';
import { behindTitle, type Parsed, sharedTitles } from './titles.ts';
import { partPlace, tokenise } from './tokens/tokenise.ts';

export type SiblingReading = NameReading & {
  /** The number of the chapter that a side story follows, if known. */
  near: number | undefined;
  /** The title at its beginning that its siblings have too. */
  shared: string | undefined;
};

/**
 * Reads the names of one folder together. `titles`: the titles of their comic, which are removed first; undefined in a general
 * folder, where the names must contain the title.
 */
export function readSiblings(names: readonly string[], titles: readonly string[] | undefined): SiblingReading[] {
  const inComic = titles !== undefined;
  const whole = names.map(scanned);
  const bare = whole.map((name) => parsed(withoutTitle(name, titles ?? [])));
  const shared = sharedTitles(bare, inComic);
  const parsedNames = bare.map((name, index) => (shared[index] ? parsed(withoutTitle(name, [shared[index]])) : name));
  const plain = inComic ? plainPlace(parsedNames) : 'last';
  const readings = parsedNames.map(
    (name, index): SiblingReading => ({
      // After a shared title, a name is read as in the folder of that comic.
      ...readTokens(name, name.tokens, { inComic: inComic || shared[index] !== undefined, plain }),
      near: undefined,
      shared: shared[index],
    }),
  );
  const members = inComic
    ? [readings]
    : [...Map.groupBy(readings, (reading) => reading.shared ?? reading.head).values()];
  markCopies(whole, readings);
  for (const group of members) decideTogether(group);
  return readings;
}

const parsed = (name: Scanned): Parsed => ({ ...name, tokens: tokenise(name.scan) });

/** Removes the longest of these titles from the beginning of the name. A name that is only a title keeps its number. */
function withoutTitle(name: Scanned, titles: readonly string[]): Scanned {
  for (const title of [...titles].sort((a, b) => b.length - a.length)) {
    const rest = behindTitle(name, title);
    if (rest !== undefined && (rest.scan.trim() !== '' || !/^[\d\s.]+$/.test(title))) return rest;
  }
  return name;
}

/** If a name has two plain numbers, the one that differs between the siblings counts; with a date and a number usually the date. */
function plainPlace(names: readonly Parsed[]): ReadingRules['plain'] {
  const [first, last, behindDate] = [new Set<number>(), new Set<number>(), new Set<number>()];
  let dated = 0;
  for (const { tokens } of names) {
    const numbers = tokens.filter(({ kind }) => kind === 'number');
    if (tokens.find(({ kind }) => kind !== 'gap')?.kind === 'date' && numbers.length > 0) {
      dated++;
      behindDate.add(numbers.at(-1)?.value ?? 0);
    }
    if (numbers.length < 2) continue;
    first.add(numbers[0]?.value ?? 0);
    last.add(numbers.at(-1)?.value ?? 0);
  }
  if (dated > 0 && (dated === 1 || behindDate.size < dated)) return 'date';
  return last.size > first.size ? 'last' : 'first';
}

function decideTogether(readings: readonly SiblingReading[]): void {
  decidePairs(readings);
  decideInside(readings);
  decideLeads(readings);
  decideOpenParts(readings);
  decideLaterParts(readings);
  for (const reading of readings) {
    if (reading.no !== undefined && reading.part !== undefined && reading.role === 'chapter')
      reading.no = round(reading.no + partPlace(reading.part));
  }
  decideSideWords(readings);
}

/** 1-3 is a range, 12-1 a part, and 1-01 the first chapter of the first volume. */
function decidePairs(readings: readonly SiblingReading[]): void {
  const paired = readings.filter(({ pair }) => pair !== undefined);
  const byNo = Map.groupBy(paired, ({ pair }) => Number(pair?.no));
  const isPart = ({ pair }: SiblingReading) =>
    pair !== undefined && (Number(pair.to) <= Number(pair.no) || (byNo.get(Number(pair.no))?.length ?? 0) > 1);
  const isOfVolume = ({ pair }: SiblingReading) =>
    pair !== undefined &&
    /^0\d/.test(pair.to) &&
    (pair.no.length < pair.to.length || Number(pair.to) <= Number(pair.no));
  // 0011-8话: an index has more digits than the chapter number.
  const isIndexed = ({ pair }: SiblingReading) =>
    pair !== undefined && /^0\d\d/.test(pair.no) && pair.to.length < pair.no.length;
  const areIndexed = paired.length > 0 && paired.every(isIndexed);
  const areOfVolumes = paired.some(isOfVolume);
  for (const reading of paired) {
    const [no, to] = [Number(reading.pair?.no), Number(reading.pair?.to)];
    if (areIndexed) Object.assign(reading, { lead: no, no: to });
    else if (areOfVolumes) Object.assign(reading, { volume: no, no: to });
    else if (isPart(reading)) reading.part = to;
  }
}

/** In a folder with 第1话 and 第2话 the number in 放假7天 is not a chapter number. */
function decideInside(readings: readonly SiblingReading[]): void {
  if (!readings.some(({ role, isPlain }) => role === 'chapter' && !isPlain)) return;
  for (const reading of readings) {
    if (reading.isPlain && reading.isInside)
      Object.assign(reading, { role: 'none', no: undefined, title: reading.text });
  }
}

/** Leading numbers are an index if one of them precedes another number. They order the names without a number. */
function decideLeads(readings: readonly SiblingReading[]): void {
  const isIndex = readings.some(({ lead, role }) => lead !== undefined && (role === 'chapter' || role === 'opening'));
  for (const reading of readings) {
    if (reading.lead === undefined || reading.role === 'chapter' || reading.role === 'none') continue;
    if (isIndex) {
      if (reading.role === 'side' || reading.role === 'notice') reading.near = numberBefore(reading.lead, readings);
    } else if (Number.isInteger(reading.lead) && reading.lead < 10_000) {
      Object.assign(reading, { role: 'chapter', no: reading.lead, hasSideWord: true });
    }
  }
}

function numberBefore(lead: number, readings: readonly SiblingReading[]): number | undefined {
  const earlier = readings.filter((each) => each.role === 'chapter' && each.lead !== undefined && each.lead < lead);
  return earlier.sort((a, b) => (b.lead ?? 0) - (a.lead ?? 0))[0]?.no;
}

/** 第12话(1) is a part if there is another file of chapter 12. */
function decideOpenParts(readings: readonly SiblingReading[]): void {
  const numbered = readings.filter(({ role, no }) => role === 'chapter' && no !== undefined);
  for (const same of Map.groupBy(numbered, ({ no, volume }) => `${volume}/${no}`).values()) {
    if (same.length > 1) for (const reading of same) reading.part ??= reading.openPart;
  }
}

/** 第3话 重逢（上） and 第3话 重逢（下）: if two files have the same number, the ends of their titles give the parts. */
function decideLaterParts(readings: readonly SiblingReading[]): void {
  const key = ({ no, part, volume }: SiblingReading) => `${volume}/${no}/${part}`;
  const numbered = readings.filter(({ role, no }) => role === 'chapter' && no !== undefined);
  for (const same of Map.groupBy(numbered, key).values()) {
    const parts = same.map(({ laterPart }) => laterPart);
    if (same.length < 2 || parts.includes(undefined) || new Set(parts).size < same.length) continue;
    for (const reading of same) reading.part ??= reading.laterPart;
  }
}

/** 第5话 番外 beside 第5话 is a side story of it; alone it is chapter 5. */
function decideSideWords(readings: readonly SiblingReading[]): void {
  const key = ({ no, volume }: SiblingReading) => `${volume}/${no}`;
  const plain = new Set(readings.filter(({ role, hasSideWord }) => role === 'chapter' && !hasSideWord).map(key));
  for (const reading of readings) {
    if (reading.role !== 'chapter' || !reading.hasSideWord || !plain.has(key(reading))) continue;
    Object.assign(reading, { role: 'side', near: reading.no });
  }
}

const COUNTED_COPY = /^(.*\S)\s*\((\d{1,3})\)\s*$/;

/** «第2话 (1)» beside «第2话» is a copy that a browser or a file manager has made; without it, it may be a part. */
function markCopies(names: readonly Scanned[], readings: readonly SiblingReading[]): void {
  const plain = new Set(names.map(({ scan }) => scan.trim()));
  for (const [index, { scan }] of names.entries()) {
    const original = COUNTED_COPY.exec(scan)?.[1]?.trim();
    const reading = readings[index];
    if (reading === undefined || original === undefined || !plain.has(original)) continue;
    Object.assign(reading, { isCopy: true, part: undefined, openPart: undefined, laterPart: undefined });
  }
}

const round = (no: number) => Math.round(no * 100_000) / 100_000;
