import { allRows, firstRow, row, statement, type Tx } from '../../../core/db/db.ts';
import { shown } from './visibility.ts';

/** How often a comic was read, and how many readers follow it. */
export type ComicStats = { views: number; subscribers: number; favorites: number };

/** The amounts to add to a comic's counts; negative numbers subtract. */
export type StatsChange = { comicId: number } & Partial<ComicStats>;

export const findStats = firstRow<ComicStats, [comicId: number]>(
  'catalog.stats',
  'select views, subscribers, favorites from catalog.comic_stats where comic_id = $1',
);

/** A comic that readers from an age on can see, with the values that rank it. */
export type RankableComic = {
  id: number;
  genres: string[];
  fromAge: number;
  latestAt: Date;
  views: number;
};

/** Rows are locked in the order of their ids, so that two transactions on the same comics cannot deadlock. */
const ADD = statement<never, [comicIds: number[], views: number[], subscribers: number[], favorites: number[]]>(
  'catalog.add-to-stats',
  `insert into catalog.comic_stats as kept (comic_id, views, subscribers, favorites)
   select c.id, sum(t.views), sum(t.subscribers), sum(t.favorites)
   from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) t (comic_id, views, subscribers, favorites)
   join catalog.comic c on c.id = t.comic_id
   group by c.id order by c.id
   on conflict (comic_id) do update set views = kept.views + excluded.views,
     subscribers = kept.subscribers + excluded.subscribers, favorites = kept.favorites + excluded.favorites`,
);

/** Every comic that readers can see; read in the transaction that writes the ranking. */
export const listRankable = allRows<RankableComic, []>(
  'catalog.rankable',
  `select c.id, c.genres, catalog.from_age(c.age_rating) as "fromAge", c.latest_at as "latestAt", coalesce(k.views, 0) as views
   from catalog.comic c left join catalog.comic_stats k on k.comic_id = c.id
   where ${shown(18)} and c.latest_at is not null`,
);

/** Adds to the counts of each comic; comics that no longer exist are left out. */
export async function addStats(tx: Tx, changes: readonly Required<StatsChange>[]): Promise<void> {
  await row(tx, ADD, [
    changes.map((change) => change.comicId),
    changes.map((change) => change.views),
    changes.map((change) => change.subscribers),
    changes.map((change) => change.favorites),
  ]);
}
