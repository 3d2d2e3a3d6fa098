import { type Db, row, rows, statement } from '../../../core/db.ts';

export type Place = { page: number; offset: number };

/** A reading that was told: where, and when by the server's clock. `seenAt` is what was out then. */
export type Told = Place & {
  readerId: number;
  comicId: number;
  chapterId: number;
  at: Date;
  seenAt: Date;
  latestAt: Date;
  age: number;
};

type PlaceRow = { seenAt: Date; page: number | null; offset: number | null; finished: number[] };

/** How a reader stands to a comic. */
export type Standing = {
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
 * The newest reading wins, for the comic and for the chapter. The library is written first, then the comic's entry, then the
 * place, always (each takes from the one before it, for the order of what doesn't is PostgreSQL's): so two that write the same
 * never wait in a ring.
 */
const NOTE = statement<Place>(
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
   insert into reading.place as p (reader_id, comic_id, chapter_id, page, page_offset, at, finished)
   select reader_id, comic_id, $3, $8, $9, $4, false from entered
   on conflict (reader_id, comic_id, chapter_id) do update set
     page = case when p.at > excluded.at then p.page else excluded.page end,
     page_offset = case when p.at > excluded.at then p.page_offset else excluded.page_offset end,
     at = greatest(p.at, excluded.at)
   returning page, page_offset as "offset"`,
);

const FINISH = statement(
  'reading.finish-chapter',
  `update reading.place set finished = true
   where reader_id = $1 and comic_id = $2 and chapter_id = $3 and not finished`,
);

const STANDING = statement<Standing>(
  'reading.standing-to-comic',
  `select e.subscribed_at is not null as subscribed, e.favorited_at is not null as favorited, e.seen_at as "seenAt",
     e.chapter_id as "chapterId", p.page, p.page_offset as "offset",
     case when e.read_at is null then '{}' else array(
       select chapter_id::float8 from reading.place where reader_id = $1 and comic_id = $2 and finished
     ) end as finished
   from reading.entry e
   left join reading.place p on p.reader_id = e.reader_id and p.comic_id = e.comic_id and p.chapter_id = e.chapter_id
   where e.reader_id = $1 and e.comic_id = $2`,
);

const PLACE = statement<PlaceRow>(
  'reading.place-in-chapter',
  `select e.seen_at as "seenAt", p.page, p.page_offset as "offset",
     array(select chapter_id::float8 from reading.place
       where reader_id = $1 and comic_id = $2 and chapter_id = any($4) and finished) as finished
   from reading.entry e
   left join reading.place p on p.reader_id = e.reader_id and p.comic_id = e.comic_id and p.chapter_id = $3
   where e.reader_id = $1 and e.comic_id = $2`,
);

const READ_AMONG = statement<{ chapterId: number }>(
  'reading.read-among',
  `select chapter_id as "chapterId" from reading.place
   where reader_id = $1 and comic_id = $2 and chapter_id = any($3) and finished`,
);

const SEE = statement(
  'reading.see',
  'update reading.entry set seen_at = $3 where reader_id = $1 and comic_id = $2 and seen_at < $3',
);

/** Writes a reading down and gives the place that is kept, which a newer reading may have told. */
export async function noteReading(db: Db, told: Told): Promise<Place> {
  const kept = await row(db, NOTE, [
    told.readerId,
    told.comicId,
    told.chapterId,
    told.at,
    told.seenAt,
    told.latestAt,
    told.age,
    told.page,
    told.offset,
  ]);
  if (!kept) throw new Error('a reading was written without a place');
  return kept;
}

/** Marks a chapter with a place in it as read to its end. */
export async function finishChapter(db: Db, { readerId, comicId, chapterId }: Told): Promise<void> {
  await rows(db, FINISH, [readerId, comicId, chapterId]);
}

/** How a reader stands to a comic; null where nothing is kept of it. */
export function findStanding(db: Db, readerId: number, comicId: number): Promise<Standing | null> {
  return row(db, STANDING, [readerId, comicId]);
}

/** The place in a chapter, and which of `marked` were read to their end; null where nothing is kept of the comic. */
export function findPlace(
  db: Db,
  readerId: number,
  comicId: number,
  chapterId: number,
  marked: readonly number[],
): Promise<PlaceRow | null> {
  return row(db, PLACE, [readerId, comicId, chapterId, marked]);
}

/** Of these chapters, those that the reader read to their end. */
export async function listReadAmong(
  db: Db,
  readerId: number,
  comicId: number,
  chapterIds: readonly number[],
): Promise<number[]> {
  return (await rows(db, READ_AMONG, [readerId, comicId, chapterIds])).map(({ chapterId }) => chapterId);
}

/** The reader has looked: what was out by then is new no more. */
export async function see(db: Db, readerId: number, comicId: number, seenAt: Date): Promise<void> {
  await rows(db, SEE, [readerId, comicId, seenAt]);
}
