import { basename, dirname } from 'node:path';
import { isOnlyPlace } from '#contract/chapter-no';
import { nameKey } from '../naming/same-name.ts';
import type { Role } from '../source/name-parts.ts';
import { compareNatural } from '../source/natural-order.ts';
import type { Candidate, KnownChapter } from './candidate.ts';
import { TakenNumbers } from './free-numbers.ts';
import { fileName, numbersInCatalogue, readSourceName, stem } from './known-numbers.ts';
import { laterHalf } from './later-half.ts';
import { continueAcrossVolumes, type OwnNumber } from './volume-numbers.ts';

export type Numbered<T> = { candidate: T; no: number; warnings: string[] };

/**
 * Gives every source of a series its chapter number: its own, the one that its file already has in the catalogue, or one by its
 * position. Sources of the same chapter (copies, versions, two formats) share a number, the best first. All others get
 * different numbers, so none is refused because of another. `sources` are in natural order.
 */
export function numberSources<T extends Candidate>(
  sources: readonly T[],
  chapters: readonly KnownChapter[],
): Numbered<T>[] {
  const ordered = [...sources].sort((a, b) => compareQuality(a, b) || compareLengths(a, b));
  const numbers: Numbers<T> = {
    taken: new TakenNumbers(chapters.map(({ no }) => no)),
    keyOf: sameKeys(),
    byKey: new Map(),
    bySource: new Map(),
    byNo: new Map(),
  };
  const late = placeNumbered(numbers, ordered, chapters);
  placeOthers(numbers, late, ordered, chapters);
  return ordered.flatMap((candidate) => numbers.bySource.get(candidate) ?? []);
}

type Numbers<T> = {
  taken: TakenNumbers;
  keyOf: (candidate: T) => string;
  /** One item a chapter of this run, by `nameKey`. */
  byKey: Map<string, Numbered<T>>;
  bySource: Map<T, Numbered<T>>;
  byNo: Map<number, Numbered<T>>;
};

/**
 * Chapters before volumes, numbers with a word before plain ones, originals before copies, later versions before earlier ones.
 */
function compareQuality({ metadata: { place: a } }: Candidate, { metadata: { place: b } }: Candidate): number {
  return (
    Number(a?.isVolume ?? false) - Number(b?.isVolume ?? false) ||
    Number(a?.isPlain ?? false) - Number(b?.isPlain ?? false) ||
    Number(a?.isCopy ?? false) - Number(b?.isCopy ?? false) ||
    (b?.version ?? 1) - (a?.version ?? 1)
  );
}

/** In one folder the shorter name comes first: 第10话 before 第10话 付録. */
function compareLengths({ path: a }: Candidate, { path: b }: Candidate): number {
  return compareNatural(dirname(a), dirname(b)) || a.length - b.length;
}

const roleOf = ({ metadata }: Candidate): Role => metadata.place?.role ?? (metadata.special ? 'side' : 'chapter');

/** A key that sources of the same chapter share. */
function sameKeys<T extends Candidate>(): (candidate: T) => string {
  const keys = new Map<T, string>();
  return (candidate) => {
    const { path, sourceName, metadata } = candidate;
    const name = stem(fileName(sourceName));
    const key = keys.get(candidate) ?? `${dirname(path)}/${nameKey(name, metadata.place?.isCopy)}`;
    keys.set(candidate, key);
    return key;
  };
}

