import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Alarm, type CheckResult, checkAll, createAlarm as createAlarmOf } from '../../../core/db/invariants.ts';
import { INVARIANTS, type Invariant } from './invariant-store.ts';

/** Compares claims and signed days with their rules and with the ledger. */
export function checkRewards(pool: Pool): Promise<CheckResult<Invariant>> {
  return checkAll(pool, INVARIANTS);
}

/** Checks the invariants at intervals. */
export function createAlarm(pool: Pool, log: Logger): Alarm {
  const find = async () => (await checkRewards(pool)).broken;
  return createAlarmOf({ pool, log, alarm: 'rewards', says: 'rewards and the ledger do not agree', find });
}
