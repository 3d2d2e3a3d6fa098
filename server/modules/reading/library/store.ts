import { allRows, type Db, row, rows, statement, type Tx } from '../../../core/db/db.ts';
import type { ComicNews } from '../../catalog/catalog.ts';

/** The ways to follow a comic. */
export type Following = 'subscribed' | 'favorited';

/** A comic to add, with its current values from the catalogue; `counts` = the favourite counts in rankings. */
export type Added = { comicId: number; latestAt: Date; age: number; counts: boolean };

/** The selected comics; null = all. */
export type ComicSelection = readonly number[] | null;

type SelectionParams = [readerId: number, selection: ComicSelection];

/** A new library is up to date from now on. A reader who counts in rankings continues to. */
const OPEN = statement<never, [readerId: number, counts: boolean]>(
  'reading.open-library',
  `insert into reading.library as l (reader_id, news_at, counts)
   values ($1, clock_timestamp() - interval '10 seconds', $2)
   on conflict (reader_id) do update set counts = true where excluded.counts and not l.counts`,
);

const LOCK = statement<{ readerId: number }, [readerId: number]>(
  'reading.lock-library',
  'select reader_id as "readerId" from reading.library where reader_id = $1 for no key update',
);

const SELECTED = '($2::bigint[] is null or comic_id = any($2))';

/** Chapters published after the moment of adding are unread; an existing entry keeps its `seen_at`. */
const ADD = ofEach((how, column) =>
  statement<
    { comicId: number },
    [readerId: number, at: Date, comicIds: number[], latestAt: Date[], ages: number[], counts: boolean[]]
  >(
    `reading.add-${how}`,
    `
    insert into reading.entry as e (reader_id, comic_id, ${column}, seen_at, latest_at, age, favorite_counts)
    select $1, comic_id, $2, latest_at, latest_at, age, counts
    from unnest($3::bigint[], $4::timestamptz[], $5::smallint[], $6::boolean[]) t (comic_id, latest_at, age, counts)
    order by comic_id
    on conflict (reader_id, comic_id) do update set ${column} = excluded.${column}, latest_at = excluded.latest_at,
      age = excluded.age, favorite_counts = e.favorite_counts or excluded.favorite_counts
    where e.${column} is null
    returning comic_id as "comicId"`,
  ),
);

/** Deletes entries that have no other reason to stay. */
const DROP = ofEach((how, column) =>
  statement<{ comicId: number }, SelectionParams>(
    `reading.drop-${how}`,
    `
    delete from reading.entry where reader_id = $1 and ${SELECTED} and ${column} is not null
      and num_nonnulls(subscribed_at, favorited_at, owned_at, read_at) = 1
    returning comic_id as "comicId"`,
  ),
);

const CLEAR = ofEach((how, column) =>
  statement<{ comicId: number }, SelectionParams>(
    `reading.clear-${how}`,
    `
    update reading.entry set ${column} = null where reader_id = $1 and ${SELECTED} and ${column} is not null
      and num_nonnulls(subscribed_at, favorited_at, owned_at, read_at) > 1
    returning comic_id as "comicId"`,
  ),
);

const DROP_READ = statement<{ comicId: number }, SelectionParams>(
  'reading.drop-history',
  `delete from reading.entry where reader_id = $1 and ${SELECTED} and read_at is not null
     and num_nonnulls(subscribed_at, favorited_at, owned_at) = 0
   returning comic_id as "comicId"`,
);

const CLEAR_READ = statement<{ comicId: number }, SelectionParams>(
  'reading.clear-history',
  `with cleared as (
     update reading.entry set read_at = null, chapter_id = null
     where reader_id = $1 and ${SELECTED} and read_at is not null
       and num_nonnulls(subscribed_at, favorited_at, owned_at) > 0
     returning comic_id
   ), forgotten as (
     delete from reading.place where reader_id = $1 and comic_id in (select comic_id from cleared)
   ) select comic_id as "comicId" from cleared`,
);

const OWN = statement<never, [readerId: number, comicId: number, at: Date, latestAt: Date | null, age: number]>(
  'reading.own',
  `insert into reading.entry as e (reader_id, comic_id, owned_at, seen_at, latest_at, age)
   values ($1, $2, $3, coalesce($4::timestamptz, $3), $4, $5)
   on conflict (reader_id, comic_id) do update set owned_at = coalesce(e.owned_at, excluded.owned_at)`,
);

function ofEach<T>(declare: (how: Following, column: string) => T): Record<Following, T> {
  return { subscribed: declare('subscribed', 'subscribed_at'), favorited: declare('favorited', 'favorited_at') };
}

/** Readers with a larger id who subscribed to a comic before a moment, by id. */
export const listSubscribers = allRows<
  { readerId: number; age: number },
  [comicId: number, subscribedBefore: Date, afterReaderId: number, size: number]
>(
  'reading.subscribers',
  `select reader_id as "readerId", age from reading.entry
   where comic_id = $1 and subscribed_at < $2 and reader_id > $3 order by reader_id limit $4`,
);

/**
 * Creates the library if there is none, and locks it: changes of several entries are serialised here. `counts` = from now on
 * its favourites count in rankings.
 */
export async function openLibrary(db: Tx, readerId: number, counts: boolean): Promise<void> {
  await row(db, OPEN, [readerId, counts]);
  await row(db, LOCK, [readerId]);
}

/** Locks the library for this transaction; false if there is none. */
export async function lockLibrary(db: Tx, readerId: number): Promise<boolean> {
  return (await row(db, LOCK, [readerId])) !== null;
}

/** Returns the comics that were not followed before. */
export async function addFollowed(
  db: Db,
  how: Following,
  readerId: number,
  at: Date,
  comics: readonly Added[],
): Promise<number[]> {
  const added = await rows(db, ADD[how], [
    readerId,
    at,
    comics.map(({ comicId }) => comicId),
    comics.map(({ latestAt }) => latestAt),
    comics.map(({ age }) => age),
    comics.map(({ counts }) => counts),
  ]);
  return added.map(({ comicId }) => comicId);
}

/** Returns the comics that were followed before. */
export async function dropFollowed(
  db: Tx,
  how: Following,
  readerId: number,
  selection: ComicSelection,
): Promise<number[]> {
  const dropped = await rows(db, DROP[how], [readerId, selection]);
  const cleared = await rows(db, CLEAR[how], [readerId, selection]);
  return [...dropped, ...cleared].map(({ comicId }) => comicId);
}

/** Deletes the last reading, the places and the read marks of these comics; returns how many had any. */
export async function dropHistory(db: Tx, readerId: number, selection: ComicSelection): Promise<number> {
  const dropped = await rows(db, DROP_READ, [readerId, selection]);
  const cleared = await rows(db, CLEAR_READ, [readerId, selection]);
  return dropped.length + cleared.length;
}

/** Records that the reader owns something of a comic. */
export async function addOwned(
  db: Db,
  readerId: number,
  at: Date,
  { comicId, latestAt, age }: ComicNews,
): Promise<void> {
  await row(db, OWN, [readerId, comicId, at, latestAt, age]);
}
