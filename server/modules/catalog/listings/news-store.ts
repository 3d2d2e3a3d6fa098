import { type Db, rows, statement } from '../../../core/db.ts';
import { HOLDS, TURNED } from '../comics/visibility.ts';

/** What a library keeps of a comic: `latestAt` is null while nobody may see it, `age` is from which age on it is shown. */
export type ComicNews = { comicId: number; latestAt: Date | null; age: number };

/** A chapter as a reading place names it; `pages` is how many it has. */
export type ChapterName = { id: number; comicId: number; no: number; title: string; pages: number };

const AGE = `case c.age_rating when 'all' then 0 else c.age_rating::int end as age`;
const KEPT = `c.id as "comicId", case when c.online and c.cover is not null then c.latest_at end as "latestAt", ${AGE}`;
/** Counted anew where a moment has passed since the facts were kept (see migration 005). */
const COUNTED = `c.id as "comicId", case when c.online and c.cover is not null then f.latest_at end as "latestAt", ${AGE}`;

/** Beyond so many, asking for the comics one keeps is cheaper than hearing of all. */
const MOST = 500;

/** Three short walks along indexes; most of the time there is nothing at their ends. */
const TOLD_SINCE = statement<{ id: number }>(
  'catalog.told-since',
  `(select comic_id as id from catalog.comic_news where news_at >= $2 order by news_at desc limit ${MOST + 1})
   union all
   (select id from catalog.comic where facts_from > $1 order by facts_from desc limit ${MOST + 1})
   union all
   (select id from catalog.comic where facts_until <= $1 order by facts_until limit ${MOST + 1})`,
);

const OF_IDS = statement<ComicNews>(
  'catalog.news-of-ids',
  `select ${KEPT} from catalog.comic c where c.id = any($2) and ${HOLDS}
   union all
   select ${COUNTED} from catalog.comic c cross join lateral catalog.comic_facts(c.id, $1) f
   where c.id = any($2) and ${TURNED}`,
);

const RELEASED = statement<{ comicId: number; count: number }>(
  'catalog.released-since',
  `select w.comic_id as "comicId", count(*) as count
   from unnest($2::bigint[], $3::timestamptz[]) w (comic_id, since)
   join catalog.chapter c on c.comic_id = w.comic_id
   where c.published_at::timestamptz(3) > w.since and c.published_at <= $1
   group by w.comic_id`,
);

const CHAPTER_NAMES = statement<ChapterName>(
  'catalog.chapter-names',
  `select id, comic_id as "comicId", no, title, page_count as pages from catalog.chapter
   where id = any($2) and published_at <= $1`,
);

/** Comics whose news came after a moment of the database's clock, and those that time has turned; null for too many. */
export async function listNewsSince(db: Db, now: Date, since: Date): Promise<ComicNews[] | null> {
  const told = await rows(db, TOLD_SINCE, [now, since]);
  if (told.length > MOST) return null;
  if (told.length === 0) return [];
  return listNewsOf(
    db,
    now,
    told.map(({ id }) => id),
  );
}

export function listNewsOf(db: Db, now: Date, ids: readonly number[]): Promise<ComicNews[]> {
  return rows(db, OF_IDS, [now, ids]);
}

/** How many chapters of each comic came out after a moment of its own; comics with none are left out. */
export function countReleased(
  db: Db,
  now: Date,
  wanted: readonly { comicId: number; since: Date }[],
): Promise<{ comicId: number; count: number }[]> {
  return rows(db, RELEASED, [now, wanted.map(({ comicId }) => comicId), wanted.map(({ since }) => since)]);
}

/** Of these chapters, those that are out. */
export function listChapterNames(db: Db, now: Date, ids: readonly number[]): Promise<ChapterName[]> {
  return rows(db, CHAPTER_NAMES, [now, ids]);
}
