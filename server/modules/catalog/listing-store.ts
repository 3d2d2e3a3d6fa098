import { type Db, row, statement } from '../../core/db.ts';
import type { ComicRow } from './store.ts';
import type { StoredCover } from './stored-images.ts';

/** What a listing shows of a comic. */
export type CardRow = Pick<ComicRow, 'id' | 'title' | 'authors' | 'genres' | 'status' | 'weekdays'> & {
  cover: StoredCover;
  latestId: number;
  latestNo: number;
  latestTitle: string;
  latestAt: Date;
  firstAt: Date;
  allFree: boolean;
};

/** A card and what its list is ordered by: the time, then the id. */
export type ListedRow = CardRow & { orderedBy: Date };

/** Where a list goes on: after the comic with this time and id. */
export type After = { time: Date; id: number };

/** Which comics a list by update shows; `weekday` is 1 (Monday) to 7, and serial comics alone have one. */
export type UpdateList = { of: 'all' | 'serial' | 'complete' | 'free' } | { of: 'weekday'; weekday: number };

export type GenreRow = { name: string; count: number };

const VISIBLE = `c.online and c.cover is not null and c.age_rating <> '18'`;
const HOLDS = 'c.facts_from <= $1 and c.facts_until > $1';
const TURNED = '(c.facts_from > $1 or c.facts_until <= $1)';

/** `picked (id, ordered_by)` are the comics of this page: what a card needs is read for these alone. */
const CARDS = `
  select c.id, c.title, c.authors, c.genres, c.status, c.weekdays, c.cover, p.ordered_by as "orderedBy",
    l.id as "latestId", l.no as "latestNo", l.title as "latestTitle", l.published_at as "latestAt",
    s.first_at as "firstAt", s.all_free as "allFree"
  from picked p
  join catalog.comic c on c.id = p.id
  cross join lateral (
    select id, no, title, published_at from catalog.chapter
    where comic_id = c.id and published_at <= $1 order by no desc limit 1
  ) l
  cross join lateral (
    select min(published_at) as first_at,
      bool_and(price_coins = 0 or (free_at is not null and free_at <= $1)) as all_free
    from catalog.chapter where comic_id = c.id and published_at <= $1
  ) s`;

/**
 * Comics with the facts of this moment: from where they are kept, and counted anew where a moment has passed since (see
 * migration 005). `filter` speaks of c's columns; each half is cut to the page before they are put together.
 */
function pickedByUpdate(filter: string): string {
  const page = 'order by c.latest_at desc, c.id desc limit $4';
  return `with picked as (
    select id, latest_at as ordered_by from (
      (select c.id, c.latest_at from catalog.comic c
        where ${VISIBLE} and ${HOLDS} and (c.latest_at, c.id) < ($2, $3) ${filter} ${page})
      union all
      (select c.id, c.latest_at from (
          select c.id, c.status, c.weekdays, c.genres, f.latest_at, f.all_free
          from catalog.comic c cross join lateral catalog.comic_facts(c.id, $1) f where ${VISIBLE} and ${TURNED}
        ) c where (c.latest_at, c.id) < ($2, $3) ${filter} ${page})
    ) c ${page}
  ) ${CARDS} order by p.ordered_by desc, p.id desc`;
}

/** In China's one time zone; what an editor said of a comic goes before what its latest chapter lets one guess. */
const ON_WEEKDAY = `and c.status = 'serial' and case when c.weekdays = '{}'
  then date_part('isodow', c.latest_at at time zone 'Asia/Shanghai') = $5::int else $5::int = any(c.weekdays) end`;

const IN_GENRE = 'and c.genres @> array[$5::text]';

const BY_UPDATE = {
  all: ofEveryGenreOrOne(pickedByUpdate, ''),
  serial: ofEveryGenreOrOne(pickedByUpdate, `and c.status = 'serial'`),
  complete: ofEveryGenreOrOne(pickedByUpdate, `and c.status = 'complete'`),
  free: ofEveryGenreOrOne(pickedByUpdate, 'and c.all_free'),
};
const BY_WEEKDAY = pickedByUpdate(ON_WEEKDAY);

const BY_CREATION = ofEveryGenreOrOne(
  (filter) => `with picked as (
    select c.id, c.created_at as ordered_by from catalog.comic c
    where ${VISIBLE} and (c.created_at, c.id) < ($2, $3) ${filter}
      and case when ${HOLDS} then c.latest_at is not null
          else exists (select from catalog.chapter where comic_id = c.id and published_at <= $1) end
    order by c.created_at desc, c.id desc limit $4
  ) ${CARDS} order by p.ordered_by desc, p.id desc`,
  '',
);

/** Two statements, because a plan that has to fit both would serve neither. */
function ofEveryGenreOrOne(text: (filter: string) => string, filter: string) {
  return { every: text(filter), inGenre: text(`${filter} ${IN_GENRE}`) };
}

