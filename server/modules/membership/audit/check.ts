import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Alarm, type CheckResult, checkAll, createAlarm as createAlarmOf } from '../../../core/db/invariants.ts';
import { INVARIANTS, type Invariant } from './invariant-store.ts';

/** Checks that the days of 月卡 and their prices agree. */
export function checkPasses(pool: Pool): Promise<CheckResult<Invariant>> {
  return checkAll(pool, INVARIANTS);
}

/** Checks the invariants at intervals. */
export function createAlarm(pool: Pool, log: Logger): Alarm {
  const find = async () => (await checkPasses(pool)).broken;
  return createAlarmOf({ pool, log, alarm: 'membership', says: 'days of passes and their prices do not agree', find });
}
