import { basename } from 'node:path';
import { readVolume } from '../naming/naming.ts';
import type { Candidate, KnownChapter } from './candidate.ts';

export type Numbered<T> = { candidate: T; no: number; warnings: string[] };

/**
 * Gives every source of one series its number: its own, the one its file already has in the catalogue, or one behind the
 * others. Side stories never take a number that a regular chapter may want. `sources` are in natural order.
 */
export function numberSources<T extends Candidate>(
  sources: readonly T[],
  chapters: readonly KnownChapter[],
): Numbered<T>[] {
  const catalogue = numbersInCatalogue(chapters);
  const own = ownNumbers(sources, chapters, catalogue);
  const taken = new Set([...chapters.map((chapter) => chapter.no), ...own.flatMap((each) => each?.no ?? [])]);
  const regular = [...taken].filter((no) => Number.isInteger(no));
  const highest = Math.max(0, ...(regular.length > 0 ? regular : [...taken].map(Math.floor)));
  let next = highest + 1;
  const numbered = sources.map((candidate, index): Numbered<T> | undefined => {
    const known = own[index];
    if (known !== undefined) return { candidate, ...known };
    if (candidate.metadata.special) return undefined;
    const alone = sources.length === 1 && chapters.length === 0;
    const no = next++;
    return { candidate, no, warnings: alone ? [] : [`没有找到话数，按第 ${no} 话导入`] };
  });
  return numbered.map((each, index) => {
    if (each !== undefined) return each;
    const candidate = sources[index];
    if (candidate === undefined) throw new Error('Every number belongs to a source');
    const no = sideNumber(next - 1, taken);
    taken.add(no);
    return { candidate, no, warnings: [`番外没有话数，排在第 ${next - 1} 话之后`] };
  });
}

/** 12.01, 12.02 … behind chapter 12: the halves 12.3 and 12.5 and chapter 13 stay free. */
function sideNumber(after: number, taken: ReadonlySet<number>): number {
  for (let step = 1; step < 10_000; step++) {
    const no = Math.round((after + (step < 100 ? step / 100 : 0.99 + step / 100_000)) * 100_000) / 100_000;
    if (!taken.has(no)) return no;
  }
  return after + 1;
}

type OwnNumber = { no: number; warnings: string[] } | undefined;

/**
 * Chapters that are counted anew in each volume go on behind those of the volumes before, and keep the numbers that
 * they have once they are in. Recognised by one number being there in two volumes.
 */
function ownNumbers(
  sources: readonly Candidate[],
  chapters: readonly KnownChapter[],
  catalogue: (candidate: Candidate) => number | undefined,
): OwnNumber[] {
  // An operator has given it another number than its file has.
  const moved = numbersInCatalogue(chapters.filter(({ setByHand }) => setByHand.includes('no')));
  const plain = sources.map((candidate): OwnNumber => {
    const no = moved(candidate) ?? candidate.metadata.no ?? catalogue(candidate);
    return no === undefined ? undefined : { no, warnings: [] };
  });
  if (sources.every(({ metadata }) => metadata.volume === undefined)) return plain;
  const inCatalogue = chapters.flatMap(({ sourceName, no }) => {
    const volume = volumeOfSource(sourceName);
    return volume === undefined ? [] : [{ volume, no }];
  });
  const numbered = sources.flatMap(({ metadata: { volume, no } }) =>
    volume === undefined || no === undefined ? [] : [{ volume, no }],
  );
  if (!restartsInVolumes([...numbered, ...inCatalogue])) return plain;
  return continueAcrossVolumes(sources, inCatalogue, catalogue, plain);
}

type InVolume = { volume: number; no: number };

function restartsInVolumes(numbers: InVolume[]): boolean {
  const first = new Map<number, number>();
  return numbers.some(({ volume, no }) => {
    const other = first.get(no);
    if (other === undefined) first.set(no, volume);
    return other !== undefined && other !== volume;
  });
}

function continueAcrossVolumes(
  sources: readonly Candidate[],
  inCatalogue: InVolume[],
  catalogue: (candidate: Candidate) => number | undefined,
  plain: OwnNumber[],
): OwnNumber[] {
  const result = [...plain];
  const volumes = [...new Set(sources.flatMap(({ metadata }) => metadata.volume ?? []))].sort((a, b) => a - b);
  const placed = [...inCatalogue];
  for (const volume of volumes) {
    const before = placed.filter((each) => each.volume < volume).map((each) => Math.floor(each.no));
    const members = [...sources.entries()].filter(([, { metadata }]) => metadata.volume === volume);
    const kept = members.flatMap(([, candidate]) => {
      const [no, own] = [catalogue(candidate), candidate.metadata.no];
      return no === undefined || own === undefined ? [] : [no - own];
    });
    const offset = kept[0] ?? Math.max(0, ...before);
    for (const [index, candidate] of members) {
      const own = candidate.metadata.no;
      if (own === undefined) continue;
      const no = catalogue(candidate) ?? own + offset;
      placed.push({ volume, no });
      const warnings = no === own ? [] : [`各卷的话数都从头数起，第 ${volume} 卷第 ${own} 话按第 ${no} 话导入`];
      result[index] = { no, warnings };
    }
  }
  return result;
}

/** The number of a source that is in already, by its bytes or else by its name. */
function numbersInCatalogue(chapters: readonly KnownChapter[]): (candidate: Candidate) => number | undefined {
  const bySha = new Map<string, KnownChapter[]>();
  const byName = new Map<string, KnownChapter>();
  for (const chapter of chapters) {
    bySha.set(chapter.sha256, [...(bySha.get(chapter.sha256) ?? []), chapter]);
    const name = nameWithVolume(chapter.sourceName);
    if (!byName.has(name)) byName.set(name, chapter);
  }
  return (candidate) => {
    const same = bySha.get(candidate.sha256) ?? [];
    const exact = same.find((chapter) => chapter.sourceName === candidate.sourceName);
    const name = nameWithVolume(candidate.sourceName);
    const named = byName.get(name);
    const moved = same.find((chapter) => nameWithVolume(chapter.sourceName) === name);
    // The same bytes in another volume are another chapter.
    const renamed = same.find(({ sourceName }) => volumeOfSource(sourceName) === volumeOfSource(candidate.sourceName));
    return (exact ?? moved ?? named ?? renamed)?.no;
  };
}

/** Whether two sources are versions of one: the same file name, in the same volume or in none. */
export function isSameSource(one: string, other: string): boolean {
  return nameWithVolume(one) === nameWithVolume(other);
}

function nameWithVolume(sourceName: string): string {
  return `${volumeOfSource(sourceName) ?? ''}/${basename(sourceName)}`;
}

function volumeOfSource(sourceName: string): number | undefined {
  return readVolume(sourceName.split('/').slice(0, -1));
}