/** The kept genres, less those of the comics that turned, and theirs as they are now. */
const GENRES = `
  select genre as name, sum(comics)::bigint as count from (
    select genre, count(*) as comics from catalog.comic_genre group by genre
    union all
    select g.genre, -1 from catalog.comic c join catalog.comic_genre g on g.comic_id = c.id where ${TURNED}
    union all
    select g.genre, 1 from catalog.comic c cross join lateral catalog.comic_facts(c.id, $1) f
      cross join lateral (select distinct genre from unnest(c.genres) genre where length(genre) <= 40) g
      where ${VISIBLE} and ${TURNED} and f.latest_at is not null
  ) counted group by genre having sum(comics) > 0 order by 2 desc, 1`;

const GENRES_OF = statement<{ genres: string[] }>(
  'catalog.genres-of',
  `select c.genres from catalog.comic c
   where c.id = $1 and ${VISIBLE} and exists (select from catalog.chapter where comic_id = $1 and published_at <= $2)`,
);

/** A comic has few genres; beyond these, another shared one says little. */
const COMPARED_GENRES = 8;

const ALIKE = `
  with turned as materialized (
    select c.id, c.genres, f.latest_at, ${VISIBLE} as visible
    from catalog.comic c cross join lateral catalog.comic_facts(c.id, $1) f where ${TURNED}
  ), picked as (
    select id, max(latest_at) as ordered_by, count(*) as shared from (
      select comic_id as id, latest_at from catalog.comic_genre
        where genre = any($4::text[]) and comic_id not in (select id from turned)
      union all
      select id, latest_at from turned
        cross join lateral (select distinct genre from unnest(genres) genre where genre = any($4::text[])) g
        where visible and latest_at is not null
    ) c where id <> $2 group by id order by shared desc, ordered_by desc, id desc limit $3
  ) ${CARDS} order by p.shared desc, p.ordered_by desc, p.id desc`;

const KEEP_FACTS = statement<{ done: number }>(
  'catalog.keep-facts',
  `select count(catalog.keep_facts(due.ids, $1)) as done
   from (select array_agg(id) as ids from
     (select id from catalog.comic where facts_until <= $1 order by facts_until limit $2) c) due
   where due.ids is not null`,
);

type Wanted = { after: After | null; size: number };

/** Comics by when they came in, newest first. */
export function listNewest(db: Db, now: Date, wanted: Wanted & { genre: string | null }): Promise<ListedRow[]> {
  return list(db, BY_CREATION, now, wanted);
}

/** Comics by their latest publication, newest first. */
export function listUpdated(
  db: Db,
  now: Date,
  { which, ...wanted }: Wanted & { which: UpdateList; genre: string | null },
): Promise<ListedRow[]> {
  if (which.of === 'weekday') return planned(db, BY_WEEKDAY, [...pageOf(now, wanted), which.weekday]);
  return list(db, BY_UPDATE[which.of], now, wanted);
}

function list(
  db: Db,
  { every, inGenre }: ReturnType<typeof ofEveryGenreOrOne>,
  now: Date,
  { genre, ...wanted }: Wanted & { genre: string | null },
): Promise<ListedRow[]> {
  return genre === null
    ? planned(db, every, pageOf(now, wanted))
    : planned(db, inGenre, [...pageOf(now, wanted), genre]);
}

/**
 * Runs a statement without a name, so that it is planned for these very values: few comics have turned by this moment, and
 * a rare genre is best gathered where a common one is met soon enough along the list. A plan kept for any value knows neither.
 */
async function planned<Row extends object>(db: Db, text: string, values: unknown[]): Promise<Row[]> {
  return (await db.query<Row>(text, values)).rows;
}

/** The first page comes after a time that never comes: so an index is entered the same way for every page. */
function pageOf(now: Date, { after, size }: Wanted): unknown[] {
  return [now, after?.time ?? 'infinity', after?.id ?? 0, size];
}

/** The genres of comics that are to be seen, those of most comics first. */
export function listGenres(db: Db, now: Date): Promise<GenreRow[]> {
  return planned(db, GENRES, [now]);
}

/** The genres of a comic; none for one that is not to be seen. */
export async function genresOf(db: Db, comicId: number, now: Date): Promise<string[]> {
  return (await row(db, GENRES_OF, [comicId, now]))?.genres.slice(0, COMPARED_GENRES) ?? [];
}

/** Other comics with any of these genres, those with most of them first, then by update. */
export function listAlike(
  db: Db,
  now: Date,
  wanted: { comicId: number; genres: string[]; size: number },
): Promise<ListedRow[]> {
  return planned(db, ALIKE, [now, wanted.comicId, wanted.size, wanted.genres]);
}

/** Counts anew up to `most` comics whose chapters came out or became free since. */
export async function keepFacts(db: Db, now: Date, most: number): Promise<void> {
  await row(db, KEEP_FACTS, [now, most]);
}
