import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { transaction } from '../../../core/db.ts';
import { type Invariant, listViolations, takeSnapshot } from './invariant-store.ts';

export type BrokenInvariant = { name: Invariant; violations: string[] };

/** Every invariant of the ledger at one moment. */
export type CheckResult = { checked: number; broken: BrokenInvariant[] };

export function checkInvariants(pool: Pool): Promise<CheckResult> {
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
      const result = await checkInvariants(pool);
      broken = result.broken.length;
      for (const { name, violations } of result.broken)
        log.fatal({ alarm: 'wallet', invariant: name, violations }, 'an invariant of the ledger is broken');
    },
    broken: () => broken,
  };
}
