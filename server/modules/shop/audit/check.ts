import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Alarm, type CheckResult, checkAll, createAlarm as createAlarmOf } from '../../../core/db/invariants.ts';
import { INVARIANTS, type Invariant } from './invariant-store.ts';

/** Compares orders, payments, refunds and the ledger with each other. */
export function checkOrders(pool: Pool): Promise<CheckResult<Invariant>> {
  return checkAll(pool, INVARIANTS);
}

/** Checks the invariants at intervals. */
export function createAlarm(pool: Pool, log: Logger): Alarm {
  const find = async () => (await checkOrders(pool)).broken;
  return createAlarmOf({ pool, log, alarm: 'shop', says: 'orders and the ledger do not agree', find });
}
