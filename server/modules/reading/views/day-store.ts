import { allRows, firstValue } from '../../../core/db/db.ts';

/** A reader counts once a chapter and day, so that the readers of a chapter are its views. */
export type ChapterViews = { comicId: number; chapterId: number; views: number };
export type ComicViews = { comicId: number; views: number; readers: number };
export type ReaderViews = { readerId: number; views: number };

/** Up to `most` chapters with views on a day, those with ids above `after`, by id. */
export const sumViewsByChapter = allRows<ChapterViews, [day: string, after: number, most: number]>(
  'reading.views-by-chapter',
  `select comic_id as "comicId", chapter_id as "chapterId", count(*) as views from reading.view
   where day = $1 and chapter_id > $2 group by comic_id, chapter_id order by chapter_id limit $3`,
);

export const sumViewsByComic = allRows<ComicViews, [day: string]>(
  'reading.views-by-comic',
  `select comic_id as "comicId", count(*) as views, count(distinct reader_id) as readers from reading.view
   where day = $1 group by comic_id`,
);

/** Up to `most` readers with views on a day, those with ids above `after`, by id. */
export const sumViewsByReader = allRows<ReaderViews, [day: string, after: number, most: number]>(
  'reading.views-by-reader',
  `select reader_id as "readerId", count(*) as views from reading.view
   where day = $1 and reader_id > $2 group by reader_id order by reader_id limit $3`,
);

/** The earliest day of which single views are kept. */
export const firstViewDay = firstValue<{ day: string | null }, []>(
  'reading.first-view-day',
  'select min(day)::text as day from reading.view',
);
