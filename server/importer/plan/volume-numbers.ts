import type { Candidate, KnownChapter } from './candidate.ts';
import { volumeOfSource } from './known-numbers.ts';

export type OwnNumber = { no: number; warnings: string[] } | undefined;

type InVolume = { volume: number; no: number };

/**
 * If chapters are counted from one in each volume, those of later volumes continue after the previous volume and keep their
 * numbers after the import. Recognised by a number that occurs in two volumes.
 */
export function continueAcrossVolumes(
  sources: readonly Candidate[],
  chapters: readonly KnownChapter[],
  catalogue: (candidate: Candidate) => number | undefined,
  plain: readonly OwnNumber[],
): readonly OwnNumber[] {
  const isRegular = ({ metadata }: Candidate) => metadata.place?.isCopy !== true;
  const numbered = sources.filter(isRegular).flatMap(({ metadata: { volume, no } }) => inVolume(volume, no));
  if (numbered.length === 0) return plain;
  const inCatalogue = chapters.flatMap(({ sourceName, no }) => inVolume(volumeOfSource(sourceName), no));
  if (!restartsInVolumes([...numbered, ...inCatalogue])) return plain;
  const result = [...plain];
  const placed = [...inCatalogue];
  for (const volume of volumesOf(sources)) {
    const members = [...sources.entries()].filter(([, { metadata }]) => metadata.volume === volume);
    const before = placed.filter((each) => each.volume < volume).map((each) => Math.floor(each.no));
    const offset = offsetInCatalogue(members, catalogue) ?? Math.max(0, ...before);
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

function volumesOf(sources: readonly Candidate[]): number[] {
  const volumes = new Set(sources.flatMap(({ metadata }) => metadata.volume ?? []));
  return [...volumes].sort((a, b) => a - b);
}

/** The difference between the catalogue's number and the file's own, of the first source that is in the catalogue already. */
function offsetInCatalogue(
  members: readonly (readonly [index: number, source: Candidate])[],
  catalogue: (candidate: Candidate) => number | undefined,
): number | undefined {
  for (const [, candidate] of members) {
    const [no, own] = [catalogue(candidate), candidate.metadata.no];
    if (no !== undefined && own !== undefined) return no - own;
  }
  return undefined;
}

const inVolume = (volume: number | undefined, no: number | undefined): InVolume[] =>
  volume === undefined || no === undefined ? [] : [{ volume, no }];

function restartsInVolumes(numbers: readonly InVolume[]): boolean {
  const first = new Map<number, number>();
  return numbers.some(({ volume, no }) => {
    const other = first.get(no);
    if (other === undefined) first.set(no, volume);
    return other !== undefined && other !== volume;
  });
}
