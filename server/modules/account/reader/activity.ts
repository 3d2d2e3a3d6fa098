import type { Db } from '../../../core/db/db.ts';
import { saveActivity } from './activity-store.ts';
import type { ReaderRow } from './store.ts';

/** The latest visit and absence of a reader. */
export type Activity = Pick<ReaderRow, 'readerSeenAt' | 'awaySince' | 'backAt'>;

const DAY_MS = 24 * 3600 * 1000;
/** After this time without a visit, the next visit is a return. */
const AWAY_MS = 7 * DAY_MS;

/** Records the visit once a day, on any device, and a return after an absence. */
export async function markSeen(db: Db, reader: ReaderRow, now: Date): Promise<Activity> {
  const { readerId, readerSeenAt, awaySince, backAt } = reader;
  const lastSeenAt = readerSeenAt ?? reader.createdAt;
  const passedMs = now.getTime() - lastSeenAt.getTime();
  if (passedMs < DAY_MS) return { readerSeenAt, awaySince, backAt };
  const isBack = passedMs >= AWAY_MS;
  const activity = {
    readerSeenAt: now,
    awaySince: isBack ? lastSeenAt : awaySince,
    backAt: isBack ? now : backAt,
  };
  await saveActivity(db, readerId, readerSeenAt, activity);
  return activity;
}
