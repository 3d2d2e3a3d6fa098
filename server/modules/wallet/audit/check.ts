import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { transaction } from '../../../core/db/db.ts';
import {
  type Alarm,
  type BrokenInvariant,
  brokenOf,
  type CheckResult,
  checkAll,
  createAlarm as createAlarmOf,
  takeSnapshot,
} from '../../../core/db/invariants.ts';
import { INVARIANTS, type Invariant, listRecentViolations } from './invariant-store.ts';

const DAY_MS = 24 * 3600 * 1000;
/** A transfer is committed shortly after its `at`, and the clocks of several nodes differ a little. */
const OVERLAP_MS = 10 * 60 * 1000;

export function checkInvariants(pool: Pool): Promise<CheckResult<Invariant>> {
  return checkAll(pool, INVARIANTS);
}

/** Checks only wallets with transfers since a moment. Takes the same time however long the ledger is. */
export function checkRecent(pool: Pool, since: Date): Promise<BrokenInvariant<Invariant>[]> {
  return transaction(pool, async (tx) => {
    await takeSnapshot(tx);
    return brokenOf(await listRecentViolations(tx, since));
  });
}

/**
 * Checks the whole ledger after a start, once a day, and as long as something is broken; otherwise only the wallets with
 * transfers since the last check.
 */
export function createAlarm(pool: Pool, log: Logger): Alarm {
  let wholeAt: Date | null = null;
  let checkedAt = new Date(0);
  return createAlarmOf({
    pool,
    log,
    alarm: 'wallet',
    says: 'an invariant of the ledger is broken',
    async find(now, brokenBefore) {
      const isWhole = wholeAt === null || brokenBefore > 0 || now.getTime() - wholeAt.getTime() >= DAY_MS;
      const since = new Date(checkedAt.getTime() - OVERLAP_MS);
      const found = isWhole ? (await checkInvariants(pool)).broken : await checkRecent(pool, since);
      checkedAt = now;
      if (isWhole) wholeAt = now;
      return found;
    },
  });
}
