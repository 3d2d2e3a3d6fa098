import { allRows, type Db, execute, rows, statement, type Tx } from '../../../core/db/db.ts';

/** Two comics. The readers' data about one are copied to the other. */
type Pair = [fromId: number, intoId: number];
type Changed = { readerId: number; subscribed: boolean; favorited: boolean };

/** In the order in which every other change locks them. */
const LOCK = statement<{ readerId: number }, Pair>(
  'reading.lock-libraries-of-comics',
  `select reader_id as "readerId" from reading.library
   where reader_id in (select reader_id from reading.entry where comic_id = $1 or comic_id = $2)
   order by reader_id for no key update`,
);

/** Copies the entries of readers to the comic that stays; of two last readings the later one is kept. Returns the new follows. */
const COPY_ENTRIES = statement<
  Changed,
  [...Pair, left: readonly number[], stays: readonly number[], latestAt: Date | null, age: number]
>(
  'reading.copy-entries-of-comic',
  `with given as (
     select e.*, coalesce(t.stays, e.chapter_id) as present_id from reading.entry e
     left join unnest($3::bigint[], $4::bigint[]) t (id, stays) on t.id = e.chapter_id
     where e.comic_id = $1 and num_nonnulls(e.subscribed_at, e.favorited_at, e.read_at) > 0
   ), had as (
     select reader_id, subscribed_at, favorited_at from reading.entry where comic_id = $2
   ), written as (
     insert into reading.entry as e (reader_id, comic_id, subscribed_at, favorited_at, read_at, chapter_id, seen_at, latest_at,
       age, favorite_counts)
     select reader_id, $2, subscribed_at, favorited_at, read_at, present_id, seen_at, $5, $6, favorite_counts from given
     on conflict (reader_id, comic_id) do update set
       subscribed_at = coalesce(e.subscribed_at, excluded.subscribed_at),
       favorited_at = coalesce(e.favorited_at, excluded.favorited_at),
       chapter_id = case when e.read_at >= coalesce(excluded.read_at, '-infinity') then e.chapter_id
         else coalesce(excluded.chapter_id, e.chapter_id) end,
       read_at = greatest(e.read_at, excluded.read_at),
       seen_at = greatest(e.seen_at, excluded.seen_at),
       favorite_counts = e.favorite_counts or excluded.favorite_counts
     returning reader_id
   )
   select g.reader_id as "readerId", g.subscribed_at is not null and h.subscribed_at is null as subscribed,
     g.favorited_at is not null and h.favorited_at is null as favorited
   from given g join written w on w.reader_id = g.reader_id left join had h on h.reader_id = g.reader_id`,
);

/** A reader without an entry of a comic has no place in it: an entry comes first. */
const MOVE_PLACES = statement<never, [...Pair, chapterIds: readonly number[]]>(
  'reading.move-places',
  'update reading.place set comic_id = $2 where comic_id = $1 and chapter_id = any($3)',
);

/** A reader who asked for the chapter before the change may write this late. */
const DROP_CLASHES = statement<never, [...Pair, chapterIds: readonly number[]]>(
  'reading.drop-clashing-places',
  `delete from reading.place p using reading.place o
   where o.comic_id = $1 and o.chapter_id = any($3)
     and p.reader_id = o.reader_id and p.comic_id = $2 and p.chapter_id = o.chapter_id`,
);

const COPY_PLACES = statement<never, [...Pair, left: readonly number[], stays: readonly number[]]>(
  'reading.copy-places',
  `insert into reading.place as p (reader_id, comic_id, chapter_id, page, page_offset, at, finished, at_end)
   select l.reader_id, $2, t.stays, l.page, l.page_offset, l.at, l.finished, l.at_end
   from unnest($3::bigint[], $4::bigint[]) t (id, stays)
   join reading.place l on l.comic_id = $1 and l.chapter_id = t.id
   on conflict (reader_id, comic_id, chapter_id) do update set finished = p.finished or excluded.finished`,
);

const FORGET_COPIES = statement<never, [...Pair, left: readonly number[], stays: readonly number[]]>(
  'reading.forget-copied-places',
  `delete from reading.place p using unnest($3::bigint[], $4::bigint[]) t (id, stays)
   join reading.place l on l.comic_id = $1 and l.chapter_id = t.id
   where p.reader_id = l.reader_id and p.comic_id = $2 and p.chapter_id = t.stays and p.at = l.at`,
);

