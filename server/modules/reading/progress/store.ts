import { allValues, type Db, execute, firstRow, row, rows, statement, type Tx } from '../../../core/db/db.ts';
import type { Place } from '../place.ts';

/** A reading: the place, and the time by the server's clock. `seenAt` covers the chapters published by then. */
export type Reading = Place & {
  readerId: number;
  comicId: number;
  chapterId: number;
  atEnd: boolean;
  at: Date;
  seenAt: Date;
  latestAt: Date;
  age: number;
};

export type PlaceRow = { seenAt: Date; page: number | null; offset: number | null; finished: number[] };

/** The entry of a comic in a reader's library. */
export type Entry = {
  subscribed: boolean;
  favorited: boolean;
  seenAt: Date;
  chapterId: number | null;
  page: number | null;
  offset: number | null;
  /** The chapters read to their end (as floats: the driver reads arrays of those as numbers). */
  finished: number[];
};

/**
 * The newest reading wins, for the comic and for the chapter. To avoid deadlocks, the library is always written first, then the
 * comic's entry, then the place. Each part selects from the one before it: PostgreSQL chooses the order of independent parts.
 */
const NOTE = statement<
  Place,
  [
    readerId: number,
    comicId: number,
    chapterId: number,
    at: Date,
    seenAt: Date,
    latestAt: Date,
    age: number,
    page: number,
    offset: number,
    atEnd: boolean,
  ]
>(
  'reading.note-reading',
  `with opened as (
     insert into reading.library (reader_id, news_at) values ($1, clock_timestamp() - interval '10 seconds')
     on conflict (reader_id) do nothing returning 1
   ), entered as (
     insert into reading.entry as e (reader_id, comic_id, chapter_id, read_at, seen_at, latest_at, age)
     select $1, $2, $3, $4, $5, $6, $7 from (select count(*) from opened) first
     on conflict (reader_id, comic_id) do update set
       chapter_id = case when e.read_at > excluded.read_at then e.chapter_id else excluded.chapter_id end,
       read_at = greatest(e.read_at, excluded.read_at),
       seen_at = greatest(e.seen_at, excluded.seen_at),
       latest_at = excluded.latest_at, age = excluded.age
     returning e.reader_id, e.comic_id
   )
   insert into reading.place as p (reader_id, comic_id, chapter_id, page, page_offset, at, finished, at_end)
   select reader_id, comic_id, $3, $8, $9, $4, false, $10 from entered
   on conflict (reader_id, comic_id, chapter_id) do update set
     page = case when p.at > excluded.at then p.page else excluded.page end,
     page_offset = case when p.at > excluded.at then p.page_offset else excluded.page_offset end,
     at_end = case when p.at > excluded.at then p.at_end else excluded.at_end end,
     at = greatest(p.at, excluded.at)
   returning page, page_offset as "offset"`,
);

const FINISH = statement<never, [readerId: number, comicId: number, chapterId: number]>(
  'reading.finish-chapter',
  `update reading.place set finished = true
   where reader_id = $1 and comic_id = $2 and chapter_id = $3 and not finished`,
);

/** Also chapters without a place. A part-read one opens at its top afterwards. */
const FINISH_MANY = statement<
  { chapterId: number },
  [readerId: number, comicId: number, chapterIds: readonly number[], at: Date]
>(
  'reading.finish-chapters',
  `insert into reading.place as p (reader_id, comic_id, chapter_id, page, page_offset, at, finished, at_end)
   select $1, $2, chapter_id, 0, 0, $4, true, true from unnest($3::bigint[]) c (chapter_id)
   order by chapter_id
   on conflict (reader_id, comic_id, chapter_id) do update set finished = true, at_end = true
   where not p.finished
   returning chapter_id as "chapterId"`,
);

/** A comic's entry in a reader's library; null if there is none. */
export const findEntry = firstRow<Entry, [readerId: number, comicId: number]>(
  'reading.find-entry',
  `select e.subscribed_at is not null as subscribed, e.favorited_at is not null as favorited, e.seen_at as "seenAt",
     e.chapter_id as "chapterId", p.page, p.page_offset as "offset",
     case when e.read_at is null then '{}' else array(
       select chapter_id::float8 from reading.place where reader_id = $1 and comic_id = $2 and finished
     ) end as finished
   from reading.entry e
   left join reading.place p on p.reader_id = e.reader_id and p.comic_id = e.comic_id and p.chapter_id = e.chapter_id
   where e.reader_id = $1 and e.comic_id = $2`,
);

