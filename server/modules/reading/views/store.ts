import { allRows, type Db, execute, firstValue, row, rows, statement, type Tx, valueOr } from '../../../core/db/db.ts';

/** A reader opened a chapter on a day, from an address. */
export type View = { readerId: number; chapterId: number; comicId: number; day: string; address: string };

/** A view that was not stored before. */
export type NewView = Pick<View, 'readerId' | 'chapterId' | 'day'>;

/** How many views a comic gained on a day. */
export type Gain = { day: string; comicId: number; views: number };

/** Ordered by key, so that concurrent nodes cannot deadlock. */
const NOTE = statement<NewView, [days: string[], chapterIds: number[], readerIds: number[], comicIds: number[]]>(
  'reading.note-views',
  `insert into reading.view (day, chapter_id, reader_id, comic_id)
   select * from unnest($1::date[], $2::bigint[], $3::bigint[], $4::bigint[]) t (day, chapter_id, reader_id, comic_id)
   order by day, chapter_id, reader_id
   on conflict do nothing returning reader_id as "readerId", chapter_id as "chapterId", day::text`,
);

const GAIN = statement<never, [days: string[], comicIds: number[], views: number[]]>(
  'reading.gain',
  `insert into reading.comic_day as kept (day, comic_id, views)
   select day, comic_id, views from unnest($1::date[], $2::bigint[], $3::bigint[]) t (day, comic_id, views)
   order by day, comic_id
   on conflict (day, comic_id) do update set views = kept.views + excluded.views`,
);

/** Stores views and returns the new ones: each reader counts once for a chapter and day. */
export function noteViews(db: Tx, views: readonly Omit<View, 'address'>[]): Promise<NewView[]> {
  return rows(db, NOTE, [
    views.map((view) => view.day),
    views.map((view) => view.chapterId),
    views.map((view) => view.readerId),
    views.map((view) => view.comicId),
  ]);
}

export async function addGains(db: Tx, gains: readonly Gain[]): Promise<void> {
  await row(db, GAIN, [
    gains.map((gain) => gain.day),
    gains.map((gain) => gain.comicId),
    gains.map((gain) => gain.views),
  ]);
}

/**
 * Deletes up to `most` views of earlier days; returns how many. By their places in the table: a join would read all of it for
 * every part that is deleted.
 */
export const dropViewsBefore = valueOr<{ dropped: number }, [day: string, most: number]>(
  'reading.drop-views',
  `with old as (
     delete from reading.view where ctid = any(array(select ctid from reading.view where day < $1 limit $2)) returning 1
   ) select count(*) as dropped from old`,
  0,
);

/**
 * The acts of a reader on a chapter: they reach one that has to be bought, open it to buy it, read one to its end, or a bought
 * one.
 */
export type Step = 'seen' | 'panel' | 'finished' | 'finished-bought';
export type StepGain = { day: string; comicId: number; step: Step; readers: number };
/** The steps of a comic on a day. */
export type ComicSteps = { comicId: number; seen: number; panels: number; finished: number; finishedBought: number };

/** Ordered by key, so that concurrent nodes cannot deadlock. */
const ADD = statement<never, [gains: string]>(
  'reading.add-steps',
  `insert into reading.step_day as kept (day, comic_id, step, readers)
   select day, "comicId", step, readers
   from json_to_recordset($1) g (day date, "comicId" bigint, step text, readers bigint) order by 1, 2, 3
   on conflict (day, comic_id, step) do update set readers = kept.readers + excluded.readers`,
);

export const sumStepsByComic = allRows<ComicSteps, [day: string]>(
  'reading.steps-by-comic',
  `select comic_id as "comicId", coalesce(sum(readers) filter (where step = 'seen'), 0)::bigint as seen,
     coalesce(sum(readers) filter (where step = 'panel'), 0)::bigint as panels,
     coalesce(sum(readers) filter (where step = 'finished'), 0)::bigint as finished,
     coalesce(sum(readers) filter (where step = 'finished-bought'), 0)::bigint as "finishedBought"
   from reading.step_day where day = $1 group by comic_id`,
);

export const dropStepsBefore = execute<[day: string]>(
  'reading.drop-steps',
  'delete from reading.step_day where day < $1',
);

export async function addSteps(db: Db, gains: readonly StepGain[]): Promise<void> {
  await row(db, ADD, [JSON.stringify(gains)]);
}

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
