import { type Db, planned, rows, statement } from '../../../core/db/db.ts';
import type { AgeLimit } from '../comics/audience.ts';
import { FACTS_CURRENT, FACTS_OUTDATED, shown } from '../comics/visibility.ts';

/** A comic of a list with its sort key: the time, then the id. */
export type ListedRow = { id: number; orderedBy: Date };

/** Where the next page begins: after the comic with this time and id. */
export type After = { time: Date; id: number };

/** Which comics a list by update shows; `weekday` is 1 (Monday) to 7, and serial comics alone have one. */
export type UpdateList = { of: 'all' | 'serial' | 'complete' | 'free' } | { of: 'weekday'; weekday: number };

/** Which part of a list to read. */
export type ListQuery = {
  genre: string | null;
  /** Only the comics of this author; a list of a genre can't have one. */
  author?: string | undefined;
  after: After | null;
  size: number;
  ageLimit: AgeLimit;
};

/** `settled`: the stored facts of all comics are certain to be those of the moment of the query. */
type StoredListQuery = ListQuery & { settled: boolean };
/** Where the page begins and how long it is: $1 to $4; a weekday, a genre or an author is $5. */
type PageParams = [now: Date, afterTime: Date | 'infinity', afterId: number, size: number];
type WeekdayParams = [...PageParams, weekday: number];

type ListVariant = Pick<StoredListQuery, 'ageLimit' | 'settled'>;

const PAGE = 'order by latest_at desc, id desc limit $4';
const IN_GENRE = 'and c.genres @> array[$5::text]';
const OF_AUTHOR = 'and c.authors @> array[$5::text]';

const FILTERS = {
  all: '',
  serial: `and c.status = 'serial'`,
  complete: `and c.status = 'complete'`,
  free: 'and c.all_free',
};

/** The condition that the stored facts are current. With `settled` it is always true: the query plan must not depend on it. */
const factsCurrent = (settled: boolean) => (settled ? '$1::timestamptz is not null' : FACTS_CURRENT);

/**
 * Comics with the facts of this moment: `stored` reads those whose stored facts are current, and the few others are counted
 * again (see `catalog.comic_facts`). Each half is cut to the page before they are put together.
 */
function picked(stored: string, filter: string, { ageLimit, settled }: ListVariant): string {
  if (settled) return `select id, latest_at as "orderedBy" from (${stored} ${PAGE}) c`;
  return `
    select id, latest_at as "orderedBy" from (
      (${stored} ${PAGE})
      union all
      (select c.id, c.latest_at from (
          select c.id, c.status, c.weekdays, c.genres, c.authors, f.latest_at, f.all_free
          from catalog.comic c cross join lateral catalog.comic_facts(c.id, $1) f where ${shown(ageLimit)} and ${FACTS_OUTDATED}
        ) c where (c.latest_at, c.id) < ($2, $3) ${filter} ${PAGE})
    ) c ${PAGE}`;
}

function byUpdate(filter: string, variant: ListVariant): string {
  const stored = `select c.id, c.latest_at from catalog.comic c
    where ${shown(variant.ageLimit)} and ${factsCurrent(variant.settled)} and (c.latest_at, c.id) < ($2, $3) ${filter}`;
  return picked(stored, filter, variant);
}

function byWeekday(variant: ListVariant): string {
  const stored = `select w.comic_id as id, w.latest_at from catalog.comic_weekday w join catalog.comic c on c.id = w.comic_id
    where w.weekday = $5 and w.from_age <= ${variant.ageLimit} and ${factsCurrent(variant.settled)}
      and (w.latest_at, w.comic_id) < ($2, $3)`;
  const filter = `and c.status = 'serial' and $5 = any(catalog.comic_weekdays(c.weekdays, c.latest_at))`;
  return picked(stored, filter, variant);
}

function byCreation(filter: string, { ageLimit, settled }: ListVariant): string {
  return `
    select c.id, c.created_at as "orderedBy" from catalog.comic c
    where ${shown(ageLimit)} and (c.created_at, c.id) < ($2, $3) ${filter}
      and case when ${factsCurrent(settled)} then c.latest_at is not null
          else exists (select from catalog.chapter where comic_id = c.id and online and published_at <= $1) end
    order by c.created_at desc, c.id desc limit $4`;
}

/** Comics by when they were added, newest first. */
export function listNewest(db: Db, now: Date, query: StoredListQuery): Promise<ListedRow[]> {
  return list(db, 'newest', (filter) => byCreation(filter, query), now, query);
}

/** Comics by their latest publication, newest first. */
export function listUpdated(
  db: Db,
  now: Date,
  { which, ...query }: StoredListQuery & { which: UpdateList },
): Promise<ListedRow[]> {
  if (which.of !== 'weekday')
    return list(db, which.of, (filter) => byUpdate(`${FILTERS[which.of]} ${filter}`, query), now, query);
  const text = byWeekday(query);
  const values: WeekdayParams = [...pageOf(now, query), which.weekday];
  if (!query.settled) return planned<ListedRow>(db, text, values);
  return rows(db, statement<ListedRow, WeekdayParams>(`catalog.list-weekday-${query.ageLimit}`, text), values);
}

/**
 * A settled list is one short index scan with the same plan for all values: so it is a named statement. Otherwise few comics
 * have facts that are not current, and a rare genre needs another index than a common one.
 */
function list(
  db: Db,
  of: string,
  textWith: (filter: string) => string,
  now: Date,
  query: StoredListQuery,
): Promise<ListedRow[]> {
  const { genre, author, ageLimit, settled } = query;
  const values = pageOf(now, query);
  if (genre !== null) return planned<ListedRow>(db, textWith(IN_GENRE), [...values, genre]);
  if (author !== undefined) return planned<ListedRow>(db, textWith(OF_AUTHOR), [...values, author]);
  const text = textWith('');
  if (!settled) return planned<ListedRow>(db, text, values);
  return rows(db, statement<ListedRow, PageParams>(`catalog.list-${of}-${ageLimit}`, text), values);
}

/** The first page comes after the time 'infinity', so that every page uses the index in the same way. */
function pageOf(now: Date, { after, size }: ListQuery): PageParams {
  return [now, after?.time ?? 'infinity', after?.id ?? 0, size];
}
