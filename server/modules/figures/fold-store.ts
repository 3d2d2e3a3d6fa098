import { type Db, execute, row, rows, statement, type Tx } from '../../core/db/db.ts';
import type { FoldedDays } from './days.ts';
import type { SourceTotals } from './totals.ts';

export type Spent = { unlocks: number; coins: number; bonus: number; tickets: number };
/** Counts of the acts of readers on paid chapters, and of chapters read to the end; see the columns of the tables. */
export type Steps = { seen: number; panels: number; finished: number; finishedBought: number };
export type ComicTotals = Spent & Steps & { comicId: number; readers: number; views: number };
export type ChapterTotals = { comicId: number; chapterId: number; views: number };
export type ChapterSpent = Spent & { comicId: number; chapterId: number };

const FOLDED = statement<FoldedDays, []>(
  'figures.folded-days',
  `select max(day) filter (where closed)::text as "lastClosed", min(day) filter (where not closed)::text as "firstOpen",
     max(day)::text as last from figures.day`,
);

/** The row is locked from here on, so that another process totals the same day completely before or completely after this one. */
const BEGIN = statement<never, [day: string, at: Date, closed: boolean, registeredTotal: number]>(
  'figures.begin-day',
  `insert into figures.day (day, computed_at, closed, registered_total) values ($1, $2, $3, $4)
   on conflict (day) do update set computed_at = excluded.computed_at, closed = excluded.closed,
     registered_total = excluded.registered_total`,
);

const CLEAR = ['source_day', 'comic_day', 'chapter_day', 'cohort_day'].map((table) =>
  statement<never, [day: string]>(`figures.clear-${table}`, `delete from figures.${table} where day = $1`),
);

const SPENT = 'unlocks bigint, coins bigint, bonus bigint, tickets bigint';

const ADD_CHAPTERS = statement<never, [day: string, chapters: string]>(
  'figures.add-chapters',
  `insert into figures.chapter_day (day, chapter_id, comic_id, views)
   select $1, c."chapterId", c."comicId", c.views
   from json_to_recordset($2) c ("chapterId" bigint, "comicId" bigint, views bigint)`,
);

const ADD_SPENT = statement<never, [day: string, spent: string]>(
  'figures.add-spent',
  `insert into figures.chapter_day (day, chapter_id, comic_id, views, unlocks, coins, bonus, tickets)
   select $1, c."chapterId", c."comicId", 0, c.unlocks, c.coins, c.bonus, c.tickets
   from json_to_recordset($2) c ("chapterId" bigint, "comicId" bigint, ${SPENT})
   on conflict (day, chapter_id) do update set
     unlocks = excluded.unlocks, coins = excluded.coins, bonus = excluded.bonus, tickets = excluded.tickets`,
);

const ADD_COMICS = statement<never, [day: string, comics: string]>(
  'figures.add-comics',
  `insert into figures.comic_day (day, comic_id, readers, views, unlocks, coins, bonus, tickets, seen, panels, finished,
     finished_bought)
   select $1, c."comicId", c.readers, c.views, c.unlocks, c.coins, c.bonus, c.tickets, c.seen, c.panels, c.finished,
     c."finishedBought"
   from json_to_recordset($2) c ("comicId" bigint, readers bigint, views bigint, ${SPENT}, seen bigint, panels bigint,
     finished bigint, "finishedBought" bigint)`,
);

const SET_STEPS = statement<
  never,
  [day: string, seen: number, panels: number, finished: number, finishedBought: number]
>(
  'figures.set-steps',
  'update figures.day set seen = $2, panels = $3, finished = $4, finished_bought = $5 where day = $1',
);

const ADD_SOURCES = statement<never, [day: string, sources: string]>(
  'figures.add-sources',
  `insert into figures.source_day (day, position, source, readers, new_readers, views, buyers, unlocks, coins, bonus, tickets,
     payers, topups, cash_fen, registered, refunds, refunded_fen)
   select $1, s.position, s.source, s.readers, s."newReaders", s.views, s.buyers, s.unlocks, s.coins, s.bonus, s.tickets,
     s.payers, s.topups, s."cashFen", s.registered, s.refunds, s."refundedFen"
   from json_to_recordset($2) s (position smallint, source text, readers bigint, "newReaders" bigint, views bigint,
     buyers bigint, ${SPENT}, payers bigint, topups bigint, "cashFen" bigint, registered bigint, refunds bigint, "refundedFen" bigint)`,
);

const ADD_COHORTS = statement<never, [day: string, daysLater: readonly number[], readers: readonly number[]]>(
  'figures.add-cohorts',
  'insert into figures.cohort_day (day, days_later, readers) select $1, * from unnest($2::smallint[], $3::bigint[])',
);

export async function foldedDays(db: Db): Promise<FoldedDays> {
  return (await row(db, FOLDED)) ?? { lastClosed: null, firstOpen: null, last: null };
}

/** Locks a day and deletes its earlier totals. */
export async function beginDay(
  tx: Tx,
  day: string,
  at: Date,
  { closes, registeredTotal }: { closes: boolean; registeredTotal: number },
): Promise<void> {
  await rows(tx, BEGIN, [day, at, closes, registeredTotal]);
  for (const clear of CLEAR) await rows(tx, clear, [day]);
}

export async function addChapters(tx: Tx, day: string, chapters: readonly ChapterTotals[]): Promise<void> {
  await rows(tx, ADD_CHAPTERS, [day, JSON.stringify(chapters)]);
}

/** Adds the amounts spent on chapters, including those with views. */
export async function addSpent(tx: Tx, day: string, spent: readonly ChapterSpent[]): Promise<void> {
  await rows(tx, ADD_SPENT, [day, JSON.stringify(spent)]);
}

export async function addComics(tx: Tx, day: string, comics: readonly ComicTotals[]): Promise<void> {
  await rows(tx, ADD_COMICS, [day, JSON.stringify(comics)]);
}

/** The sums of all comics of a day. */
export async function addSteps(tx: Tx, day: string, { seen, panels, finished, finishedBought }: Steps): Promise<void> {
  await rows(tx, SET_STEPS, [day, seen, panels, finished, finishedBought]);
}

/** Kept from then on, also when the day is totalled again. */
export const addActive = execute<[day: string, week: number, month: number], Tx>(
  'figures.set-active',
  'update figures.day set week_readers = $2, month_readers = $3 where day = $1',
);

/** In the order given. */
export async function addSources(tx: Tx, day: string, sources: readonly SourceTotals[]): Promise<void> {
  const positioned = sources.map(({ source, totals }, position) => ({ position, source, ...totals }));
  await rows(tx, ADD_SOURCES, [day, JSON.stringify(positioned)]);
}

/** `readers` by how many days before they had begun. */
export async function addCohorts(tx: Tx, day: string, readers: ReadonlyMap<number, number>): Promise<void> {
  await rows(tx, ADD_COHORTS, [day, [...readers.keys()], [...readers.values()]]);
}
