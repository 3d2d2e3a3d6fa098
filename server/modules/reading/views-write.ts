import type { Pool } from 'pg';
import { transaction } from '../../core/db.ts';
import { shanghaiDay } from '../../core/shanghai-day.ts';
import { addToStats } from '../catalog/catalog.ts';
import { addGains, dropViewsBefore, type Gain, noteViews, type View } from './views-store.ts';

const DAY_MS = 24 * 3600 * 1000;
/** A node may hold views back while its database is away; who read on a day is known this much longer. */
const MARGIN_MS = DAY_MS;
const DROPPED_AT_ONCE = 20_000;

/** Counts views in one transaction, whole or not at all: who tries again after a doubtful end counts nothing twice. */
export function writeViews(pool: Pool, views: readonly View[]): Promise<void> {
  return transaction(pool, async (client) => {
    const fresh = await noteViews(client, views);
    if (fresh.length === 0) return;
    const gains = gainsOf(fresh, new Map(views.map((view) => [view.chapterId, view.comicId])));
    await addGains(client, gains);
    await addToStats(client, gains);
  });
}

function gainsOf(fresh: readonly { chapterId: number; day: string }[], comicOf: ReadonlyMap<number, number>): Gain[] {
  const byDay = new Map<string, Gain>();
  for (const { chapterId, day } of fresh) {
    const comicId = comicOf.get(chapterId) ?? 0;
    const gain = byDay.get(`${day} ${comicId}`) ?? { day, comicId, views: 0 };
    gain.views++;
    byDay.set(`${day} ${comicId}`, gain);
  }
  return [...byDay.values()];
}

/** Drops who read what on days that are over; the sums stay. In steps, each a short transaction. */
export async function forgetWhoRead(pool: Pool, now: Date): Promise<void> {
  const day = shanghaiDay(new Date(now.getTime() - MARGIN_MS));
  while ((await dropViewsBefore(pool, day, DROPPED_AT_ONCE)) === DROPPED_AT_ONCE);
}
