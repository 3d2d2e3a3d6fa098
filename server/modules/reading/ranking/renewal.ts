import type { Pool } from 'pg';
import { type Tx, transaction } from '../../../core/db.ts';
import { shanghaiDay } from '../../../core/shanghai-day.ts';
import { listRankable, type RankableComic } from '../../catalog/catalog.ts';
import { rankingsOf } from './order.ts';
import {
  addRankings,
  addSnapshot,
  type DayViews,
  dayViews,
  dropSnapshots,
  favoritesByComic,
  hasClosed,
  newestSnapshot,
  type RankingType,
  repeatRankings,
  type Snapshot,
  setDue,
  takeTurn,
} from './store.ts';

const BY_VIEWS: readonly RankingType[] = ['day', 'week', 'month', 'total'];
const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The interval is a hundred times the duration of a renewal, so that it takes at most 1 % of the time; within these bounds. */
const DUE_AFTER_MS = { least: MINUTE_MS / 2, most: 5 * MINUTE_MS };
const TIMES_ITS_COST = 100;
const KEPT_MS = 60 * MINUTE_MS;

/** Takes a new ranking if one is due, on one node only; otherwise costs almost nothing. */
export function createRankingRenewal(pool: Pool): (now: Date) => Promise<void> {
  let known: Snapshot | null = null;

  return async (now) => {
    if (known && !isDue(known, now)) return;
    known = await transaction(pool, async (client) => {
      if (!(await takeTurn(client))) return known;
      const newest = await newestSnapshot(client);
      return newest && !isDue(newest, now) ? newest : take(client, newest, now);
    });
  };
}

async function take(client: Tx, newest: Snapshot | null, now: Date): Promise<Snapshot> {
  const started = performance.now();
  const comics = await listRankable(client);
  const dayBefore = shanghaiDay(new Date(now.getTime() - DAY_MS));
  if (!(await hasClosed(client, dayBefore))) await close(client, comics, newest, dayBefore, now);

  const day = shanghaiDay(now);
  const views = await viewsUntil(client, day);
  const favorites = await favoritesByComic(client);
  const id = await addSnapshot(client, { day, closing: false, takenAt: now });
  for (const type of [...BY_VIEWS, 'favorite'] as const)
    await addRankings(client, id, type, rankingsOf(type, comics, views, favorites));
  await dropSnapshots(client, { id, takenAt: new Date(now.getTime() - KEPT_MS) });
  const dueAt = new Date(now.getTime() + dueAfter(performance.now() - started));
  await setDue(client, id, dueAt);
  return { id, day, dueAt };
}

/** Writes the closing snapshot of a day. Views are stored by day and can be summed later; favourites are copied from the last ranking. */
async function close(
  client: Tx,
  comics: readonly RankableComic[],
  newest: Snapshot | null,
  day: string,
  now: Date,
): Promise<void> {
  const views = await viewsUntil(client, day);
  const id = await addSnapshot(client, { day, closing: true, takenAt: now });
  for (const type of BY_VIEWS) await addRankings(client, id, type, rankingsOf(type, comics, views, new Map()));
  if (newest) await repeatRankings(client, id, newest.id, 'favorite');
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
