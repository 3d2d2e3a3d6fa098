import type { Pool } from 'pg';
import type { ReaderDataOwner } from '../account/account.ts';
import { type Attendance, createAttendance } from './attendance/attendance.ts';
import { gradeBonusOf } from './attendance/calendar.ts';
import { createRewardsDataOwner } from './data-owner.ts';
import { createGifts, type Gifts } from './gifts/gifts.ts';
import type { RewardsPorts } from './ports.ts';

export { listRewardsViolations, type RewardsInvariant } from './audit/invariant-store.ts';
export { grantedTwice } from './data-owner.ts';
export type { RewardsPorts } from './ports.ts';

/** What readers are given for coming: gifts and attendance. */
export type Rewards = {
  gifts: Gifts;
  attendance: Attendance;
  /** What a grade adds to the bonus of a signed day. */
  benefitOf(level: number): Promise<number>;
  dataOwner: ReaderDataOwner;
};

export function createRewards(pool: Pool, ports: RewardsPorts): Rewards {
  return {
    gifts: createGifts(pool, ports),
    attendance: createAttendance(pool, ports),
    benefitOf: async (level) => gradeBonusOf((await ports.settings()).attendance, level),
    dataOwner: createRewardsDataOwner(ports),
  };
}
