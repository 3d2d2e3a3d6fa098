import type { Candidate, KnownChapter } from './candidate.ts';

type Numbered = { candidate: Candidate; no: number };

/**
 * The chapters whose file now has another number in its name, with that number. A chapter keeps its number if its old file
 * still exists, if an operator set its number, if the new number is not from the file's own name, or if another chapter keeps
 * the new number.
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

/** A chapter that keeps its number may block others. */
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