/** Readers who have come to these chapters since, or left the comic. */
const OPEN_ENTRIES = statement<never, [...Pair, chapterIds: readonly number[]]>(
  'reading.open-entries-of-comic',
  `insert into reading.entry (reader_id, comic_id, read_at, chapter_id, seen_at, latest_at, age)
   select distinct on (p.reader_id) p.reader_id, $1, p.at, p.chapter_id, e.seen_at, e.latest_at, e.age
   from reading.place p join reading.entry e on e.reader_id = p.reader_id and e.comic_id = $2
   where p.comic_id = $2 and p.chapter_id = any($3) order by p.reader_id, p.at desc
   on conflict (reader_id, comic_id) do nothing`,
);

/** Removes follows that a merge copied, and follows of the other comic that readers have removed since. Returns them. */
const SPLIT_FOLLOWS = statement<Changed & { comicId: number }, Pair>(
  'reading.split-follows',
  `with pair as (
     select f.reader_id, f.subscribed_at as f_sub, f.favorited_at as f_fav, i.subscribed_at as i_sub, i.favorited_at as i_fav
     from reading.entry f left join reading.entry i on i.reader_id = f.reader_id and i.comic_id = $2 where f.comic_id = $1
   ), gone as (
     select reader_id, $2::bigint as comic_id, i_sub = f_sub as sub, i_fav = f_fav as fav from pair
     union all
     select reader_id, $1::bigint, i_sub is null and f_sub is not null, i_fav is null and f_fav is not null from pair
   ), kept as (
     select e.reader_id, e.comic_id, case when g.sub then null else e.subscribed_at end as subscribed_at,
       case when g.fav then null else e.favorited_at end as favorited_at,
       e.owned_at is not null or e.read_at is not null as stays
     from gone g join reading.entry e on e.reader_id = g.reader_id and e.comic_id = g.comic_id where g.sub or g.fav
   ), written as (
     update reading.entry e set subscribed_at = k.subscribed_at, favorited_at = k.favorited_at
     from kept k where e.reader_id = k.reader_id and e.comic_id = k.comic_id
       and (k.stays or num_nonnulls(k.subscribed_at, k.favorited_at) > 0)
   ), dropped as (
     delete from reading.entry e using kept k where e.reader_id = k.reader_id and e.comic_id = k.comic_id
       and not (k.stays or num_nonnulls(k.subscribed_at, k.favorited_at) > 0)
   )
   select reader_id as "readerId", comic_id as "comicId", coalesce(sub, false) as subscribed, coalesce(fav, false) as favorited
   from gone where sub or fav`,
);

/** The last reading of an entry is the time of its newest place. An entry without any data left is deleted. */
export const renewReadings = execute<[comicIds: readonly number[]], Tx>(
  'reading.renew-last-readings',
  `with newest as (
     select e.reader_id, e.comic_id, l.at, l.chapter_id,
       l.at is null and num_nonnulls(e.subscribed_at, e.favorited_at, e.owned_at) = 0 as is_empty
     from reading.entry e left join lateral (
       select at, chapter_id from reading.place p where p.reader_id = e.reader_id and p.comic_id = e.comic_id
       order by at desc, chapter_id desc limit 1
     ) l on true
     where e.comic_id = any($1) and (e.read_at, e.chapter_id) is distinct from (l.at, l.chapter_id)
   ), dropped as (
     delete from reading.entry e using newest n
     where e.reader_id = n.reader_id and e.comic_id = n.comic_id and n.is_empty
   )
   update reading.entry e set read_at = n.at, chapter_id = n.chapter_id
   from newest n where e.reader_id = n.reader_id and e.comic_id = n.comic_id and not n.is_empty`,
);

const SET_OWNED = statement<
  never,
  [comicId: number, readerIds: readonly number[], at: readonly Date[], latestAt: Date | null, age: number]
>(
  'reading.set-owned',
  `with owners as (
     select * from unnest($2::bigint[], $3::timestamptz[]) t (reader_id, at)
   ), lost as (
     update reading.entry set owned_at = null
     where comic_id = $1 and owned_at is not null and reader_id not in (select reader_id from owners)
       and num_nonnulls(subscribed_at, favorited_at, read_at) > 0
   ), dropped as (
     delete from reading.entry
     where comic_id = $1 and owned_at is not null and reader_id not in (select reader_id from owners)
       and num_nonnulls(subscribed_at, favorited_at, read_at) = 0
   ), opened as (
     insert into reading.library (reader_id, news_at) select reader_id, clock_timestamp() - interval '10 seconds' from owners
     on conflict (reader_id) do nothing returning 1
   )
   insert into reading.entry as e (reader_id, comic_id, owned_at, seen_at, latest_at, age)
   select reader_id, $1, at, coalesce($4::timestamptz, at), $4, $5 from owners, (select count(*) from opened) first
   on conflict (reader_id, comic_id) do update set owned_at = excluded.owned_at
   where (e.owned_at = excluded.owned_at) is not true`,
);

