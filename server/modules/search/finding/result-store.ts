import { allRows, type Db, planned } from '../../../core/db/db.ts';
import { type Lookup, OTHER_TEXT, qualityIn } from './match-store.ts';

/** In the order of the ids. */
export const findNames = allRows<ComicNames, [ids: readonly number[], ageLimit: number]>(
  'search.names',
  `select comic_id as id, title, shown_names as names, shown_authors as authors
   from search.document join unnest($1::bigint[]) with ordinality given (id, place) on given.id = comic_id
   where from_age <= $2 order by given.place`,
);

/** A comic's title, all its names and its authors, as they are written. */
export type ComicNames = { id: number; title: string; names: string[]; authors: string[] };

/** The orders of results. Each order compares one number; higher numbers come first. */
export type Order = 'match' | 'hot' | 'new' | 'update';
/** `quality` 0 is the best. */
export type ResultPlace = { quality: number; rank: number; id: number };

/** The filter of the results; null = any. */
export type Filter = { genre: string | null; status: string | null; ageLimit: number };

export type ResultQuery = Filter & {
  words: {
    /** All words together, because a name may begin with them. */
    whole: string;
    /** The words that have to be in the text, and their lookup. */
    texts: readonly string[];
    lookup: Lookup;
    /** The comics that have all other words, and how well; null if there are no others. */
    others: ReadonlyMap<number, number> | null;
  };
  order: Order;
  after: ResultPlace | null;
  size: number;
};

/** `fromAge`: the lowest age rating among all results; null if there are none. */
export type ResultCount = { total: number; fromAge: number | null };
/** `isCapped`: there may be more than `total`, because only this many were examined. */
export type ResultPage = ResultCount & { page: ResultPlace[]; isCapped: boolean };

const ORDERED_BY: Record<Order, string> = { match: 'views', hot: 'views', new: 'created_at', update: 'latest_at' };

type Param = (value: unknown) => string;

function filtersOf({ genre, status, ageLimit }: Filter, param: Param): string[] {
  const where = [`d.from_age <= ${param(ageLimit)}`];
  if (genre !== null) where.push(`d.genres @> array[${param(genre)}]::text[]`);
  if (status !== null) where.push(`d.status = ${param(status)}`);
  return where;
}

/** The number that an order compares. Times become whole milliseconds. */
function rankIn(order: Order): { column: string; rank: string } {
  const column = ORDERED_BY[order];
  return { column, rank: column === 'views' ? 'views' : `(extract(epoch from ${column}) * 1000)::bigint` };
}

/** One page of the comics with these words, and their number. Not a named statement, because the best plan depends on the words. */
export async function findResults(db: Db, query: ResultQuery): Promise<Omit<ResultPage, 'isCapped'>> {
  const values: unknown[] = [];
  const param: Param = (value) => `$${values.push(value)}`;
  const { words, order, after } = query;
  const { others } = words;
  const where = filtersOf(query, param);
  let from = 'search.document d';
  if (others) {
    const given = `unnest(${param([...others.keys()])}::bigint[], ${param([...others.values()])}::int[])`;
    from += ` join ${given} given (id, quality) on given.id = d.comic_id`;
  }
  const quality =
    order === 'match' ? qualityIn(`${param(words.whole)}::text`, others ? 'given.quality' : `${OTHER_TEXT}`) : '0';
  if (words.texts.length > 0) where.push(`d.terms @> ${param(words.lookup)}::text[]`);
  for (const word of words.texts) where.push(`position(${param(word)} in d.body) > 0`);
  const position = after
    ? `where (quality, -rank, -id) > (${param(after.quality)}::int, -${param(after.rank)}::bigint, -${param(after.id)}::bigint)`
    : '';
  const { column, rank } = rankIn(order);
  const text = `with matched as materialized (
      select d.comic_id as id, ${quality} as quality, d.${column} as ordered, ${rank} as rank, d.from_age
      from ${from} where ${where.join(' and ')}
    ), page as (
      select quality, rank, id from matched ${position} order by quality, ordered desc, id desc limit ${param(query.size)}
    )
    select (select count(*) from matched) as total, (select min(from_age) from matched) as "fromAge",
      (select coalesce(json_agg(page), '[]') from page) as page`;
  const [found] = await planned<Omit<ResultPage, 'isCapped'>>(db, text, values);
  if (!found) throw new Error('an aggregate has one row');
  return found;
}

/** One page of all comics, read along the index of its order. */
export async function findAll(
  db: Db,
  query: Filter & { order: Order; after: ResultPlace | null; size: number },
): Promise<ResultPlace[]> {
  const values: unknown[] = [];
  const param: Param = (value) => `$${values.push(value)}`;
  const where = filtersOf(query, param);
  const { column, rank } = rankIn(query.order);
  const { after } = query;
  if (after) {
    const rankAfter = `${param(after.rank)}::bigint`;
    const from = column === 'views' ? rankAfter : `to_timestamp(${rankAfter} / 1000.0)`;
    where.push(`(d.${column}, d.comic_id) < (${from}, ${param(after.id)}::bigint)`);
  }
  const text = `select 0 as quality, ${rank} as rank, d.comic_id as id from search.document d
    where ${where.join(' and ')} order by d.${column} desc, d.comic_id desc limit ${param(query.size)}`;
  return planned<ResultPlace>(db, text, values);
}

/** How many comics these filters leave. */
export async function countAll(db: Db, filter: Filter): Promise<ResultCount> {
  const values: unknown[] = [];
  const where = filtersOf(filter, (value) => `$${values.push(value)}`);
  const text = `select count(*) as total, min(d.from_age) as "fromAge" from search.document d where ${where.join(' and ')}`;
  const [found] = await planned<ResultCount>(db, text, values);
  if (!found) throw new Error('an aggregate has one row');
  return found;
}
