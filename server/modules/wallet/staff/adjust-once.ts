import { createHash } from 'node:crypto';
import { ALONE } from '#contract/console/alone-limits';
import type { Tx } from '../../../core/db/db.ts';
import { BadField } from '../../../core/refusal/refusal.ts';
import { shanghaiDay, startOfShanghaiDay } from '../../../core/time/shanghai-day.ts';
import { type Adjustment, adjust, previewAdjustment } from '../ledger/adjusting.ts';
import { lockOrOpenWallet } from '../ledger/ledger.ts';
import { needsApproval } from './alone-limits.ts';
import { expiryOf, logAdjustmentRequest } from './requests.ts';
import {
  addAdjustmentRequest,
  findAdjusted,
  findRequestedBefore,
  keepAdjusted,
  lockAdjuster,
  sumAdjusted,
} from './store.ts';

/** The adjustment that a member of staff requests; bonus and tickets are valid for `days` days. */
export type AdjustmentWish = Omit<Adjustment, 'expiresAt' | 'requestedBy'> & { days: number };

/**
 * Corrects a wallet once for each key of the actor, however often the same request comes. Above the limit for one person a
 * request is stored for a second person; returns true then. The reader must be locked.
 */
export async function adjustAlone(
  tx: Tx,
  readerId: number,
  key: string,
  { days, ...adjustment }: AdjustmentWish,
  now: Date,
): Promise<boolean> {
  const { actor, asset, amount, reason } = adjustment;
  await lockAdjuster(tx, actor);
  const { walletId } = await lockOrOpenWallet(tx, readerId, now);
  const ownKey = `adjust:${actor}:${key}`;
  const request = hashOf(adjustment);
  const requested = await findRequestedBefore(tx, ownKey);
  const earlier = requested ?? (await findAdjusted(tx, walletId, ownKey));
  if (earlier && !earlier.request.equals(request)) throw new BadField('key');
  if (earlier) return requested !== null;
  const today = startOfShanghaiDay(shanghaiDay(now));
  const worth = Math.abs(amount) * (asset === 'ticket' ? ALONE.ticketWorth : 1);
  if (await needsApproval(tx, worth, await sumAdjusted(tx, actor, today, ALONE.ticketWorth))) {
    // A request for more than the wallet holds is refused.
    await previewAdjustment(tx, readerId, adjustment, now);
    await addAdjustmentRequest(tx, walletId, ownKey, request, asset, amount, days, actor, reason, now);
    await logAdjustmentRequest(tx, 'adjust-request', { readerId, asset, amount, actor, reason }, now);
    return true;
  }
  await keepAdjusted(tx, walletId, ownKey, request, now);
  await adjust(tx, readerId, ownKey, { ...adjustment, expiresAt: expiryOf(days, now) }, now);
  return false;
}

function hashOf({ asset, amount, reason }: Pick<Adjustment, 'asset' | 'amount' | 'reason'>): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([asset, amount, reason]))
    .digest();
}
