import type { DataOf } from '#contract/call';
import type { history } from '#contract/calls/library';
import type { Image } from '#contract/shapes';
import { chapterPath, comicPath } from '../../paths.ts';

type HistoryItem = DataOf<typeof history>['list'][number];

/** What 继续阅读 shows of the comic that was read last. */
export type Resume = {
  at: string;
  to: string;
  /** The chapter that it opens; one kept by an earlier version may lack it. */
  chapterId?: number | null;
  title: string;
  cover: Image;
  line: string;
  percent: number;
  more: number;
};

export type ResumeCardProps = { shown: boolean; onEmpty(): void };

/** The latest of these that can be read on; null where each was read to its end and nothing has come out since. */
export function resumeOf(items: readonly HistoryItem[]): Resume | null {
  for (const { comic, chapter, page, offset, pages, finished, at } of items) {
    const more = Math.max(0, Math.floor((comic.latest?.no ?? chapter.no) - chapter.no));
    if (finished && more === 0) continue;
    const percent = finished ? 100 : Math.min(99, Math.round((100 * (page + offset)) / Math.max(1, pages)));
    return {
      at,
      // The detail knows which chapter comes after one that is finished.
      chapterId: finished ? null : chapter.id,
      to: finished ? comicPath(comic.id) : chapterPath(chapter.id),
      title: comic.title,
      cover: comic.cover,
      line: finished ? `读完第${chapter.no}话` : `第${chapter.no}话 · ${percent}%`,
      percent,
      more,
    };
  }
  return null;
}
