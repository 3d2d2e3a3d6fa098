import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { transaction } from '../../../core/db.ts';
import { type Invariant, listViolations, takeSnapshot } from './invariant-store.ts';

/** Every invariant of the orders at one moment. */
export type CheckResult = { checked: number; broken: { name: Invariant; violations: string[] }[] };

/** Holds orders, payments and refunds against each other and against the ledger. */
export function checkOrders(pool: Pool): Promise<CheckResult> {
  return transaction(pool, async (tx) => {
    await takeSnapshot(tx);
    const all = await listViolations(tx);
    const broken = [...all].flatMap(([name, violations]) => (violations.length > 0 ? [{ name, violations }] : []));
    return { checked: all.size, broken };
  });
}

/** Checks the invariants now and then; `broken` is for the metrics. */
export function createAlarm(pool: Pool, log: Logger): { check(): Promise<void>; broken(): number } {
  let broken = 0;
  return {
    async check() {
      const result = await checkOrders(pool);
      broken = result.broken.length;
      for (const { name, violations } of result.broken)
        log.fatal({ alarm: 'shop', invariant: name, violations }, 'orders and the ledger do not agree');
    },
    broken: () => broken,
  };
}
