import { type Db, rows, statement } from '../../../core/db.ts';

/** A comic that may have the letters of a word in it. */
export type Candidate = { id: number; spelled: string[]; isInBody: boolean; isCode: boolean };

type Lookup = readonly string[];

/**
 * Comics whose terms have all of one of these lookups, those read most first. `views + 0`, as the index of views would be
 * walked with every array on the way compared: five times as long.
 */
const CANDIDATES = statement<
  Candidate,
  [word: string, lookup: Lookup, other: Lookup, third: Lookup, ageLimit: number, most: number]
>(
  'search.candidates',
  `select comic_id as id, spelled, position($1 in body) > 0 as "isInBody", code = $1 as "isCode" from search.document
   where (terms @> $2::text[] or terms @> $3::text[] or terms @> $4::text[] or code = $1) and from_age <= $5
   order by views + 0 desc, comic_id desc limit $6`,
);

const OF_GENRE = statement<{ id: number }, [term: string, ageLimit: number, most: number]>(
  'search.of-genre',
  `select comic_id as id from search.document where terms @> array[$1::text] and from_age <= $2
   order by views + 0 desc, comic_id desc limit $3`,
);

const ALIKE = statement<{ id: number }, [parts: readonly string[], ageLimit: number, most: number]>(
  'search.alike',
  `select comic_id as id from search.document, lateral (
     select count(*) as shared from unnest($1::text[]) part where position(part in body) > 0) s
   where terms && $1::text[] and from_age <= $2 order by s.shared desc, views desc, comic_id desc limit $3`,
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

export type ResultQuery = {
  /** Null = every comic. */
  words: {
    /** All words, as a name could begin. */
    whole: string;
    /** Those that have to be in the text, and their lookup. */
    texts: readonly string[];
    lookup: Lookup;
    /** The comics that have all other words, and how well; null where there are no others. */
    others: ReadonlyMap<number, number> | null;
  } | null;
  genre: string | null;
  status: string | null;
  order: Order;
  ageLimit: number;
  after: ResultPlace | null;
  size: number;
};

/** `fromAge`: the lowest age rating among all results; null where there are none. */
export type ResultPage = { page: ResultPlace[]; total: number; fromAge: number | null };

const ORDERED_BY: Record<Order, string> = { match: 'views', hot: 'views', new: 'created_at', update: 'latest_at' };

/** How well a comic fits: by name, the beginning of a name, a part of it, an author, and whatever else. */
function qualityIn(whole: string, others: string): string {
  return `case
    when ${whole} = any(d.names) or d.code = ${whole} then 0
    when exists (select from unnest(d.names) name where starts_with(name, ${whole})) then 1
    when exists (select from unnest(d.names) name where position(${whole} in name) > 0) then 2
    when ${whole} = any(d.authors) then 3
    else ${others} end`;
}

/** One page, and how many there are. Without a name: the best plan depends on the words. */
export async function findResults(db: Db, query: ResultQuery): Promise<ResultPage> {
  const values: unknown[] = [];
  const param = (value: unknown) => `$${values.push(value)}`;
  const { words, genre, status, order, after } = query;
  const others = words?.others;
  let quality = '0';
  let from = 'search.document d';
  const where = [`d.from_age <= ${param(query.ageLimit)}`];
  if (genre !== null) where.push(`d.genres @> array[${param(genre)}]::text[]`);
  if (status !== null) where.push(`d.status = ${param(status)}`);
  if (words) {
    if (others) {
      const given = `unnest(${param([...others.keys()])}::bigint[], ${param([...others.values()])}::int[])`;
      from += ` join ${given} given (id, quality) on given.id = d.comic_id`;
    }
    if (order === 'match') quality = qualityIn(`${param(words.whole)}::text`, others ? 'given.quality' : '4');
    if (words.texts.length > 0) {
      where.push(`d.terms @> ${param(words.lookup)}::text[]`);
      where.push(
        `not exists (select from unnest(${param(words.texts)}::text[]) word where position(word in d.body) = 0)`,
      );
    }
  }
  const position = after
    ? `where (quality, -rank, -id) > (${param(after.quality)}::int, -${param(after.rank)}::bigint, -${param(after.id)}::bigint)`
    : '';
  const column = ORDERED_BY[order];
  const rank = column === 'views' ? column : `(extract(epoch from ${column}) * 1000)::bigint`;
  // Without words the page is read along an index and the rest only counted; with words each comic is looked at once.
  const text = `with matched as ${words ? 'materialized' : 'not materialized'} (
      select d.comic_id as id, ${quality} as quality, d.${column} as ordered, ${rank} as rank, d.from_age
      from ${from} where ${where.join(' and ')}
    ), page as (
      select quality, rank, id from matched ${position}
      order by ${words ? 'quality, ' : ''}ordered desc, id desc limit ${param(query.size)}
    )
    select (select count(*) from matched) as total, (select min(from_age) from matched) as "fromAge",
      (select coalesce(json_agg(page), '[]') from page) as page`;
  const [found] = (await db.query<ResultPage>(text, values)).rows;
  if (!found) throw new Error('an aggregate has one row');
  return found;
}

export function findCandidates(
  db: Db,
  word: string,
  lookups: readonly [Lookup, Lookup, Lookup],
  query: { ageLimit: number; most: number },
): Promise<Candidate[]> {
  return rows(db, CANDIDATES, [word, ...lookups, query.ageLimit, query.most]);
}

/** The comics with this term of a genre, those read most first. */
export async function findOfGenre(db: Db, term: string, query: { ageLimit: number; most: number }): Promise<number[]> {
  return (await rows(db, OF_GENRE, [term, query.ageLimit, query.most])).map(({ id }) => id);
}

/** The comics that share most of these parts, those read most first. */
export async function findAlike(db: Db, parts: readonly string[], ageLimit: number, most: number): Promise<number[]> {
  return (await rows(db, ALIKE, [parts, ageLimit, most])).map(({ id }) => id);
}

/** In the order of the ids. */
export function findNames(db: Db, ids: readonly number[], ageLimit: number): Promise<ComicNames[]> {
  return rows(db, NAMES, [ids, ageLimit]);
}
