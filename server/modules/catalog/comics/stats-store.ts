import { type Db, row, rows, statement } from '../../../core/db.ts';
import { shown } from '../listings/card-store.ts';

/** How often a comic was read, and how many readers keep it. */
export type ComicStats = { views: number; subscribers: number; favorites: number };

/** What is added to a comic's counts; less than nothing takes away. */
export type StatsChange = { comicId: number } & Partial<ComicStats>;

const STATS = statement<ComicStats>(
  'catalog.stats',
  'select views, subscribers, favorites from catalog.comic_stats where comic_id = $1',
);

/** A comic that may be seen, if `adult` by readers of age alone, and what it is ranked by. */
export type RankableComic = {
  id: number;
  genres: string[];
  adult: boolean;
  latestAt: Date;
  views: number;
};

/** Rows are locked in the order of their ids: two that change the same comics wait for each other, and never in a ring. */
const ADD = statement(
  'catalog.add-to-stats',
  `insert into catalog.comic_stats as kept (comic_id, views, subscribers, favorites)
   select c.id, sum(t.views), sum(t.subscribers), sum(t.favorites)
   from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) t (comic_id, views, subscribers, favorites)
   join catalog.comic c on c.id = t.comic_id
   group by c.id order by c.id
   on conflict (comic_id) do update set views = kept.views + excluded.views,
     subscribers = kept.subscribers + excluded.subscribers, favorites = kept.favorites + excluded.favorites`,
);

const RANKABLE = statement<RankableComic>(
  'catalog.rankable',
  `select c.id, c.genres, c.age_rating = '18' as adult, c.latest_at as "latestAt", coalesce(k.views, 0) as views
   from catalog.comic c left join catalog.comic_stats k on k.comic_id = c.id
   where ${shown(true)} and c.latest_at is not null`,
);

/** The counts of a comic; nothing for one that nobody has read or kept yet. */
export async function findStats(db: Db, comicId: number): Promise<ComicStats> {
  return (await row(db, STATS, [comicId])) ?? { views: 0, subscribers: 0, favorites: 0 };
}

/** Changes counts inside the caller's transaction; comics that are no more are passed over. */
export async function addToStats(db: Db, changes: readonly StatsChange[]): Promise<void> {
  if (changes.length === 0) return;
  await row(db, ADD, [
    changes.map((change) => change.comicId),
    changes.map((change) => change.views ?? 0),
    changes.map((change) => change.subscribers ?? 0),
    changes.map((change) => change.favorites ?? 0),
  ]);
}

/** All comics that may be seen. */
export function listRankable(db: Db): Promise<RankableComic[]> {
  return rows(db, RANKABLE);
}
