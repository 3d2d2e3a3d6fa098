import { allRows } from '../../core/db/db.ts';
import type { Steps } from './fold-store.ts';
import type { Totals } from './totals.ts';

export type DayTotals = Totals &
  Steps & {
    /** Readers who used the site in the last seven and thirty days; null if that was not counted. */
    weekReaders: number | null;
    monthReaders: number | null;
    day: string;
    computedAt: Date;
    closed: boolean;
    /** How many readers had an account at the end of the day; null if that was not counted yet. */
    registeredTotal: number | null;
  };
/** `readers` = the readers of each day, added up; `days` = how many days have totals. */
export type MonthTotals = Totals & { month: string; days: number; registeredTotal: number | null };
export type SourceSums = Totals & { source: string | null };
type Spent = Pick<Totals, 'unlocks' | 'coins' | 'bonus' | 'tickets'>;
/** `readers` = the readers of each day, added up. */
export type ComicSums = Spent & Steps & { comicId: number; readers: number; views: number };
export type ChapterSums = Spent & { comicId: number; chapterId: number; views: number };
/** How many of the readers who began on `firstDay` had views on the day `daysLater`. */
export type CohortRow = { firstDay: string; daysLater: number; readers: number };

const SPENT = `sum(unlocks)::bigint as unlocks, sum(coins)::bigint as coins, sum(bonus)::bigint as bonus,
  sum(tickets)::bigint as tickets`;

/** The same for the steps of comics. */
export const STEPS = `sum(seen)::bigint as seen, sum(panels)::bigint as panels, sum(finished)::bigint as finished,
  sum(finished_bought)::bigint as "finishedBought"`;

const TOTALS = `coalesce(sum(readers), 0)::bigint as readers, coalesce(sum(new_readers), 0)::bigint as "newReaders",
  coalesce(sum(views), 0)::bigint as views, coalesce(sum(buyers), 0)::bigint as buyers,
  coalesce(sum(unlocks), 0)::bigint as unlocks, coalesce(sum(coins), 0)::bigint as coins,
  coalesce(sum(bonus), 0)::bigint as bonus, coalesce(sum(tickets), 0)::bigint as tickets,
  coalesce(sum(payers), 0)::bigint as payers, coalesce(sum(topups), 0)::bigint as topups,
  coalesce(sum(cash_fen), 0)::bigint as "cashFen", coalesce(sum(registered), 0)::bigint as registered,
  coalesce(sum(refunds), 0)::bigint as refunds, coalesce(sum(refunded_fen), 0)::bigint as "refundedFen"`;

/** The site's totals of each day that has some. */
export const listDays = allRows<DayTotals, [from: string, to: string]>(
  'figures.days',
  `select d.day::text, d.computed_at as "computedAt", d.closed, d.registered_total as "registeredTotal",
     d.seen, d.panels, d.finished, d.finished_bought as "finishedBought", d.week_readers as "weekReaders",
     d.month_readers as "monthReaders", ${TOTALS}
   from figures.day d left join figures.source_day s on s.day = d.day
   where d.day between $1 and $2 group by d.day order by d.day`,
);

/** The same of each month. */
export const listMonths = allRows<MonthTotals, [from: string, to: string]>(
  'figures.months',
  `select to_char(d.day, 'YYYY-MM') as month, count(distinct d.day) as days,
     (array_agg(d.registered_total order by d.day desc))[1] as "registeredTotal", ${TOTALS}
   from figures.day d left join figures.source_day s on s.day = d.day
   where d.day between $1 and $2 group by 1 order by 1`,
);

export const sumSources = allRows<SourceSums, [from: string, to: string, most: number]>(
  'figures.sources',
  `select source, ${TOTALS} from figures.source_day where day between $1 and $2
   group by source order by source is null, sum(readers + new_readers) desc, source limit $3`,
);

export const sumComics = allRows<ComicSums, [from: string, to: string, most: number]>(
  'figures.comics',
  `select comic_id as "comicId", sum(readers)::bigint as readers, sum(views)::bigint as views, ${SPENT}, ${STEPS}
   from figures.comic_day where day between $1 and $2
   group by comic_id order by sum(views) desc, sum(coins) desc, comic_id limit $3`,
);

export const sumChapters = allRows<ChapterSums, [from: string, to: string, most: number]>(
  'figures.chapters',
  `select comic_id as "comicId", chapter_id as "chapterId", sum(views)::bigint as views, ${SPENT}
   from figures.chapter_day where day between $1 and $2
   group by comic_id, chapter_id order by sum(views) desc, sum(coins) desc, chapter_id limit $3`,
);

export const listCohorts = allRows<CohortRow, [firstDays: readonly string[], daysLater: readonly number[]]>(
  'figures.cohorts',
  `select (c.day - c.days_later)::text as "firstDay", c.days_later as "daysLater", c.readers
   from unnest($1::date[]) f (day) cross join unnest($2::smallint[]) l (days)
   join figures.cohort_day c on c.day = f.day + l.days and c.days_later = l.days order by 1, 2`,
);

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
