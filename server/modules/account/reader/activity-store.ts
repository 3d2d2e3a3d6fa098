import { type Db, execute, rows, statement } from '../../../core/db/db.ts';

const SAVE_ACTIVITY = statement<
  never,
  [readerId: number, seenBefore: Date | null, seenAt: Date | null, awaySince: Date | null, backAt: Date | null]
>(
  'account.save-activity',
  `update account.reader set seen_at = $3, away_since = $4, back_at = $5
   where id = $1 and seen_at is not distinct from $2`,
);

/** Stores the claimed gifts with the reader, for the unread mark. */
export const setClaimedGifts = execute<[readerId: number, giftIds: readonly number[]]>(
  'account.set-claimed-gifts',
  'update account.reader set claimed_gifts = $2 where id = $1',
);

/** Saves the visit, unless another call has done so since the reader was read. */
export async function saveActivity(
  db: Db,
  readerId: number,
  seenBefore: Date | null,
  activity: { readerSeenAt: Date | null; awaySince: Date | null; backAt: Date | null },
): Promise<void> {
  await rows(db, SAVE_ACTIVITY, [readerId, seenBefore, activity.readerSeenAt, activity.awaySince, activity.backAt]);
}