const SET_NEWS = statement<never, [comicId: number, latestAt: Date | null, age: number]>(
  'reading.set-news-of-comic',
  'update reading.entry set latest_at = $2, age = $3 where comic_id = $1 and (latest_at, age) is distinct from ($2, $3)',
);

export const moveViews = execute<[chapterIds: readonly number[], comicId: number], Tx>(
  'reading.move-views',
  'update reading.view set comic_id = $2 where chapter_id = any($1) and comic_id <> $2',
);

export const viewsByDay = allRows<{ day: string; views: number }, [comicId: number]>(
  'reading.days-of-comic',
  'select day::text, views from reading.comic_day where comic_id = $1 order by day',
);

const TAKE_VIEWS = statement<never, Pair>(
  'reading.take-views',
  `update reading.comic_day i set views = greatest(0, i.views - f.views)
   from reading.comic_day f where f.comic_id = $1 and i.comic_id = $2 and i.day = f.day`,
);

export const rankNow = execute<[now: Date], Tx>(
  'reading.rank-now',
  `update reading.ranking_snapshot set due_at = least(due_at, $1)
   where id = (select max(id) from reading.ranking_snapshot where not closing)`,
);

/** The numbers of readers who subscribe to a comic, favour it and have read it. */
export type ShelfCounts = { subscribed: number; favorited: number; read: number };

const COUNTS = statement<ShelfCounts, [comicId: number]>(
  'reading.shelf-counts-of-comic',
  `select count(subscribed_at)::int as subscribed, count(favorited_at)::int as favorited, count(read_at)::int as read
   from reading.entry where comic_id = $1`,
);

export type Follows = Changed;

export async function lockReadersOf(tx: Tx, fromId: number, intoId: number): Promise<void> {
  await rows(tx, LOCK, [fromId, intoId]);
}

export function copyEntries(
  tx: Tx,
  pair: Readonly<Pair>,
  left: readonly { id: number; stays: number }[],
  { latestAt, age }: { latestAt: Date | null; age: number },
): Promise<Changed[]> {
  return rows(tx, COPY_ENTRIES, [...pair, ...columns(left), latestAt, age]);
}

export async function movePlaces(tx: Tx, pair: Readonly<Pair>, chapterIds: readonly number[]): Promise<void> {
  await rows(tx, DROP_CLASHES, [...pair, chapterIds]);
  await rows(tx, MOVE_PLACES, [...pair, chapterIds]);
}

export async function copyPlaces(
  tx: Tx,
  pair: Readonly<Pair>,
  left: readonly { id: number; stays: number }[],
): Promise<void> {
  await rows(tx, COPY_PLACES, [...pair, ...columns(left)]);
}

export async function forgetCopies(
  tx: Tx,
  pair: Readonly<Pair>,
  left: readonly { id: number; stays: number }[],
): Promise<void> {
  await rows(tx, FORGET_COPIES, [...pair, ...columns(left)]);
}

export async function openEntries(tx: Tx, pair: Readonly<Pair>, chapterIds: readonly number[]): Promise<void> {
  await rows(tx, OPEN_ENTRIES, [...pair, chapterIds]);
}

export function splitFollows(tx: Tx, pair: Readonly<Pair>): Promise<(Changed & { comicId: number })[]> {
  return rows(tx, SPLIT_FOLLOWS, [...pair]);
}

/** Exactly these readers own something of the comic. */
export async function setOwned(
  tx: Tx,
  comicId: number,
  owners: readonly { readerId: number; at: Date }[],
  { latestAt, age }: { latestAt: Date | null; age: number },
): Promise<void> {
  await rows(tx, SET_OWNED, [
    comicId,
    owners.map(({ readerId }) => readerId),
    owners.map(({ at }) => at),
    latestAt,
    age,
  ]);
}

export async function setNews(
  tx: Tx,
  comicId: number,
  { latestAt, age }: { latestAt: Date | null; age: number },
): Promise<void> {
  await rows(tx, SET_NEWS, [comicId, latestAt, age]);
}

export async function takeViews(tx: Tx, pair: Readonly<Pair>): Promise<void> {
  await rows(tx, TAKE_VIEWS, [...pair]);
}

export async function countShelf(db: Db, comicId: number): Promise<ShelfCounts> {
  const [found] = await rows(db, COUNTS, [comicId]);
  return found ?? { subscribed: 0, favorited: 0, read: 0 };
}

function columns(left: readonly { id: number; stays: number }[]): [number[], number[]] {
  return [left.map(({ id }) => id), left.map(({ stays }) => stays)];
}