/** Returns the sources without a number, and those whose number is in use. */
function placeNumbered<T extends Candidate>(
  numbers: Numbers<T>,
  sources: readonly T[],
  chapters: readonly KnownChapter[],
): T[] {
  const own = ownNumbers(sources, chapters);
  for (const each of own) if (each !== undefined) numbers.taken.add(each.no);
  const owners = new Set(chapters.map(({ sourceName, no }) => `${no} ${sourceName}`));
  const isOwner = ([index, { sourceName }]: [number, T]) => owners.has(`${own[index]?.no} ${sourceName}`);
  const late: T[] = [];
  for (const [index, candidate] of [...sources.entries()].sort((a, b) => Number(isOwner(b)) - Number(isOwner(a)))) {
    const number = own[index];
    const other = number && numbers.byNo.get(number.no);
    if (number === undefined) late.push(candidate);
    else if (other === undefined) put(numbers, candidate, number.no, number.warnings);
    else if (isSameChapter(numbers, other.candidate, candidate))
      numbers.bySource.set(candidate, { candidate, ...number });
    else if (candidate.metadata.place?.isVolume) late.push(candidate);
    else {
      const no = numberBeside(numbers, candidate, number.no, other.candidate);
      const warning = `与「${other.candidate.path}」同为第 ${number.no} 话，按第 ${no} 话导入`;
      put(numbers, candidate, no, [...number.warnings, warning]);
    }
  }
  return late;
}

/** After the chapter with the same number, or before it if that belongs to a later volume. */
function numberBeside<T extends Candidate>({ taken }: Numbers<T>, candidate: T, no: number, other: T): number {
  const half = laterHalf(candidate.metadata.title, no);
  if (half !== undefined && !taken.has(half)) return half;
  const [own, its] = [candidate.metadata.volume, other.metadata.volume];
  const isBefore = own !== undefined && its !== undefined && own < its;
  return taken.behind(isBefore ? taken.before(no) : no);
}

function isSameChapter<T extends Candidate>({ keyOf }: Numbers<T>, one: T, other: T): boolean {
  return one.sha256 === other.sha256 || keyOf(one) === keyOf(other);
}

function put<T extends Candidate>(numbers: Numbers<T>, candidate: T, no: number, warnings: string[]): void {
  const numbered = { candidate, no, warnings };
  numbers.bySource.set(candidate, numbered);
  if (!numbers.byNo.has(no)) numbers.byNo.set(no, numbered);
  numbers.taken.add(no);
  const key = numbers.keyOf(candidate);
  if (!numbers.byKey.has(key)) numbers.byKey.set(key, numbered);
}

function ownNumbers(sources: readonly Candidate[], chapters: readonly KnownChapter[]): readonly OwnNumber[] {
  const catalogue = numbersInCatalogue(chapters);
  const byName = new Map(chapters.map((chapter) => [chapter.sourceName, chapter.no]));
  // An operator gave the chapter another number than its file has.
  const moved = numbersInCatalogue(chapters.filter(({ setByHand }) => setByHand.includes('no')));
  const plain = sources.map((candidate): OwnNumber => {
    const own = candidate.metadata.no;
    const known = byName.get(candidate.sourceName);
    // An earlier import put it beside another chapter of that number. It stays there.
    const kept = own !== undefined && known !== undefined && Math.floor(own) === Math.floor(known) ? known : undefined;
    const no = moved(candidate) ?? kept ?? own ?? catalogue(candidate);
    return no === undefined ? undefined : { no, warnings: [] };
  });
  return continueAcrossVolumes(sources, chapters, catalogue, plain);
}

/** The reading order by role; equal roles are ordered by their names. */
const RANK: Record<Role, number> = {
  opening: 0,
  none: 1,
  chapter: 1,
  side: 2,
  notice: 2,
  finale: 4,
  epilogue: 5,
  afterword: 6,
};

