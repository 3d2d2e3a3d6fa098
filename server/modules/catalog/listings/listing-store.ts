import { type Db, rows, statement } from '../../../core/db.ts';
import { HOLDS, shown, TURNED } from '../comics/visibility.ts';

/** A comic of a list, and what the list is ordered by: the time, then the id. */
export type ListedRow = { id: number; orderedBy: Date };

/** Where a list goes on: after the comic with this time and id. */
export type After = { time: Date; id: number };

/** Which comics a list by update shows; `weekday` is 1 (Monday) to 7, and serial comics alone have one. */
export type UpdateList = { of: 'all' | 'serial' | 'complete' | 'free' } | { of: 'weekday'; weekday: number };

/** Which part of a list is wanted; `adult` also shows comics marked 18. */
export type WantedRows = { genre: string | null; after: After | null; size: number; adult: boolean };

/** `settled` = the kept facts of all comics are known to be those of the moment asked for. */
type Asked = WantedRows & { settled: boolean };
type Known = Pick<Asked, 'adult' | 'settled'>;

const PAGE = 'order by latest_at desc, id desc limit $4';
const IN_GENRE = 'and c.genres @> array[$5::text]';

const FILTERS = {
  all: '',
  serial: `and c.status = 'serial'`,
  complete: `and c.status = 'complete'`,
  free: 'and c.all_free',
};

/** Where all facts hold no comic is asked for its own, and a plan needs to know nothing of them. */
const holds = (settled: boolean) => (settled ? '$1::timestamptz is not null' : HOLDS);

/**
 * Comics with the facts of this moment: `kept` are those whose facts hold, from where these are kept, and the few whose
 * moment has passed since are counted anew (see migration 005). Each half is cut to the page before they are put together.
 */
function picked(kept: string, filter: string, { adult, settled }: Known): string {
  if (settled) return `select id, latest_at as "orderedBy" from (${kept} ${PAGE}) c`;
  return `
    select id, latest_at as "orderedBy" from (
      (${kept} ${PAGE})
      union all
      (select c.id, c.latest_at from (
          select c.id, c.status, c.weekdays, c.genres, f.latest_at, f.all_free
          from catalog.comic c cross join lateral catalog.comic_facts(c.id, $1) f where ${shown(adult)} and ${TURNED}
        ) c where (c.latest_at, c.id) < ($2, $3) ${filter} ${PAGE})
    ) c ${PAGE}`;
}

function byUpdate(filter: string, known: Known): string {
  const kept = `select c.id, c.latest_at from catalog.comic c
    where ${shown(known.adult)} and ${holds(known.settled)} and (c.latest_at, c.id) < ($2, $3) ${filter}`;
  return picked(kept, filter, known);
}

function byWeekday(known: Known): string {
  const kept = `select w.comic_id as id, w.latest_at from catalog.comic_weekday w join catalog.comic c on c.id = w.comic_id
    where w.weekday = $5 ${known.adult ? '' : 'and not w.adult'} and ${holds(known.settled)}
      and (w.latest_at, w.comic_id) < ($2, $3)`;
  const filter = `and c.status = 'serial' and $5 = any(catalog.comic_weekdays(c.weekdays, c.latest_at))`;
  return picked(kept, filter, known);
}

function byCreation(filter: string, { adult, settled }: Known): string {
  return `
    select c.id, c.created_at as "orderedBy" from catalog.comic c
    where ${shown(adult)} and (c.created_at, c.id) < ($2, $3) ${filter}
      and case when ${holds(settled)} then c.latest_at is not null
          else exists (select from catalog.chapter where comic_id = c.id and published_at <= $1) end
    order by c.created_at desc, c.id desc limit $4`;
}

/** Comics by when they came in, newest first. */
export function listNewest(db: Db, now: Date, wanted: Asked): Promise<ListedRow[]> {
  const { genre } = wanted;
  const text = byCreation(genre === null ? '' : IN_GENRE, wanted);
  return list(db, 'newest', text, [...pageOf(now, wanted), ...named(genre)], wanted);
}

/** Comics by their latest publication, newest first. */
export function listUpdated(
  db: Db,
  now: Date,
  { which, ...wanted }: Asked & { which: UpdateList },
): Promise<ListedRow[]> {
  const { genre } = wanted;
  const page = pageOf(now, wanted);
  if (which.of === 'weekday') return list(db, which.of, byWeekday(wanted), [...page, which.weekday], wanted);
  const filter = genre === null ? FILTERS[which.of] : `${FILTERS[which.of]} ${IN_GENRE}`;
  return list(db, which.of, byUpdate(filter, wanted), [...page, ...named(genre)], wanted);
}

/** A settled list is one short walk, always planned alike: so its plan is kept. A genre may be common or rare. */
function list(db: Db, of: string, text: string, values: unknown[], wanted: Asked): Promise<ListedRow[]> {
  if (!wanted.settled || wanted.genre !== null) return planned(db, text, values);
  return rows(db, statement<ListedRow>(`catalog.list-${of}${wanted.adult ? '-adult' : ''}`, text), values);
}

function named(genre: string | null): string[] {
  return genre === null ? [] : [genre];
}

/** The first page comes after a time that never comes: so an index is entered the same way for every page. */
function pageOf(now: Date, { after, size }: WantedRows): unknown[] {
  return [now, after?.time ?? 'infinity', after?.id ?? 0, size];
}

/**
 * Runs a statement without a name, so that it is planned for these very values: few comics have turned by this moment, and
 * a rare genre is best gathered where a common one is met soon enough along the list. A plan kept for any value knows neither.
 */
export async function planned<Row extends object>(db: Db, text: string, values: unknown[]): Promise<Row[]> {
  return (await db.query<Row>(text, values)).rows;
}
