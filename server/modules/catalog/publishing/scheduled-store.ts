import { allRows } from '../../../core/db/db.ts';

/** A chapter that is published automatically at its time. */
export type ScheduledChapter = { id: number; comicId: number; comicTitle: string; no: number; title: string; at: Date };

/** Chapters that will be published until a moment, the earliest first. */
export const listScheduledChapters = allRows<ScheduledChapter, [after: Date, until: Date, size: number]>(
  'catalog.scheduled-chapters',
  `select h.id, h.comic_id as "comicId", c.title as "comicTitle", h.no, h.title, h.published_at as at
   from catalog.chapter h join catalog.comic c on c.id = h.comic_id and c.online
   where h.published_at > $1 and h.published_at <= $2 and h.online order by h.published_at, h.id limit $3`,
);