function placeOthers<T extends Candidate>(
  numbers: Numbers<T>,
  late: readonly T[],
  all: readonly T[],
  chapters: readonly KnownChapter[],
): void {
  const rank = (candidate: T) => (candidate.metadata.place?.isVolume ? 3 : RANK[roleOf(candidate)]);
  const sortText = ({ path, metadata: { place } }: T) => `${dirname(path)}/${place?.sortText || basename(path)}`;
  const quality = (candidate: T) => Number(candidate.metadata.place?.isCopy ?? false);
  const inOrder = [...late].sort(
    (a, b) =>
      rank(a) - rank(b) ||
      quality(a) - quality(b) ||
      compareNatural(sortText(a), sortText(b)) ||
      compareNatural(a.path, b.path),
  );
  const isCounted =
    numbers.byNo.size > 0 || chapters.some(({ sourceName }) => readSourceName(sourceName).no !== undefined);
  const last = lastChapter(numbers, chapters);
  const ends = volumeEnds(numbers);
  let next = Math.floor(last) + 1;
  for (const candidate of inOrder) {
    const same = numbers.byKey.get(numbers.keyOf(candidate));
    if (same !== undefined && !candidate.metadata.place?.isVolume) {
      numbers.bySource.set(candidate, { candidate, no: same.no, warnings: [] });
    } else if (rank(candidate) === RANK.none && !isCounted) {
      const isAlone = all.length === 1 && chapters.length === 0;
      put(numbers, candidate, next, isAlone ? [] : [`没有找到话数，按第 ${next} 话导入`]);
      next++;
    } else place(numbers, candidate, Math.max(last, next - 1), ends);
  }
}

function place<T extends Candidate>(numbers: Numbers<T>, candidate: T, last: number, ends: VolumeEnds): void {
  const role = roleOf(candidate);
  const { volume, place: named, title, no } = candidate.metadata;
  if (named?.isVolume) {
    const behind = numbers.taken.behind(last);
    const called = { ...candidate, metadata: { ...candidate.metadata, title: title ?? `第 ${no} 卷` } };
    put(numbers, candidate, behind, [`第 ${no} 卷与同号的话都保留，排在第 ${last} 话之后`]);
    numbers.bySource.set(candidate, {
      candidate: called,
      no: behind,
      warnings: numbers.bySource.get(candidate)?.warnings ?? [],
    });
  } else if (role === 'opening') {
    put(numbers, candidate, numbers.taken.opening(lastBefore(ends, volume)), []);
  } else if (role === 'finale' || role === 'epilogue' || role === 'afterword') {
    const behind = numbers.taken.lastWords(last, role);
    put(numbers, candidate, behind, [`没有话数，排在第 ${last} 话之后`]);
  } else {
    const after = named?.near ?? (lastBefore(ends, volume === undefined ? undefined : volume + 1) || last);
    const what = role === 'side' ? '番外没有话数' : '没有找到话数';
    put(numbers, candidate, numbers.taken.behind(after), [`${what}，排在第 ${after} 话之后`]);
  }
}

/** The number of the last chapter of each volume. */
type VolumeEnds = ReadonlyMap<number, number>;

function volumeEnds<T extends Candidate>({ byNo }: Numbers<T>): VolumeEnds {
  const ends = new Map<number, number>();
  for (const { candidate, no } of byNo.values()) {
    const { volume } = candidate.metadata;
    if (volume !== undefined && roleOf(candidate) === 'chapter') ends.set(volume, Math.max(no, ends.get(volume) ?? 0));
  }
  return ends;
}

/** The number of the last chapter before this volume; 0 if there is none. */
function lastBefore(ends: VolumeEnds, volume: number | undefined): number {
  let last = 0;
  if (volume !== undefined) for (const [each, no] of ends) if (each < volume && no > last) last = no;
  return last;
}

/** Sources without a number come after it. Parts of a chapter count, side stories (12.01) and epilogues (12.9) do not. */
function lastChapter<T extends Candidate>({ byNo }: Numbers<T>, chapters: readonly KnownChapter[]): number {
  const known = chapters.map(({ no }) => no);
  const regular = known.filter((no) => !isOnlyPlace(no) && no % 1 < 0.9);
  const all = [...byNo.keys(), ...(regular.length > 0 ? regular : known.map(Math.floor))];
  return all.reduce((highest, no) => Math.max(highest, no), 0);
}
