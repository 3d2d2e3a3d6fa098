import type { Pool } from 'pg';
import { type Tx, transaction } from '../../../core/db/db.ts';
import { whileLocked } from '../../../core/db/lock.ts';
import { shanghaiDay, shanghaiDayEnd } from '../../../core/time/shanghai-day.ts';
import { listRankable, type RankableComic } from '../../catalog/catalog.ts';
import { rankingsOf } from './order.ts';
import {
  addRankings,
  addSnapshot,
  copyRankings,
  type DayViews,
  dayViews,
  dropClosing,
  dropSnapshots,
  favoritesByComic,
  hasClosed,
  newestSnapshot,
  type RankingType,
  readOneMoment,
  type Snapshot,
  setDue,
} from './store.ts';

const NONE: ReadonlyMap<number, number> = new Map();
const BY_VIEWS: readonly RankingType[] = ['day', 'week', 'month', 'total'];
const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The interval is a hundred times the duration of a renewal, so that it takes at most 1 % of the time; within these bounds. */
const DUE_AFTER_MS = { least: MINUTE_MS / 2, most: 5 * MINUTE_MS };
const TIMES_ITS_COST = 100;
const KEPT_MS = 60 * MINUTE_MS;
const SALES_DAYS = 30;

/** How many chapters of each comic were bought in a time. */
type SalesByComic = (db: Tx, from: Date, to: Date) => Promise<Map<number, number>>;

/** Takes a new ranking if one is due, on one node only; otherwise costs almost nothing. */
export function createRankingRenewal(pool: Pool, salesByComic: SalesByComic): (now: Date) => Promise<void> {
  let known: Snapshot | null = null;

  return async (now) => {
    if (known && !isDue(known, now)) return;
    // Locked before the transaction begins: it would not see a ranking that another node completes after its beginning.
    await whileLocked(pool, 'rankings', async () => {
      known = await transaction(pool, async (client) => {
        // A comic's views in all and those of later days are two statements: views written in between would be subtracted.
        await readOneMoment(client);
        const newest = await newestSnapshot(client);
        return newest && !isDue(newest, now) ? newest : take(client, salesByComic, newest, now);
      });
    });
  };
}

async function take(client: Tx, salesByComic: SalesByComic, newest: Snapshot | null, now: Date): Promise<Snapshot> {
  const started = performance.now();
  const comics = await listRankable(client);
  const dayBefore = shanghaiDay(new Date(now.getTime() - DAY_MS));
  if (!(await hasClosed(client, dayBefore))) await close(client, salesByComic, { comics, newest, day: dayBefore, now });

  const day = shanghaiDay(now);
  const favorites = await favoritesByComic(client);
  const id = await addSnapshot(client, { day, closing: false, takenAt: now });
  const sales = await salesUntil(client, salesByComic, now);
  const views = await rankByViews(client, id, comics, day);
  await addRankings(client, id, 'favorite', await rankingsOf('favorite', comics, views, favorites));
  await addRankings(client, id, 'sale', await rankingsOf('sale', comics, views, sales));
  await dropSnapshots(client, { id, takenAt: new Date(now.getTime() - KEPT_MS) });
  const dueAt = new Date(now.getTime() + dueAfter(performance.now() - started));
  await setDue(client, id, dueAt);
  return { id, day, dueAt };
}

type Closing = { comics: readonly RankableComic[]; newest: Snapshot | null; day: string; now: Date };

/**
 * Writes the closing snapshot of a day. Views and sales are stored with their time and can be summed later; favourites are
 * copied from the last ranking.
 */
async function close(client: Tx, salesByComic: SalesByComic, { comics, newest, day, now }: Closing): Promise<void> {
  const id = await addSnapshot(client, { day, closing: true, takenAt: now });
  const views = await rankByViews(client, id, comics, day);
  const sales = await salesUntil(client, salesByComic, new Date(shanghaiDayEnd(now).getTime() - DAY_MS));
  await addRankings(client, id, 'sale', await rankingsOf('sale', comics, views, sales));
  if (newest) await copyRankings(client, id, newest.id, 'favorite');
}

/**
 * Deletes the closing snapshot of the day before; the next renewal takes it again. For comics and views that were added for past
 * days after the day was closed.
 */
export async function reopenDayBefore(tx: Tx, now: Date): Promise<void> {
  await dropClosing(tx, shanghaiDay(new Date(now.getTime() - DAY_MS)));
}

/** Adds the rankings by views, as of the end of a day, to a snapshot; returns these views. */
async function rankByViews(
  client: Tx,
  id: number,
  comics: readonly RankableComic[],
  day: string,
): Promise<Map<number, DayViews>> {
  const views = await viewsUntil(client, day);
  for (const type of BY_VIEWS) await addRankings(client, id, type, await rankingsOf(type, comics, views, NONE));
  return views;
}

function salesUntil(client: Tx, salesByComic: SalesByComic, until: Date): Promise<Map<number, number>> {
  return salesByComic(client, new Date(until.getTime() - SALES_DAYS * DAY_MS), until);
}

async function viewsUntil(client: Tx, day: string): Promise<Map<number, DayViews>> {
  return new Map((await dayViews(client, day)).map((row) => [row.comicId, row]));
}

function isDue({ day, dueAt }: Snapshot, now: Date): boolean {
  return dueAt <= now || day !== shanghaiDay(now);
}

/** Milliseconds until the next ranking is due, after one that took so long. */
export function dueAfter(costMs: number): number {
  return Math.min(DUE_AFTER_MS.most, Math.max(DUE_AFTER_MS.least, costMs * TIMES_ITS_COST));
}
