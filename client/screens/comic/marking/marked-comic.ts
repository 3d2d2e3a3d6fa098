import type { ChapterItem, ComicDetail, LastRead } from '#contract/shapes';
import { inOrder } from '../../../features/reading/chapter-ranges/ranges.ts';

/** Chapters that the reader marks as read or as unread. */
export type Mark = {
  comicId: number;
  read: boolean;
  /** Oldest first. */
  chapters: readonly ChapterItem[];
  /** Also all chapters before the last one. */
  upTo: boolean;
  /** The chapters that were shown: a long comic comes with a part of its chapters. */
  known: readonly ChapterItem[];
  /** The action as a text for the reader. */
  text: string;
};

/** The chapter as the mark leaves it. */
export function markedChapter(chapter: ChapterItem, mark: Mark): ChapterItem {
  return isMarked(chapter, mark) ? { ...chapter, read: mark.read } : chapter;
}

/**
 * The comic as the mark leaves it, for the time before the server has stored it. It follows the rules of the server. The state of
 * chapters that are not loaded is unknown.
 */
export function markedComic(comic: ComicDetail, mark: Mark): ComicDetail {
  const { me, window } = comic;
  const chapters = knownWith(comic, mark);
  const last = markedLast(comic, chapters, mark);
  const start = window && { ...window, start: startAfter(last, chapters, window.start, mark) };
  return { ...comic, chapters, me: { ...me, last }, ...(start && { window: start }) };
}

function isMarked({ id, no }: Pick<ChapterItem, 'id' | 'no'>, { chapters, upTo }: Mark): boolean {
  return upTo ? no <= (chapters.at(-1)?.no ?? 0) : chapters.some((chapter) => chapter.id === id);
}

/** The known chapters as the mark leaves them, oldest first. */
function knownWith(comic: ComicDetail, mark: Mark): ChapterItem[] {
  const known = new Map([...mark.known, ...mark.chapters, ...comic.chapters].map((chapter) => [chapter.id, chapter]));
  return inOrder([...known.values()], 'oldest').map((chapter) => markedChapter(chapter, mark));
}

function markedLast({ me, window }: ComicDetail, known: readonly ChapterItem[], mark: Mark): LastRead | null {
  const { last } = me;
  const newest = mark.chapters.at(-1);
  if (newest && mark.read && (mark.upTo || !last)) return atEndOf(newest);
  if (!last || !isMarked({ id: last.chapterId, no: last.no }, mark)) return last;
  if (mark.read) return { ...last, finished: true };
  const read = known.filter((chapter) => chapter.read);
  const nearest = read.findLast(({ no }) => no < last.no) ?? read[0];
  if (nearest) return atEndOf(nearest);
  return window && window.numbers[0]?.no !== known[0]?.no ? last : null;
}

function atEndOf({ id, no, pages }: ChapterItem): LastRead {
  return { chapterId: id, no, page: Math.max(0, pages - 1), offset: 0, finished: true };
}

type Start = NonNullable<ComicDetail['window']>['start'];

/** The chapter to continue with: the first unread one that is known, or the one that the server has named. */
function startAfter(last: LastRead | null, known: readonly ChapterItem[], named: Start, mark: Mark): Start {
  if (!last) return known[0] ?? named;
  const isNamedLeft = named !== null && named.no > last.no && !(mark.read && isMarked(named, mark));
  const next = known.find(({ no, read }) => no > last.no && !read);
  if (!next) return named;
  return isNamedLeft && named.no < next.no ? named : next;
}
