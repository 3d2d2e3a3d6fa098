import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { ReaderDataOwner } from '../../core/module/reader-data-owner.ts';
import { findAccess } from './access-store.ts';
import { createAlarm } from './audit/check.ts';
import { membershipDataOwner } from './data-owner.ts';
import { grantPass, passUntil, restorePass, takePass, untilOf, unusedPassDays } from './passes/passes.ts';
import { stateOf, type WaitState } from './waiting/store.ts';
import { createWaiting, type Waiting } from './waiting/waiting.ts';

export { checkPasses } from './audit/check.ts';
export { grantPass, passUntil } from './passes/passes.ts';
export { type PassReport, passLines, passTables, reportPasses } from './passes/report.ts';
export { listEnding as listPassesEnding } from './passes/store.ts';
export { copyTimers, copyUses, takeTimersBack, takeUsesBack } from './waiting/comic-merge-store.ts';
export { listReady as listReadyTimers, listUses as listWaitUses, type WaitState } from './waiting/store.ts';

/** The chapters that readers may read without buying them: by 等就免费, and by 月卡. */
export type Membership = {
  waiting: Waiting;
  /** Until when the 月卡 of a reader runs; null if it does not. */
  passUntil(readerId: number, now: Date): Promise<Date | null>;
  /** The same with the state of 等就免费 of a comic. */
  access(readerId: number, comicId: number, now: Date): Promise<{ wait: WaitState; passUntil: Date | null }>;
  dataOwner: ReaderDataOwner;
  /** Checks every invariant of 月卡; logs violations as an alarm. */
  check(now: Date): Promise<void>;
  /** The number of invariants that were broken at the last check. */
  broken(): number;
};

/** How an order gives days and takes them back. */
export const ORDER_PASS_FUNCTIONS = { grantPass, restorePass, takePass, unusedPassDays } as const;

export function createMembership(pool: Pool, log: Logger): Membership {
  const alarm = createAlarm(pool, log);
  return {
    waiting: createWaiting(pool),
    passUntil: (readerId, now) => passUntil(pool, readerId, now),
    async access(readerId, comicId, now) {
      const found = await findAccess(pool, readerId, comicId, now);
      return { wait: stateOf(found), passUntil: untilOf(found?.endsOn ?? null, now) };
    },
    dataOwner: membershipDataOwner,
    check: alarm.check,
    broken: alarm.broken,
  };
}
