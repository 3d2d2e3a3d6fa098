import { allRows, type Db, planned } from '../../../core/db/db.ts';
import type { StoredCover } from '../pictures/stored-images.ts';

/** A comic in the list of operators. */
export type ListedComic = {
  id: number;
  title: string;
  titleKey: string;
  code: string;
  cover: StoredCover | null;
  chapters: number;
  priceCoins: number;
  freeFirst: number;
  /** At least one chapter has a price. */
  isPaid: boolean;
  status: 'serial' | 'complete';
  ageRating: 'all' | '12' | '16' | '18';
  online: boolean;
  deletedAt: Date | null;
  updatedAt: Date;
  /** With all its digits, for a cursor. */
  updatedText: string;
};

/** Null = any. Comics that were merged into others are never listed. */
export type ComicFilter = {
  /** Part of the title, an alias or an author, as a title key; or a whole id or code. */
  word: string | null;
  /** Null = all but the deleted ones. */
  state: 'online' | 'offline' | 'deleted' | null;
  status: 'serial' | 'complete' | null;
  price: 'paid' | 'free' | null;
  issue: 'damaged' | 'scheduled' | 'empty' | 'draft' | null;
  weekday: number | null;
  genre: string | null;
  /** Keys of titles; the comics with one of them. */
  titleKeys: readonly string[] | null;
  ids: readonly number[] | null;
};

export const ANY_COMIC: ComicFilter = {
  word: null,
  state: null,
  status: null,
  price: null,
  issue: null,
  weekday: null,
  genre: null,
  titleKeys: null,
  ids: null,
};

export type ComicOrder = 'newest' | 'updated' | 'title' | 'price';
/** The start of the next page: the sort values of the last comic before it. */
export type ComicPosition = readonly (number | string)[];

const ORDERS: Readonly<Record<ComicOrder, { columns: readonly string[]; direction: 'asc' | 'desc' }>> = {
  newest: { columns: ['b.id'], direction: 'desc' },
  updated: { columns: ['b.updated_at', 'b.id'], direction: 'desc' },
  title: { columns: ['b.title_key'], direction: 'asc' },
  price: { columns: ['b.price_coins', 'b.id'], direction: 'desc' },
};

const IS_PAID = 'exists (select from catalog.chapter c where c.comic_id = b.id and c.price_coins > 0)';
const STATES = {
  online: 'b.online',
  offline: 'not b.online and b.deleted_at is null',
  deleted: 'b.deleted_at is not null',
};
const ISSUES = {
  damaged: 'exists (select from catalog.chapter c where c.comic_id = b.id and c.damaged_pages > 0)',
  scheduled: 'exists (select from catalog.chapter c where c.comic_id = b.id and c.published_at > now())',
  // For a comic with published chapters the first condition is false, which saves most of the lookups.
  empty: 'b.first_at is null and not exists (select from catalog.chapter c where c.comic_id = b.id)',
  draft: 'exists (select from catalog.chapter c where c.comic_id = b.id and not c.online and c.deleted_at is null)',
};

/** Adds a value and returns its parameter. */
type AddValue = (value: unknown) => string;

/** The conditions on comics `b`. */
export function conditionsOf(filter: ComicFilter, add: AddValue): string[] {
  const conditions = ['b.merged_into is null', filter.state ? STATES[filter.state] : 'b.deleted_at is null'];
  if (filter.word !== null) {
    const word = add(filter.word);
    const id = /^[1-9]\d{0,14}$/.test(filter.word) ? ` or b.id = ${add(Number(filter.word))}::bigint` : '';
    conditions.push(`(strpos(b.title_key, ${word}) > 0 or b.code = ${word}${id}
      or strpos(lower(array_to_string(b.alias || b.authors, E'\\n')), ${word}) > 0)`);
  }
  if (filter.status) conditions.push(`b.status = ${add(filter.status)}`);
  if (filter.price) conditions.push(filter.price === 'paid' ? IS_PAID : `not ${IS_PAID}`);
  if (filter.issue) conditions.push(ISSUES[filter.issue]);
  if (filter.weekday !== null) conditions.push(`${add(filter.weekday)}::smallint = any(b.weekdays)`);
  if (filter.genre !== null) conditions.push(`b.genres @> array[${add(filter.genre)}::text]`);
  if (filter.ids !== null) conditions.push(`b.id = any(${add(filter.ids)}::bigint[])`);
  if (filter.titleKeys !== null) conditions.push(`b.title_key = any(${add(filter.titleKeys)}::text[])`);
  return conditions;
}

/** A page of the list. The filter decides the plan, so the statement is not prepared. */
export function listComics(
  db: Db,
  filter: ComicFilter,
  { order, after, size }: { order: ComicOrder; after: ComicPosition | null; size: number },
): Promise<ListedComic[]> {
  const values: unknown[] = [];
  const add: AddValue = (value) => `$${values.push(value)}`;
  const { columns, direction } = ORDERS[order];
  const conditions = conditionsOf(filter, add);
  if (after) {
    const place = after.map((value) => add(value)).join(', ');
    conditions.push(`(${columns.join(', ')}) ${direction === 'desc' ? '<' : '>'} (${place})`);
  }
  const sorting = `order by ${columns.map((column) => `${column} ${direction}`).join(', ')}`;
  // Cut to the page first: the chapters of the others are not counted.
  return planned<ListedComic>(
    db,
    `select b.id, b.title, b.title_key as "titleKey", b.code, b.cover, b.price_coins as "priceCoins",
       b.free_first as "freeFirst", b.status, b.age_rating as "ageRating", b.online, b.deleted_at as "deletedAt",
       b.updated_at as "updatedAt", b.updated_at::text as "updatedText", ${IS_PAID} as "isPaid",
       (select count(*) from catalog.chapter c where c.comic_id = b.id)::int as chapters
     from (select * from catalog.comic b where ${conditions.join(' and ')} ${sorting} limit ${add(size)}) b ${sorting}`,
    values,
  );
}

/** The genres of comics that readers can see, those with the most comics first. */
export const listGenreNames = allRows<{ genre: string }, [size: number]>(
  'catalog.genre-names',
  'select genre from catalog.genre_tally group by genre having sum(comics) > 0 order by sum(comics) desc, genre limit $1',
);