/** The place where a chapter opens, null = its top, and which of `marked` were read to their end; null if the comic has no entry. */
export const findPlace = firstRow<
  PlaceRow,
  [readerId: number, comicId: number, chapterId: number, marked: readonly number[]]
>(
  'reading.place-in-chapter',
  `select e.seen_at as "seenAt", p.page, p.page_offset as "offset",
     array(select chapter_id::float8 from reading.place
       where reader_id = $1 and comic_id = $2 and chapter_id = any($4) and finished) as finished
   from reading.entry e
   left join reading.place p on p.reader_id = e.reader_id and p.comic_id = e.comic_id and p.chapter_id = $3
     and not (p.finished and p.at_end)
   where e.reader_id = $1 and e.comic_id = $2`,
);

/** Chapters published by then are no longer unread. */
export const setSeen = execute<[readerId: number, comicId: number, seenAt: Date]>(
  'reading.set-seen',
  'update reading.entry set seen_at = $3 where reader_id = $1 and comic_id = $2 and seen_at < $3',
);

/** The chapter read last in a comic; null if the comic has no entry. Locks the entry: each reading is written to it first. */
export const lockEntry = firstRow<Pick<Entry, 'chapterId'>, [readerId: number, comicId: number], Tx>(
  'reading.lock-entry',
  `select chapter_id as "chapterId" from reading.entry where reader_id = $1 and comic_id = $2 for no key update`,
);

/** Deletes the places and the read marks in these chapters; returns the chapters that had any. */
export const forgetPlaces = allValues<
  { chapterId: number },
  [readerId: number, comicId: number, chapterIds: readonly number[]],
  Tx
>(
  'reading.forget-places',
  `delete from reading.place where reader_id = $1 and comic_id = $2 and chapter_id = any($3)
   returning chapter_id as "chapterId"`,
);

/** The chapters of a comic with a place or a read mark. */
export const listPlaces = allValues<{ chapterId: number }, [readerId: number, comicId: number]>(
  'reading.list-places',
  'select chapter_id as "chapterId" from reading.place where reader_id = $1 and comic_id = $2',
);

/** Changes the chapter read last. */
export const setLast = execute<[readerId: number, comicId: number, chapterId: number], Tx>(
  'reading.set-last',
  'update reading.entry set chapter_id = $3 where reader_id = $1 and comic_id = $2',
);

/** Stores a reading and returns the stored place, which may be that of a newer reading. */
export async function noteReading(db: Db, reading: Reading): Promise<Place> {
  const kept = await row(db, NOTE, [
    reading.readerId,
    reading.comicId,
    reading.chapterId,
    reading.at,
    reading.seenAt,
    reading.latestAt,
    reading.age,
    reading.page,
    reading.offset,
    reading.atEnd,
  ]);
  if (!kept) throw new Error('a reading was written without a place');
  return kept;
}

/** Marks a chapter with a place in it as read to its end. */
export async function finishChapter(db: Db, { readerId, comicId, chapterId }: Reading): Promise<void> {
  await rows(db, FINISH, [readerId, comicId, chapterId]);
}

/** Marks chapters as read to their end; returns how many were not yet. */
export async function finishChapters(
  db: Db,
  readerId: number,
  comicId: number,
  chapterIds: readonly number[],
  at: Date,
): Promise<number> {
  return (await rows(db, FINISH_MANY, [readerId, comicId, chapterIds, at])).length;
}

/** The part of these chapters that the reader has finished. */
export const listReadAmong = allValues<
  { chapterId: number },
  [readerId: number, comicId: number, chapterIds: readonly number[]]
>(
  'reading.read-among',
  `select chapter_id as "chapterId" from reading.place
   where reader_id = $1 and comic_id = $2 and chapter_id = any($3) and finished`,
);
