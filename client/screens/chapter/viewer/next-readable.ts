import type { ChapterItem } from '#contract/shapes';
import { inOrder } from '../../../features/reading/chapter-ranges/ranges.ts';

/** The next chapter that may be read without paying; null where there is none. */
export function nextReadable<Item extends Pick<ChapterItem, 'no' | 'access'>>(
  chapters: readonly Item[],
  { no }: { no: number },
): Item | null {
  return inOrder(chapters, 'oldest').find((chapter) => chapter.no > no && chapter.access !== 'locked') ?? null;
}

/** The chapters before and after one. */
export function neighboursOf<Item extends { no: number }>(
  chapters: readonly Item[],
  { no }: { no: number },
): { previous: Item | null; next: Item | null } {
  const ordered = inOrder(chapters, 'oldest');
  return {
    previous: ordered.findLast((chapter) => chapter.no < no) ?? null,
    next: ordered.find((chapter) => chapter.no > no) ?? null,
  };
}
