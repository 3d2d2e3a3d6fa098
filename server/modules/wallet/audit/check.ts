import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { transaction } from '../../../core/db.ts';
import { type Invariant, listRecentViolations, listViolations, takeSnapshot } from './invariant-store.ts';

export type BrokenInvariant = { name: Invariant; violations: string[] };

/** Every invariant of the ledger at one moment. */
export type CheckResult = { checked: number; broken: BrokenInvariant[] };

const DAY_MS = 24 * 3600 * 1000;
/** Transfers are committed shortly after the time that they carry, and clocks of several nodes differ a little. */
const OVERLAP_MS = 10 * 60 * 1000;

export function checkInvariants(pool: Pool): Promise<CheckResult> {
  return transaction(pool, async (tx) => {
    await takeSnapshot(tx);
    const all = await listViolations(tx);
    return { checked: all.size, broken: brokenOf(all) };
  });
}

/** Of the wallets that something has moved since a moment, whatever else is in the ledger. */
export function checkRecent(pool: Pool, since: Date): Promise<BrokenInvariant[]> {
  return transaction(pool, async (tx) => {
    await takeSnapshot(tx);
    return brokenOf(await listRecentViolations(tx, since));
  });
}

function brokenOf(found: ReadonlyMap<Invariant, string[]>): BrokenInvariant[] {
  return [...found].flatMap(([name, violations]) => (violations.length > 0 ? [{ name, violations }] : []));
}

/**
 * Checks the invariants now and then: once a day and after a start the whole ledger, and until nothing is broken any more;
 * otherwise the wallets in which something has moved since the last check. `broken` is for the metrics.
 */
export function createAlarm(pool: Pool, log: Logger): { check(now: Date): Promise<void>; broken(): number } {
  let broken = 0;
  let wholeAt: Date | null = null;
  let checkedAt = new Date(0);
  return {
    async check(now) {
      const isWhole = wholeAt === null || broken > 0 || now.getTime() - wholeAt.getTime() >= DAY_MS;
      const since = new Date(checkedAt.getTime() - OVERLAP_MS);
      const found = isWhole ? (await checkInvariants(pool)).broken : await checkRecent(pool, since);
      checkedAt = now;
      if (isWhole) wholeAt = now;
      broken = found.length;
      for (const { name, violations } of found)
        log.fatal({ alarm: 'wallet', invariant: name, violations }, 'an invariant of the ledger is broken');
    },
    broken: () => broken,
  };
}
