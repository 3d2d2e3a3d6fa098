import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { transaction } from '../../../core/db.ts';
import { type Invariant, listViolations, takeSnapshot } from './invariant-store.ts';

/** Every invariant of gifts and attendance at one moment. */
type CheckResult = { checked: number; broken: { name: Invariant; violations: string[] }[] };

/** Holds what readers claimed and signed against its own rules and against the ledger. */
export function checkRewards(pool: Pool): Promise<CheckResult> {
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
      const result = await checkRewards(pool);
      broken = result.broken.length;
      for (const { name, violations } of result.broken)
        log.fatal({ alarm: 'rewards', invariant: name, violations }, 'rewards and the ledger do not agree');
    },
    broken: () => broken,
  };
}
