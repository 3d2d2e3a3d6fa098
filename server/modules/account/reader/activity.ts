import type { Db } from '../../../core/db/db.ts';
import { saveActivity } from './activity-store.ts';
import type { ReaderRow } from './store.ts';

/** What is known of a reader's coming and going. */
export type Activity = Pick<ReaderRow, 'readerSeenAt' | 'awaySince' | 'backAt'>;

const DAY_MS = 24 * 3600 * 1000;
/** Who has not come for so long was away, and is back. */
const AWAY_MS = 7 * DAY_MS;

/** Records once a day that the reader is here, whatever the device, and that they are back where they were away. */
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
