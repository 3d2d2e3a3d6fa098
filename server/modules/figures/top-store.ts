import { allRows } from '../../core/db/db.ts';
import type { Steps } from './fold-store.ts';
import { type ComicSums, STEPS } from './report-store.ts';

export type ComicOrder = 'views' | 'readers' | 'unlocks' | 'coins';

/** The comics with the most of something in a span of days. `readers` = the readers of each day, added up. */
export const topComics = allRows<ComicSums, [from: string, to: string, most: number, order: ComicOrder]>(
  'figures.top-comics',
  `select comic_id as "comicId", sum(readers)::bigint as readers, sum(views)::bigint as views,
     sum(unlocks)::bigint as unlocks, sum(coins)::bigint as coins, sum(bonus)::bigint as bonus, sum(tickets)::bigint as tickets, ${STEPS}
   from figures.comic_day where day between $1 and $2
   group by comic_id
   order by case $4::text when 'readers' then sum(readers) when 'unlocks' then sum(unlocks) when 'coins' then sum(coins)
       else sum(views) end desc, sum(views) desc, comic_id
   limit $3`,
);

export type ComicDay = { day: string; readers: number; views: number; unlocks: number } & Steps;

/** The days of one comic, the latest first. */
export const listComicDays = allRows<ComicDay, [comicId: number, from: string, to: string]>(
  'figures.comic-days',
  `select day::text, readers, views, unlocks, seen, panels, finished, finished_bought as "finishedBought"
   from figures.comic_day where comic_id = $1 and day between $2 and $3 order by day desc`,
);
