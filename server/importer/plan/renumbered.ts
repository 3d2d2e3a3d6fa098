import type { Candidate, KnownChapter } from './candidate.ts';

type Numbered = { candidate: Candidate; no: number };

/**
 * The chapters whose content now has a name with another number, each with that number. A chapter stays where its file is
 * still there, where an operator has set its number, where the new one is not the file's own, and where another chapter has
 * the new one and keeps it.
 */
export function findRenumbered(
  numbered: readonly Numbered[],
  chapters: readonly KnownChapter[],
): Map<KnownChapter, number> {
  const byNo = new Map(chapters.map((chapter) => [chapter.no, chapter]));
  const bySha = Map.groupBy(
    chapters.filter(({ file, setByHand }) => file !== 'there' && !setByHand.includes('no')),
    ({ sha256 }) => sha256,
  );
  const isInPlace = ({ candidate, no }: Numbered) => byNo.get(no)?.sha256 === candidate.sha256;
  const kept = new Set(numbered.filter(isInPlace).map(({ no }) => no));
  const moving = new Map<KnownChapter, number>();
  const targets = new Set<number>();
  for (const each of numbered) {
    const { candidate, no } = each;
    if (isInPlace(each) || targets.has(no) || candidate.metadata.no !== no) continue;
    const chapter = bySha.get(candidate.sha256)?.find((known) => !moving.has(known) && !kept.has(known.no));
    if (chapter === undefined) continue;
    moving.set(chapter, no);
    targets.add(no);
  }
  return withoutBlocked(moving, byNo);
}

/** One that stays may keep others from moving. */
function withoutBlocked(
  moving: Map<KnownChapter, number>,
  byNo: ReadonlyMap<number, KnownChapter>,
): Map<KnownChapter, number> {
  const isBlocked = ([, no]: [KnownChapter, number]) => {
    const there = byNo.get(no);
    return there !== undefined && !moving.has(there);
  };
  for (let blocked = [...moving].filter(isBlocked); blocked.length > 0; blocked = [...moving].filter(isBlocked))
    for (const [chapter] of blocked) moving.delete(chapter);
  return moving;
}
