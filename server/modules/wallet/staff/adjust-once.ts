import { createHash } from 'node:crypto';
import { ALONE } from '#contract/console/adjusting';
import type { Tx } from '../../../core/db/db.ts';
import { BadField } from '../../../core/refusal/refusal.ts';
import { shanghaiDay, startOfShanghaiDay } from '../../../core/time/shanghai-day.ts';
import { type Adjustment, adjust } from '../ledger/adjusting.ts';
import { lockOrOpenWallet } from '../ledger/ledger.ts';
import { findAdjusted, keepAdjusted, lockAdjuster, sumAdjusted } from './store.ts';

/** The amount is more than one member of staff may adjust alone, at once or today. */
export class TooMuchAlone extends Error {}

/**
 * Corrects a wallet once for each key of the actor, however often the same request comes, and within what one may adjust alone.
 * The reader must be locked. Returns false if it was done before.
 */
export async function adjustAlone(
  tx: Tx,
  readerId: number,
  key: string,
  adjustment: Adjustment,
  now: Date,
): Promise<boolean> {
  const { actor } = adjustment;
  await lockAdjuster(tx, actor);
  const { walletId } = await lockOrOpenWallet(tx, readerId, now);
  const ownKey = `adjust:${actor}:${key}`;
  const request = hashOf(adjustment);
  const earlier = await findAdjusted(tx, walletId, ownKey);
  if (earlier && !earlier.request.equals(request)) throw new BadField('key');
  if (earlier) return false;
  const today = startOfShanghaiDay(shanghaiDay(now));
  if (isTooMuch(adjustment, await sumAdjusted(tx, actor, today, ALONE.ticketWorth))) throw new TooMuchAlone();
  await keepAdjusted(tx, walletId, ownKey, request, now);
  await adjust(tx, readerId, ownKey, adjustment, now);
  return true;
}

/** Both directions count: coins that are taken by mistake harm too. */
function isTooMuch({ asset, amount }: Pick<Adjustment, 'asset' | 'amount'>, today: number): boolean {
  const worth = Math.abs(amount) * (asset === 'ticket' ? ALONE.ticketWorth : 1);
  return worth > ALONE.once || today + worth > ALONE.day;
}

function hashOf({ asset, amount, reason }: Adjustment): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([asset, amount, reason]))
    .digest();
}
