import { allRows, type Db, execute, row, rows, statement, type Tx } from '../../../core/db/db.ts';

/** The library in the form in which its reader receives it. */
export type ExportedEntry = {
  comicId: number;
  subscribedAt: Date | null;
  favoritedAt: Date | null;
  ownedAt: Date | null;
  readAt: Date | null;
  chapterId: number | null;
};
export type ExportedPlace = {
  comicId: number;
  chapterId: number;
  page: number;
  offset: number;
  at: Date;
  finished: boolean;
};

export type LibraryCounts = { subscribed: number; favorited: number; read: number; owned: number };

type Follows = { comicId: number; subscribed: boolean; favorited: boolean };

const LOCK_BOTH = statement<{ readerId: number }, [readerIds: readonly number[]]>(
  'reading.lock-libraries',
  'select reader_id as "readerId" from reading.library where reader_id = any($1) order by reader_id for no key update',
);

/** The comics that both readers follow. They are counted once after the merge. */
export const listShared = allRows<Follows, [fromReaderId: number, toReaderId: number], Tx>(
  'reading.shared-entries',
  `select f.comic_id as "comicId",
     f.subscribed_at is not null and t.subscribed_at is not null as subscribed,
     f.favorited_at is not null and t.favorited_at is not null as favorited
   from reading.entry f join reading.entry t on t.reader_id = $2 and t.comic_id = f.comic_id
   where f.reader_id = $1`,
);

const MERGE_ENTRIES = statement<never, [fromReaderId: number, toReaderId: number]>(
  'reading.merge-entries',
  `insert into reading.entry as t (reader_id, comic_id, subscribed_at, favorited_at, owned_at, read_at, chapter_id, seen_at,
     latest_at, age, favorite_counts)
   select $2, comic_id, subscribed_at, favorited_at, owned_at, read_at, chapter_id, seen_at, latest_at, age, favorite_counts
   from reading.entry where reader_id = $1
   on conflict (reader_id, comic_id) do update set
     subscribed_at = greatest(t.subscribed_at, excluded.subscribed_at),
     favorited_at = greatest(t.favorited_at, excluded.favorited_at),
     owned_at = greatest(t.owned_at, excluded.owned_at),
     chapter_id = case when t.read_at >= coalesce(excluded.read_at, '-infinity') then t.chapter_id
       else coalesce(excluded.chapter_id, t.chapter_id) end,
     read_at = greatest(t.read_at, excluded.read_at),
     seen_at = greatest(t.seen_at, excluded.seen_at),
     favorite_counts = t.favorite_counts or excluded.favorite_counts`,
);

const MERGE_PLACES = statement<never, [fromReaderId: number, toReaderId: number]>(
  'reading.merge-places',
  `insert into reading.place as t (reader_id, comic_id, chapter_id, page, page_offset, at, finished, at_end)
   select $2, comic_id, chapter_id, page, page_offset, at, finished, at_end from reading.place where reader_id = $1
   on conflict (reader_id, comic_id, chapter_id) do update set
     page = case when t.at >= excluded.at then t.page else excluded.page end,
     page_offset = case when t.at >= excluded.at then t.page_offset else excluded.page_offset end,
     at_end = case when t.at >= excluded.at then t.at_end else excluded.at_end end,
     at = greatest(t.at, excluded.at),
     finished = t.finished or excluded.finished`,
);

/** Merged entries are only as up to date as the older of the two libraries. */
const MERGE_NEWS_TIME = statement<never, [fromReaderId: number, toReaderId: number]>(
  'reading.merge-news-time',
  `update reading.library t set news_at = least(t.news_at, f.news_at)
   from reading.library f where t.reader_id = $2 and f.reader_id = $1`,
);

export const listFollows = allRows<Follows, [readerId: number]>(
  'reading.follows',
  `select comic_id as "comicId", subscribed_at is not null as subscribed, favorited_at is not null as favorited
   from reading.entry where reader_id = $1`,
);

export const dropLibrary = execute<[readerId: number], Tx>(
  'reading.drop-library',
  'delete from reading.library where reader_id = $1',
);

export const exportEntries = allRows<ExportedEntry, [readerId: number]>(
  'reading.export-entries',
  `select comic_id as "comicId", subscribed_at as "subscribedAt", favorited_at as "favoritedAt", owned_at as "ownedAt",
     read_at as "readAt", chapter_id as "chapterId"
   from reading.entry where reader_id = $1 order by activity_at desc, comic_id desc`,
);

export const exportPlaces = allRows<ExportedPlace, [readerId: number]>(
  'reading.export-places',
  `select comic_id as "comicId", chapter_id as "chapterId", page, page_offset as "offset", at, finished
   from reading.place where reader_id = $1 order by comic_id, chapter_id`,
);

const COUNTS = statement<LibraryCounts, [readerId: number, age: number]>(
  'reading.counts',
  `select count(subscribed_at) filter (where latest_at is not null) as subscribed,
     count(favorited_at) filter (where latest_at is not null) as favorited, count(read_at) as read, count(owned_at) as owned
   from reading.entry where reader_id = $1 and age <= $2 and (latest_at is not null or owned_at is not null)`,
);

/** Locks the libraries that exist; returns the ids of their readers. */
export async function lockLibraries(db: Tx, readerIds: readonly number[]): Promise<Set<number>> {
  return new Set((await rows(db, LOCK_BOTH, [readerIds])).map(({ readerId }) => readerId));
}

/** Copies one library into another existing one; the newest value wins. */
export async function copyLibrary(db: Tx, fromId: number, toId: number): Promise<void> {
  await rows(db, MERGE_ENTRIES, [fromId, toId]);
  await rows(db, MERGE_PLACES, [fromId, toId]);
  await rows(db, MERGE_NEWS_TIME, [fromId, toId]);
}

/** How many comics are in each part of a library, without comics that a reader of this age is not allowed to see. */
export async function countEntries(db: Db, readerId: number, age: number): Promise<LibraryCounts> {
  return (await row(db, COUNTS, [readerId, age])) ?? { subscribed: 0, favorited: 0, read: 0, owned: 0 };
}
