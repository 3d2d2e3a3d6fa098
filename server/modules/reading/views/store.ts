import { row, rows, statement, type Tx, valueOr } from '../../../core/db/db.ts';

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
