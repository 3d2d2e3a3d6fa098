import { type Db, rows, statement } from '../../../core/db.ts';

/** A comic that may have the letters of a word in it. */
export type Candidate = { id: number; spelled: string[]; isInBody: boolean; isCode: boolean };

type Lookup = readonly string[];

/**
 * The comics that fit, those read most first, up to `most`, as `found (comic_id, views)`. One tier after the other is looked
 * through, each with an index of its own, and the rest only where these have not enough: what thousands of comics have costs
 * no more than what hundreds have. `views + 0`, as the index of views would be walked with every array on the way compared.
 */
function mostRead(fits: string, most: string): string {
  const tier = (which: string) => `select comic_id, views + 0 as views from search.document where ${which} and ${fits}`;
  return `first as materialized (${tier('tier = 0')}),
    second as materialized (${tier('tier = 1')} and (select count(*) from first) < ${most}),
    rest as materialized (
      ${tier('tier = 2')} and (select count(*) from first) + (select count(*) from second) < ${most}
    ),
    found as (
      select * from (select * from first union all select * from second union all select * from rest) every
      order by views desc, comic_id desc limit ${most}
    )`;
}

type CandidateParams = [word: string, lookup: Lookup, other: Lookup, third: Lookup, ageLimit: number, most: number];
const HAS_LOOKUP = 'terms @> $2::text[] or terms @> $3::text[] or terms @> $4::text[]';
const CANDIDATE = `d.comic_id as id, d.spelled, position($1 in d.body) > 0 as "isInBody", d.code = $1 as "isCode"`;

/** Comics whose terms have all of one of these lookups, and the one with that code. */
const CANDIDATES = statement<Candidate, CandidateParams>(
  'search.candidates',
  `select ${CANDIDATE} from search.document d where (${HAS_LOOKUP} or code = $1) and from_age <= $5
   order by views + 0 desc, comic_id desc limit $6`,
);

/** The same for a word that thousands of comics may have. With other words, looking at each tier only takes longer. */
const COMMON_CANDIDATES = statement<Candidate, CandidateParams>(
  'search.common-candidates',
  `with ${mostRead(`(${HAS_LOOKUP}) and from_age <= $5`, '$6')}
   select ${CANDIDATE} from search.document d join (
     select comic_id from found union select comic_id from search.document where code = $1 and from_age <= $5
   ) ids on ids.comic_id = d.comic_id
   order by d.views desc, d.comic_id desc`,
);

const OF_GENRE = statement<{ id: number }, [term: string, ageLimit: number, most: number]>(
  'search.of-genre',
  `with ${mostRead('terms @> array[$1::text] and from_age <= $2', '$3')}
   select comic_id as id from found order by views desc, comic_id desc`,
);

const ALIKE = statement<{ id: number }, [parts: readonly string[], ageLimit: number, among: number, most: number]>(
  'search.alike',
  `with ${mostRead('terms && $1::text[] and from_age <= $2', '$3')}
   select d.comic_id as id from found join search.document d on d.comic_id = found.comic_id, lateral (
     select count(*) as shared from unnest($1::text[]) part where position(part in d.body) > 0) s
   order by s.shared desc, d.views desc, d.comic_id desc limit $4`,
);

const NAMES = statement<ComicNames, [ids: readonly number[], ageLimit: number]>(
  'search.names',
  `select comic_id as id, title, shown_names as names, shown_authors as authors
   from search.document join unnest($1::bigint[]) with ordinality given (id, place) on given.id = comic_id
   where from_age <= $2 order by given.place`,
);

/** A comic's title, all its names and its authors, as they are written. */
export type ComicNames = { id: number; title: string; names: string[]; authors: string[] };

/** How results are ordered; each order has a number that it goes by, the higher the earlier. */
export type Order = 'match' | 'hot' | 'new' | 'update';
/** `quality` 0 is the best. */
export type ResultPlace = { quality: number; rank: number; id: number };

/** What of all comics is asked for; null = any. */
export type Filter = { genre: string | null; status: string | null; ageLimit: number };

