import { type Db, rows, statement } from '../../../core/db/db.ts';
import { LONGEST_TERM } from '../text/terms.ts';

/** A comic that fits a word, with the fields that are shown; `quality` 0 is the best. */
export type Match = { id: number; quality: number; views: number; fromAge: number };

/** A comic that may have the letters of a word in its pinyin, one name a line. `quality`: null if its text doesn't have them. */
export type Candidate = Omit<Match, 'quality'> & { quality: number | null; spelled: string };

export type Lookup = readonly string[];

/**
 * The comics that fit, the most read first, up to `most`, as `found (comic_id, views)`. The tiers are searched one after the
 * other, each with its own index, and the rest only if they have too few: a word that thousands of comics have costs no more
 * than one that hundreds have. `views + 0` keeps the planner from the index of views, in which it would compare every array;
 * `from_age + 0` from the index of ages, which has nearly all comics.
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

/** Qualities of texts. */
export const PART_OF_NAME = 2;
export const OTHER_TEXT = 4;

/**
 * How well a comic fits by its text: by a name, the beginning of a name, a part of a name, an author, or other text. The names
 * are searched as one text with one name a line, because a subquery over them took ten times as long.
 */
export function qualityIn(whole: string, others: string): string {
  return `case
    when ${whole} = any(d.names) or d.code = ${whole} then 0
    when position(E'\\n' || ${whole} in E'\\n' || array_to_string(d.names, E'\\n')) > 0 then 1
    when position(${whole} in array_to_string(d.names, E'\\n')) > 0 then ${PART_OF_NAME}
    when ${whole} = any(d.authors) then 3
    else ${others} end`;
}

const MATCH = 'd.comic_id as id, d.views, d.from_age as "fromAge"';

type CandidateParams = [word: string, lookup: Lookup, other: Lookup, third: Lookup, ageLimit: number, most: number];
const HAS_LOOKUP = 'terms @> $2::text[] or terms @> $3::text[] or terms @> $4::text[]';
const CANDIDATE = `${MATCH}, array_to_string(d.spelled, E'\\n') as spelled,
  ${qualityIn('$1', `case when position($1 in d.body) > 0 then ${OTHER_TEXT} end`)} as quality`;

/** Comics that have all terms of one of these lookups, and the comic with that code. */
const CANDIDATES = statement<Candidate, CandidateParams>(
  'search.candidates',
  `select ${CANDIDATE} from search.document d where (${HAS_LOOKUP} or code = $1) and from_age + 0 <= $5
   order by views + 0 desc, comic_id desc limit $6`,
);

/** The same for a word that thousands of comics may have. For other words searching tier by tier takes longer. */
const COMMON_CANDIDATES = statement<Candidate, CandidateParams>(
  'search.common-candidates',
  `with ${mostRead(`(${HAS_LOOKUP}) and from_age + 0 <= $5`, '$6')}
   select ${CANDIDATE} from search.document d join (
     select comic_id from found union select comic_id from search.document where code = $1 and from_age + 0 <= $5
   ) ids on ids.comic_id = d.comic_id
   order by d.views desc, d.comic_id desc`,
);

const OF_GENRE = statement<Omit<Match, 'quality'>, [term: string, ageLimit: number, most: number]>(
  'search.of-genre',
  `with ${mostRead('terms @> array[$1::text] and from_age + 0 <= $2', '$3')}
   select ${MATCH} from found join search.document d on d.comic_id = found.comic_id
   order by d.views desc, d.comic_id desc`,
);

const HAS_LONGER = 'not exists (select from unnest($2::text[]) longer where position(longer in body) = 0)';

/** A short word is a term itself. For a longer one the text is examined. */
const WITH_TEXT = statement<
  Match,
  [whole: string, longer: readonly string[], lookup: Lookup, ageLimit: number, most: number]
>(
  'search.with-text',
  `with ${mostRead(`terms @> $3::text[] and from_age + 0 <= $4 and ${HAS_LONGER}`, '$5')}
   select ${MATCH}, ${qualityIn('$1', `${OTHER_TEXT}`)} as quality
   from found join search.document d on d.comic_id = found.comic_id order by d.views desc, d.comic_id desc`,
);

const ALIKE = statement<{ id: number }, [parts: readonly string[], ageLimit: number, among: number, most: number]>(
  'search.alike',
  `with ${mostRead('terms && $1::text[] and from_age + 0 <= $2', '$3')}
   select d.comic_id as id from found join search.document d on d.comic_id = found.comic_id, lateral (
     select count(*) as shared from unnest($1::text[]) part where position(part in d.body) > 0) s
   order by s.shared desc, d.views desc, d.comic_id desc limit $4`,
);

/** The most read ones first. `isCommon`: thousands may fit. */
export function findCandidates(
  db: Db,
  word: string,
  lookups: readonly [Lookup, Lookup, Lookup],
  query: { ageLimit: number; most: number; isCommon: boolean },
): Promise<Candidate[]> {
  return rows(db, query.isCommon ? COMMON_CANDIDATES : CANDIDATES, [word, ...lookups, query.ageLimit, query.most]);
}

/** The comics with this term of a genre, those read most first. */
export function findOfGenre(
  db: Db,
  term: string,
  query: { ageLimit: number; most: number },
): Promise<Omit<Match, 'quality'>[]> {
  return rows(db, OF_GENRE, [term, query.ageLimit, query.most]);
}

/** The comics that have these words in their text and these terms, those read most first. */
export function findWithText(
  db: Db,
  words: readonly string[],
  lookup: Lookup,
  { ageLimit, most }: { ageLimit: number; most: number },
): Promise<Match[]> {
  const longer = words.filter((word) => [...word].length > LONGEST_TERM);
  return rows(db, WITH_TEXT, [words.join(' '), longer, lookup, ageLimit, most]);
}

/** Takes `among` comics that have any of these parts. Those with the most of them come first, then the most read. */
export async function findAlike(
  db: Db,
  parts: readonly string[],
  { ageLimit, among, most }: { ageLimit: number; among: number; most: number },
): Promise<number[]> {
  return (await rows(db, ALIKE, [parts, ageLimit, among, most])).map(({ id }) => id);
}
