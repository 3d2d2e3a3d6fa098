import type { ChapterItem, ComicDetail, LastRead } from '#contract/shapes';
import { inOrder } from '../../features/reading/chapter-ranges/ranges.ts';
import { chapterName, chapterTitle } from '../../features/reading/chapter-words/chapter-title.ts';
import { lockedCount } from './buying/locked-count.ts';

/** The main action of a comic: its text, a second line, and the chapter that it opens. */
export type ReadingStart = {
  label: string;
  hint: string | null;
  /** The chapter to open; null if everything has been read, so that the first one would be read again. */
  chapterId: number | null;
};

/** The main action for this reader; null if nothing is published. Only a part of the chapters may be loaded. */
export function readingStart(comic: ComicDetail): ReadingStart | null {
  const { me, window } = comic;
  const chapters = inOrder(comic.chapters, 'oldest');
  const at = me.last ? chapters.findIndex(({ id }) => id === me.last?.chapterId) : -1;
  const current = chapters[at];
  if (window ? !me.last : !current) {
    const [first] = chapters;
    return first ? { label: '开始阅读', hint: freeText(comic, chapters), chapterId: first.id } : null;
  }
  if (me.last && current && !me.last.finished)
    return {
      label: `续看 ${chapterName(current)}`,
      hint: placeText(me.last, current.pages),
      chapterId: current.id,
    };
  // The next unfinished chapter may not be among the loaded chapters. Then the server names it.
  const goesOn = window
    ? (chapters.find(({ id }) => id === window.start?.id) ?? window.start)
    : chapters.slice(at + 1).find(({ read }) => !read);
  if (goesOn) return { label: `读 ${chapterName(goesOn)}`, hint: titleText(goesOn), chapterId: goesOn.id };
  return { label: comic.status === 'complete' ? '已读完全部' : '已追平', hint: '再看一遍', chapterId: null };
}

/** How many chapters from the first one on are free, while others are still to buy. */
function freeText(comic: ComicDetail, chapters: readonly ChapterItem[]): string | null {
  if (lockedCount(comic) === 0) return null;
  const paid = chapters.findIndex(({ access, opened }) => access !== 'free' || opened);
  const free = paid < 0 ? chapters.length : paid;
  return free > 0 ? `前 ${free} 话免费` : null;
}

/** The page, or the percentage of a chapter that is one long page. */
function placeText({ page, offset }: LastRead, pages: number): string | null {
  if (pages > 1) return `第 ${page + 1} 页，共 ${pages} 页`;
  const percent = Math.round(offset * 100);
  return percent > 0 ? `读到 ${percent}%` : null;
}

/** The title, if it says more than the number. */
function titleText(chapter: { no: number; title?: string }): string | null {
  const name = chapterName(chapter);
  const whole = chapterTitle(chapter);
  const rest = whole.startsWith(name) ? whole.slice(name.length) : whole;
  return rest.trim() || null;
}