export type ResultQuery = Filter & {
  words: {
    /** All words, as a name could begin. */
    whole: string;
    /** Those that have to be in the text, and their lookup. */
    texts: readonly string[];
    lookup: Lookup;
    /** The comics that have all other words, and how well; null where there are no others. */
    others: ReadonlyMap<number, number> | null;
  };
  order: Order;
  after: ResultPlace | null;
  size: number;
};

/** `fromAge`: the lowest age rating among all results; null where there are none. */
export type ResultCount = { total: number; fromAge: number | null };
/** `isCapped`: there may be more than `total`, as only so many were looked at. */
export type ResultPage = ResultCount & { page: ResultPlace[]; isCapped: boolean };

const ORDERED_BY: Record<Order, string> = { match: 'views', hot: 'views', new: 'created_at', update: 'latest_at' };

/**
 * How well a comic fits: by name, the beginning of a name, a part of it, an author, and whatever else. The names are
 * looked through as one text, one a line: a subquery over them took ten times as long.
 */
function qualityIn(whole: string, others: string): string {
  return `case
    when ${whole} = any(d.names) or d.code = ${whole} then 0
    when position(E'\\n' || ${whole} in E'\\n' || array_to_string(d.names, E'\\n')) > 0 then 1
    when position(${whole} in array_to_string(d.names, E'\\n')) > 0 then 2
    when ${whole} = any(d.authors) then 3
    else ${others} end`;
}

type Param = (value: unknown) => string;

function filtersOf({ genre, status, ageLimit }: Filter, param: Param): string[] {
  const where = [`d.from_age <= ${param(ageLimit)}`];
  if (genre !== null) where.push(`d.genres @> array[${param(genre)}]::text[]`);
  if (status !== null) where.push(`d.status = ${param(status)}`);
  return where;
}

/** The number that an order goes by, which whole milliseconds become too. */
function rankIn(order: Order): { column: string; rank: string } {
  const column = ORDERED_BY[order];
  return { column, rank: column === 'views' ? 'views' : `(extract(epoch from ${column}) * 1000)::bigint` };
}

/** One page of those that have the words, and how many there are. Without a name: the best plan depends on the words. */
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
  const quality = order === 'match' ? qualityIn(`${param(words.whole)}::text`, others ? 'given.quality' : '4') : '0';
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
  const [found] = (await db.query<Omit<ResultPage, 'isCapped'>>(text, values)).rows;
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
  return (await db.query<ResultPlace>(text, values)).rows;
}

/** How many comics these filters leave. */
export async function countAll(db: Db, filter: Filter): Promise<ResultCount> {
  const values: unknown[] = [];
  const where = filtersOf(filter, (value) => `$${values.push(value)}`);
  const text = `select count(*) as total, min(d.from_age) as "fromAge" from search.document d where ${where.join(' and ')}`;
  const [found] = (await db.query<ResultCount>(text, values)).rows;
  if (!found) throw new Error('an aggregate has one row');
  return found;
}

/** Those read most first. `isCommon`: thousands may fit. */
export function findCandidates(
  db: Db,
  word: string,
  lookups: readonly [Lookup, Lookup, Lookup],
  query: { ageLimit: number; most: number; isCommon: boolean },
): Promise<Candidate[]> {
  return rows(db, query.isCommon ? COMMON_CANDIDATES : CANDIDATES, [word, ...lookups, query.ageLimit, query.most]);
}

/** The comics with this term of a genre, those read most first. */
export async function findOfGenre(db: Db, term: string, query: { ageLimit: number; most: number }): Promise<number[]> {
  return (await rows(db, OF_GENRE, [term, query.ageLimit, query.most])).map(({ id }) => id);
}

/** Of the comics that have any of these parts, `among` of them, those that share most; then those read most. */
export async function findAlike(
  db: Db,
  parts: readonly string[],
  { ageLimit, among, most }: { ageLimit: number; among: number; most: number },
): Promise<number[]> {
  return (await rows(db, ALIKE, [parts, ageLimit, among, most])).map(({ id }) => id);
}

/** In the order of the ids. */
export function findNames(db: Db, ids: readonly number[], ageLimit: number): Promise<ComicNames[]> {
  return rows(db, NAMES, [ids, ageLimit]);
}
