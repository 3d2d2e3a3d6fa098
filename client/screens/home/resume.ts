import type { DataOf } from '#contract/call';
import type { history } from '#contract/calls/library';
import { chapterName } from '#contract/chapter-title';
import type { Image } from '#contract/shapes';
import { chapterPath } from '../../paths.ts';

type HistoryItem = DataOf<typeof history>['list'][number];

/** The content of 继续阅读: the last read comic. */
export type Resume = {
  at: string;
  to: string;
  /** The chapter to read ahead; missing if an earlier version stored it. */
  chapterId?: number | null;
  title: string;
  cover: Image;
  line: string;
  percent: number;
  /** The chapters that are left to read. */
  more: number;
  /** Those of them that came after the reader's last visit; missing if an earlier version stored it. */
  fresh?: number;
};

export type ResumeCardProps = { shown: boolean; onEmpty(): void };

/** The latest of these that has something left to read, or null. */
export function resumeOf(items: readonly HistoryItem[]): Resume | null {
  for (const { comic, chapter, page, offset, pages, finished, readOn, unread = 0, at } of items) {
    if (!readOn) continue;
    const after = Math.floor((comic.latest?.no ?? readOn.no) - readOn.no);
    // A comic rated 18 is not shown prominently.
    if (comic.restricted) continue;
    const more = Math.max(0, finished ? after + 1 : after);
    const percent = finished ? 100 : Math.min(99, Math.round((100 * (page + offset)) / Math.max(1, pages)));
    return {
      at,
      // The next chapter may be locked.
      chapterId: finished ? null : readOn.id,
      to: chapterPath(readOn.id),
      title: comic.title,
      cover: comic.cover,
      line: finished ? `看完${chapterName(chapter)}` : `${chapterName(chapter)}${percent > 0 ? ` · ${percent}%` : ''}`,
      percent,
      more,
      fresh: Math.min(unread, more),
    };
  }
  return null;
}
