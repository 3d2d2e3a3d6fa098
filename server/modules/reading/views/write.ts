import type { Pool } from 'pg';
import { type Tx, transaction } from '../../../core/db/db.ts';
import { addDays } from '../../../core/time/shanghai-calendar.ts';
import { shanghaiDay } from '../../../core/time/shanghai-day.ts';
import { addToStats } from '../../catalog/catalog.ts';
import type { RankedReaders } from '../ranking/ranked-readers.ts';
import { dropKeysBefore, dropPlacesBefore } from '../ranking/ranked-readers-store.ts';
import { addGains, dropStepsBefore, dropViewsBefore, type Gain, type NewView, noteViews, type View } from './store.ts';

const DAY_MS = 24 * 3600 * 1000;
/** A node may write views late, after its database was unavailable; the rows of a day are kept this much longer. */
const MARGIN_MS = DAY_MS;
const DROPPED_AT_ONCE = 20_000;

/** Counts views in one transaction, so that a retry after an uncertain failure counts nothing twice. */
export async function writeViews(pool: Pool, ranked: RankedReaders, views: readonly View[]): Promise<void> {
  const visits = await ranked.hashAddresses(views);
  const visitOf = new Map(views.map((view, index) => [nameOf(view), visits[index]]));
  await transaction(pool, async (client) => {
    const fresh = (await noteViews(client, views)).flatMap((view) => visitOf.get(nameOf(view)) ?? []);
    if (fresh.length === 0) return;
    const gains = gainsOf(await ranked.count(client, fresh));
    if (gains.length === 0) return;
    await addGains(client, gains);
    await addToStats(client, gains);
  });
}

function nameOf({ day, chapterId, readerId }: NewView): string {
  return `${day} ${chapterId} ${readerId}`;
}

/** Adds views of past days that were counted elsewhere. */
export async function addPastViews(tx: Tx, gains: readonly Gain[]): Promise<void> {
  await addGains(tx, gains);
  await addToStats(tx, gains);
}

/** The sums of these views; each counts one. */
function gainsOf(counted: readonly { day: string; comicId: number }[]): Gain[] {
  const byDay = new Map<string, Gain>();
  for (const { day, comicId } of counted) {
    const gain = byDay.get(`${day} ${comicId}`) ?? { day, comicId, views: 0 };
    gain.views++;
    byDay.set(`${day} ${comicId}`, gain);
  }
  return [...byDay.values()];
}

/**
 * Deletes the single views and addresses of past days; the sums stay. In batches, to keep transactions short. Views of days
 * later than `totalledUpTo` are kept, however old.
 */
export async function dropOldViews(pool: Pool, now: Date, totalledUpTo: string | null): Promise<void> {
  const day = shanghaiDay(new Date(now.getTime() - MARGIN_MS));
  await dropKeysBefore(pool, day);
  while ((await dropPlacesBefore(pool, day, DROPPED_AT_ONCE)) === DROPPED_AT_ONCE);
  if (totalledUpTo === null) return;
  const [before = day] = [addDays(totalledUpTo, 1), day].toSorted();
  await dropStepsBefore(pool, before);
  while ((await dropViewsBefore(pool, before, DROPPED_AT_ONCE)) === DROPPED_AT_ONCE);
}
