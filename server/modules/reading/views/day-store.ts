import { type Db, row, rows, statement } from '../../../core/db/db.ts';

/** A reader counts once a chapter and day, so that the readers of a chapter are its views. */
export type ChapterViews = { comicId: number; chapterId: number; views: number };
export type ComicViews = { comicId: number; views: number; readers: number };
export type ReaderViews = { readerId: number; views: number };

const FIRST = statement<{ day: string | null }, []>(
  'reading.first-view-day',
  'select min(day)::text as day from reading.view',
);

const BY_CHAPTER = statement<ChapterViews, [day: string, after: number, most: number]>(
  'reading.views-by-chapter',
  `select comic_id as "comicId", chapter_id as "chapterId", count(*) as views from reading.view
   where day = $1 and chapter_id > $2 group by comic_id, chapter_id order by chapter_id limit $3`,
);

const BY_COMIC = statement<ComicViews, [day: string]>(
  'reading.views-by-comic',
  `select comic_id as "comicId", count(*) as views, count(distinct reader_id) as readers from reading.view
   where day = $1 group by comic_id`,
);

const BY_READER = statement<ReaderViews, [day: string, after: number, most: number]>(
  'reading.views-by-reader',
  `select reader_id as "readerId", count(*) as views from reading.view
   where day = $1 and reader_id > $2 group by reader_id order by reader_id limit $3`,
);

/** The earliest day of which single views are kept. */
export async function firstViewDay(db: Db): Promise<string | null> {
  return (await row(db, FIRST))?.day ?? null;
}

/** Up to `most` chapters with views on a day, those with ids above `after`, by id. */
export function sumViewsByChapter(db: Db, day: string, after: number, most: number): Promise<ChapterViews[]> {
  return rows(db, BY_CHAPTER, [day, after, most]);
}

export function sumViewsByComic(db: Db, day: string): Promise<ComicViews[]> {
  return rows(db, BY_COMIC, [day]);
}

/** Up to `most` readers with views on a day, those with ids above `after`, by id. */
export function sumViewsByReader(db: Db, day: string, after: number, most: number): Promise<ReaderViews[]> {
  return rows(db, BY_READER, [day, after, most]);
}
