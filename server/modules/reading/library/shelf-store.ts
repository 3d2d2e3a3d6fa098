import { allValues, type Db, execute, firstRow, rows, statement, type Tx, valueOr } from '../../../core/db/db.ts';
import type { ComicNews } from '../../catalog/catalog.ts';

/** An entry of a library as its lists show it; `latestAt` is null if only its owner may see the comic. */
export type EntryRow = {
  comicId: number;
  subscribedAt: Date | null;
  favoritedAt: Date | null;
  ownedAt: Date | null;
  readAt: Date | null;
  seenAt: Date;
  latestAt: Date | null;
  /** The value by which the list is ordered. */
  orderedBy: Date;
  chapterId: number | null;
  page: number | null;
  offset: number | null;
  finished: boolean;
};

/** The order of a list: its own, or by the comics' latest chapters; those without any are last. */
export type ShelfOrder = 'own' | 'latest';

/** Each list of a library, newest first; `age` is the reader's. */
export type Shelf = 'all' | 'updated' | 'owned' | 'reading' | 'subscribed' | 'favorited';

/** `group`: only the comics of this group of the reader. */
export type PageQuery = {
  order: ShelfOrder;
  age: number;
  after: { time: Date; id: number } | null;
  size: number;
  group?: number | undefined;
};

/** The first page comes after the time 'infinity'. */
type PageParams = [readerId: number, age: number, afterTime: Date | 'infinity', afterId: number, size: number];
type GroupPageParams = [...PageParams, groupId: number];

/** News as the columns of a table, which has a row for each comic. */
type NewsParams = [readerId: number, comicIds: number[], latestAt: (Date | null)[], ages: number[]];

/** The order and the filter of each list; each has a partial index. */
const SHELVES: Record<Shelf, { order: string; filter: string }> = {
  all: { order: 'activity_at', filter: '(latest_at is not null or owned_at is not null)' },
  updated: { order: 'activity_at', filter: 'latest_at > seen_at' },
  owned: { order: 'activity_at', filter: 'owned_at is not null' },
  reading: { order: 'read_at', filter: 'read_at is not null and (latest_at is not null or owned_at is not null)' },
  subscribed: { order: 'latest_at', filter: 'latest_at is not null and subscribed_at is not null' },
  favorited: { order: 'favorited_at', filter: 'latest_at is not null and favorited_at is not null' },
};

const PAGES = {
  all: pagesOf('all'),
  updated: pagesOf('updated'),
  owned: pagesOf('owned'),
  reading: pagesOf('reading'),
  subscribed: pagesOf('subscribed'),
  favorited: pagesOf('favorited'),
};

function pagesOf(shelf: Shelf) {
  const { order, filter } = SHELVES[shelf];
  // Without an index: a reader's entries are few enough to be sorted.
  const latest = "coalesce(latest_at, 'epoch')";
  return {
    own: pageOf(shelf, order, filter),
    latest: pageOf(`${shelf}-by-latest`, latest, filter),
    group: { own: groupPageOf(shelf, order, filter), latest: groupPageOf(`${shelf}-by-latest`, latest, filter) },
  };
}

function pageOf(name: string, order: string, filter: string) {
  return statement<EntryRow, PageParams>(`reading.shelf-${name}`, pageText(order, filter));
}

function groupPageOf(name: string, order: string, filter: string) {
  const inGroup = 'comic_id in (select comic_id from reading.grouped_comic where reader_id = $1 and group_id = $6)';
  return statement<EntryRow, GroupPageParams>(`reading.group-${name}`, pageText(order, `${filter} and ${inGroup}`));
}

function pageText(order: string, filter: string): string {
  return `
   with picked as (
     select *, ${order} as ordered_by from reading.entry
     where reader_id = $1 and ${filter} and age <= $2 and (${order}, comic_id) < ($3::timestamptz, $4::bigint)
     order by reader_id desc, ${order} desc, comic_id desc limit $5
   )
   select e.comic_id as "comicId", e.subscribed_at as "subscribedAt", e.favorited_at as "favoritedAt",
     e.owned_at as "ownedAt", e.read_at as "readAt", e.seen_at as "seenAt", e.latest_at as "latestAt",
     e.ordered_by as "orderedBy", e.chapter_id as "chapterId", p.page, p.page_offset as "offset",
     coalesce(p.finished, false) as finished
   from picked e
   left join reading.place p
     on p.reader_id = e.reader_id and p.comic_id = e.comic_id and p.chapter_id = e.chapter_id
   order by e.ordered_by desc, e.comic_id desc`;
}

