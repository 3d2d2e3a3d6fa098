import { ALONE } from '#contract/console/alone-limits';
import type { Db } from '../../../core/db/db.ts';
import { type AloneLimits, findAloneLimits } from './store.ts';

export async function readAloneLimits(db: Db): Promise<AloneLimits> {
  return (await findAloneLimits(db)) ?? { once: ALONE.once, day: ALONE.day };
}

/**
 * Whether a second person must approve a grant of this worth in coins. `today`: the sum that the same person has done alone today,
 * in adjustments or in batches.
 */
export async function needsApproval(db: Db, worth: number, today: number): Promise<boolean> {
  const { once, day } = await readAloneLimits(db);
  return worth > once || today + worth > day;
}
