import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { ReaderDataOwner } from '../../core/module/reader-data-owner.ts';
import { type Attendance, createAttendance } from './attendance/attendance.ts';
import { gradeBonusOf } from './attendance/calendar.ts';
import { createAlarm } from './audit/check.ts';
import { createRewardsDataOwner } from './data-owner.ts';
import { createGifts, type Gifts } from './gifts/gifts.ts';
import type { RewardsPorts } from './ports.ts';
import { createRedeeming, type Redeeming, type RedeemingParts } from './redeeming/redeeming.ts';

export { checkRewards } from './audit/check.ts';
export { keysGrantedToBoth } from './data-owner.ts';
export { isClaimable } from './gifts/campaigns.ts';
export type { RewardsPorts } from './ports.ts';
export { approveBatch, batchNeedsApproval, createBatchAlone, makeApproved } from './redeeming/approval.ts';
export {
  type CountedBatch,
  countUnapproved,
  findBatch,
  listBatches,
  listUses,
} from './redeeming/batch-store.ts';
export { createBatch, lookUpCode, stateOf, stopBatch } from './redeeming/batches.ts';

/** Gifts, attendance and redeem codes. */
export type Rewards = {
  gifts: Gifts;
  attendance: Attendance;
  redeeming: Redeeming;
  /** The addition of a grade to the bonus of a signed day. */
  benefitOf(level: number): Promise<number>;
  dataOwner: ReaderDataOwner;
  /** Checks every invariant of gifts and attendance; logs violations as an alarm. */
  check(now: Date): Promise<void>;
  /** The number of invariants that were broken at the last check. */
  broken(): number;
};

export function createRewards(pool: Pool, log: Logger, ports: RewardsPorts, parts: RedeemingParts): Rewards {
  const alarm = createAlarm(pool, log);
  return {
    gifts: createGifts(pool, ports),
    attendance: createAttendance(pool, ports),
    redeeming: createRedeeming(pool, ports, parts),
    benefitOf: async (level) => gradeBonusOf((await ports.settings()).attendance, level),
    dataOwner: createRewardsDataOwner(ports),
    check: alarm.check,
    broken: alarm.broken,
  };
}