/**
 * The time up to which the library is updated, by the database's clock, and the time to save for an update that begins now:
 * a little earlier, because news get their time shortly before their commit. Null if the reader has no library.
 */
export const findNewsState = firstRow<{ newsAt: Date; mark: Date; late: boolean }, [readerId: number]>(
  'reading.news-state',
  `select case when isfinite(news_at) then news_at else 'epoch' end as "newsAt",
     clock_timestamp() - interval '10 seconds' as mark, news_at < clock_timestamp() - interval '10 minutes' as late
   from reading.library where reader_id = $1`,
);

const MISSED = statement<{ comicId: number }, NewsParams>(
  'reading.missed-news',
  `select e.comic_id as "comicId"
   from unnest($2::bigint[], $3::timestamptz[], $4::smallint[]) n (comic_id, latest_at, age)
   join reading.entry e on e.reader_id = $1 and e.comic_id = n.comic_id
   where (e.latest_at, e.age) is distinct from (n.latest_at::timestamptz(3), n.age)`,
);

const APPLY_NEWS = statement<never, NewsParams>(
  'reading.apply-news',
  `update reading.entry e set latest_at = n.latest_at, age = n.age
   from unnest($2::bigint[], $3::timestamptz[], $4::smallint[]) n (comic_id, latest_at, age)
   where e.reader_id = $1 and e.comic_id = n.comic_id`,
);

export const saveNewsTime = execute<[readerId: number, mark: Date], Tx>(
  'reading.save-news-time',
  'update reading.library set news_at = greatest(news_at, $2) where reader_id = $1',
);

/** A page of a list, the newest first. */
export function listEntries(
  db: Db,
  shelf: Shelf,
  readerId: number,
  { order, age, after, size, group }: PageQuery,
): Promise<EntryRow[]> {
  const params: PageParams = [readerId, age, after?.time ?? 'infinity', after?.id ?? 0, size];
  const pages = PAGES[shelf];
  return group === undefined ? rows(db, pages[order], params) : rows(db, pages.group[order], [...params, group]);
}

/** The chapters of these comics that the reader has finished. */
export const listFinishedIn = allValues<{ chapterId: number }, [readerId: number, comicIds: readonly number[]]>(
  'reading.finished-in',
  `select chapter_id as "chapterId" from reading.place where reader_id = $1 and comic_id = any($2) and finished`,
);

export const listComicIds = allValues<{ comicId: number }, [readerId: number]>(
  'reading.entries-of',
  'select comic_id as "comicId" from reading.entry where reader_id = $1',
);

/** The part of these news that the library does not contain yet. */
export async function listMissedNews(db: Db, readerId: number, news: readonly ComicNews[]): Promise<ComicNews[]> {
  const missed = new Set((await rows(db, MISSED, newsOf(readerId, news))).map(({ comicId }) => comicId));
  return news.filter(({ comicId }) => missed.has(comicId));
}

/** Writes the news into the entries of their comics. */
export async function applyNews(db: Tx, readerId: number, news: readonly ComicNews[]): Promise<void> {
  await rows(db, APPLY_NEWS, newsOf(readerId, news));
}

function newsOf(readerId: number, news: readonly ComicNews[]): NewsParams {
  return [
    readerId,
    news.map(({ comicId }) => comicId),
    news.map(({ latestAt }) => latestAt),
    news.map(({ age }) => age),
  ];
}

/** How many subscribed comics have chapters the reader has not seen. */
export const countNews = valueOr<{ count: number }, [readerId: number, age: number]>(
  'reading.count-news',
  `select count(*) as count from reading.entry
   where reader_id = $1 and latest_at > seen_at and subscribed_at is not null and age <= $2`,
  0,
);
