import { allRows, type Db, rows, statement } from '../../../core/db/db.ts';
import { FACTS_CURRENT, FACTS_OUTDATED } from '../comics/visibility.ts';

/** The facts that a library stores of a comic. `latestAt`: null while nobody may see it; `age`: shown from this age on. */
export type ComicNews = { comicId: number; latestAt: Date | null; age: number };

/** A chapter as a reading place names it; `pages` is how many it has. */
export type ChapterName = { id: number; comicId: number; no: number; title: string; pages: number };

const AGE = `case c.age_rating when 'all' then 0 else c.age_rating::int end as age`;
const KEPT = `c.id as "comicId", case when c.online and c.cover is not null then c.latest_at end as "latestAt", ${AGE}`;
/** Counted again if the stored facts are not current (see decision 0014). */
const COUNTED = `c.id as "comicId", case when c.online and c.cover is not null then f.latest_at end as "latestAt", ${AGE}`;

/** For more comics than this, it is cheaper to query the comics that a reader follows. */
const MOST = 500;

/** Three short index scans, which find nothing most of the time. */
const CHANGED_SINCE = statement<{ id: number }, [now: Date, since: Date]>(
  'catalog.changed-since',
  `(select comic_id as id from catalog.comic_news where news_at >= $2 order by news_at desc limit ${MOST + 1})
   union all
   (select id from catalog.comic where facts_from > $1 order by facts_from desc limit ${MOST + 1})
   union all
   (select id from catalog.comic where facts_until <= $1 order by facts_until limit ${MOST + 1})`,
);

export const listNewsOf = allRows<ComicNews, [now: Date, ids: readonly number[]]>(
  'catalog.news-of-ids',
  `select ${KEPT} from catalog.comic c where c.id = any($2) and ${FACTS_CURRENT}
   union all
   select ${COUNTED} from catalog.comic c cross join lateral catalog.comic_facts(c.id, $1) f
   where c.id = any($2) and ${FACTS_OUTDATED}`,
);

const RELEASED = statement<{ comicId: number; count: number }, [now: Date, comicIds: number[], since: Date[]]>(
  'catalog.released-since',
  `select w.comic_id as "comicId", count(*) as count
   from unnest($2::bigint[], $3::timestamptz[]) w (comic_id, since)
   join catalog.chapter c on c.comic_id = w.comic_id and c.online
   where c.published_at::timestamptz(3) > w.since and c.published_at <= $1
   group by w.comic_id`,
);

/** The published ones of these chapters. */
export const listChapterNames = allRows<ChapterName, [now: Date, ids: readonly number[]]>(
  'catalog.chapter-names',
  `select id, comic_id as "comicId", no, title, page_count as pages from catalog.chapter
   where id = any($2) and online and published_at <= $1`,
);

const IS_SHOWN = 'h.online and c.online and c.cover is not null';

/** The chapters that follow a given one in the order of publication, hidden ones too. */
export const listPublishedAfter = allRows<
  { id: number; publishedAt: Date; isShown: boolean },
  [afterPublishedAt: Date, afterId: number, now: Date, limit: number]
>(
  'catalog.published-after',
  `select h.id, h.published_at as "publishedAt", ${IS_SHOWN} as "isShown"
   from catalog.chapter h join catalog.comic c on c.id = h.comic_id
   where h.published_at >= $1 and (h.published_at > $1 or h.id > $2) and h.published_at <= $3
   order by h.published_at, h.id limit $4`,
);

/**
 * The chapters among these that readers can see, in the order of publication. `isFirst`: no other chapter of the comic was
 * published before, except drafts.
 */
export const listShownAmong = allRows<
  { id: number; no: number; comicId: number; title: string; authors: string[]; age: number; isFirst: boolean },
  [ids: readonly number[], now: Date]
>(
  'catalog.shown-among',
  `select h.id, h.no, c.id as "comicId", c.title, c.authors, ${AGE},
     not exists (
       select from catalog.chapter o where o.comic_id = h.comic_id and (o.online or o.deleted_at is not null)
         and (o.published_at, o.id) < (h.published_at, h.id)
     ) as "isFirst"
   from catalog.chapter h join catalog.comic c on c.id = h.comic_id
   where h.id = any($1) and h.published_at <= $2 and ${IS_SHOWN} order by h.published_at, h.id`,
);

/** The comics among these that readers can see and that have 等就免费. */
export const listWaitingAmong = allRows<{ comicId: number; title: string; age: number }, [ids: readonly number[]]>(
  'catalog.waiting-among',
  `select c.id as "comicId", c.title, ${AGE} from catalog.comic c
   where c.id = any($1) and c.wait_hours > 0 and c.online and c.cover is not null`,
);

const NEXT_UNREAD = statement<
  { comicId: number; id: number; no: number },
  [now: Date, comicIds: number[], nos: number[], read: readonly number[]]
>(
  'catalog.next-unread',
  `select w.comic_id as "comicId", n.id, n.no
   from unnest($2::bigint[], $3::float8[]) w (comic_id, no)
   join catalog.comic m on m.id = w.comic_id and m.online
   cross join lateral (
     select c.id, c.no from catalog.chapter c
     where c.comic_id = w.comic_id and c.no > w.no and c.online and c.published_at <= $1 and c.id <> all($4)
     order by c.no limit 1
   ) n`,
);

/** Comics that changed after a moment of the database's clock, and those whose facts are not current; null for too many. */
export async function listNewsSince(db: Db, now: Date, since: Date): Promise<ComicNews[] | null> {
  const changed = await rows(db, CHANGED_SINCE, [now, since]);
  if (changed.length > MOST) return null;
  if (changed.length === 0) return [];
  return listNewsOf(
    db,
    now,
    changed.map(({ id }) => id),
  );
}

/** How many chapters of each comic were published after a moment of its own; comics with none are left out. */
export function countReleased(
  db: Db,
  now: Date,
  queries: readonly { comicId: number; since: Date }[],
): Promise<{ comicId: number; count: number }[]> {
  return rows(db, RELEASED, [now, queries.map(({ comicId }) => comicId), queries.map(({ since }) => since)]);
}

/** The first published chapter of each comic after a number of its own that is not among `read`; comics with none are left out. */
export function listNextUnread(
  db: Db,
  now: Date,
  queries: readonly { comicId: number; no: number }[],
  read: readonly number[],
): Promise<{ comicId: number; id: number; no: number }[]> {
  return rows(db, NEXT_UNREAD, [now, queries.map(({ comicId }) => comicId), queries.map(({ no }) => no), read]);
}
