import type { ChapterItem, ComicDetail, LastRead } from '#contract/shapes';
import { statusText } from '../../features/comics/status-text.ts';
import { inOrder } from '../../features/reading/chapter-ranges/ranges.ts';
import { chapterName, chapterTitle } from '../../features/reading/chapter-words/chapter-title.ts';

/** The main action of a comic: what it says, more about it in a second line, and the chapter it opens. */
export type ReadingStart = {
  label: string;
  hint: string | null;
  /** The chapter to open; null where everything has been read, and the first one would be read once more. */
  chapterId: number | null;
};

/** The main action for this reader, of whose chapters only a part may be here; null where nothing is published. */
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
  // The next unfinished chapter may be outside a part of the chapters: then the server names it.
  const goesOn = window
    ? (chapters.find(({ id }) => id === window.start?.id) ?? window.start)
    : chapters.slice(at + 1).find(({ read }) => !read);
  if (goesOn) return { label: `读 ${chapterName(goesOn)}`, hint: titleText(goesOn), chapterId: goesOn.id };
  return { label: caughtUpText(comic), hint: '再看一遍', chapterId: null };
}

/** How many chapters from the first one on are free, where others are not. */
function freeText({ window }: ComicDetail, chapters: readonly ChapterItem[]): string | null {
  const paid = chapters.findIndex(({ access }) => access !== 'free');
  if (paid < 0 && (window?.locked ?? 0) === 0) return null;
  const free = paid < 0 ? chapters.length : paid;
  return free > 0 ? `前 ${free} 话免费` : null;
}

/** The page; where the chapter is one long page, how far down it. */
function placeText({ page, offset }: LastRead, pages: number): string | null {
  if (pages > 1) return `第 ${page + 1} 页，共 ${pages} 页`;
  const percent = Math.round(offset * 100);
  return percent > 0 ? `读到 ${percent}%` : null;
}

/** The title, where it says more than the number. */
function titleText(chapter: { no: number; title?: string }): string | null {
  const name = chapterName(chapter);
  const whole = chapterTitle(chapter);
  const rest = whole.startsWith(name) ? whole.slice(name.length) : whole;
  return rest.trim() || null;
}

function caughtUpText(comic: ComicDetail): string {
  if (comic.status === 'complete') return '已读完全部';
  return comic.weekdays.length === 0 ? '已追平' : `已追平 · ${statusText(comic)}`;
}
