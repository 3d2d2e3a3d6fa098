import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { ChannelsById } from '../channel.ts';
import { dayBeside, lastBillDay } from './bill-day.ts';
import { countDifferences } from './bill-store.ts';
import type { DifferenceClass } from './compare.ts';
import { awaitBills, countMissing, type DueBill, takeDueBill, tryBillAgain } from './due-store.ts';
import type { Reconcile } from './reconcile.ts';

export type Reconciliation = {
  /** Compares the bill of every day when it is available. Failures are tried again later. */
  reconcileDue(now: Date): Promise<void>;
  /** Counts the differences of the last days and the missing bills, for the metrics. */
  count(now: Date): Promise<void>;
  /** The last count. */
  counted(): Record<DifferenceClass | 'no-bill', number>;
};

/** Channels store bills for three months; after that a person must compare them. */
const MOST_DAYS = 30;
const COUNTED_DAYS = 7;
/** Other nodes take over a bill after this time, if the node with the bill has failed. */
const LEASE_MS = 10 * 60 * 1000;
/** The delay after the first failure; it doubles with every try. */
const RETRY_MS = 15 * 60 * 1000;
const LONGEST_MS = 4 * 3600 * 1000;
/** From this number of tries on, a failure is an alarm. */
const MANY_TRIES = 5;

export function createReconciliation(
  pool: Pool,
  log: Logger,
  channels: ChannelsById,
  reconcile: Reconcile,
): Reconciliation {
  const counted = { 'ours-only': 0, 'theirs-only': 0, 'amount-differs': 0, 'no-bill': 0 };

  async function attempt(due: DueBill, now: Date): Promise<void> {
    const channel = channels.get(due.channel);
    if (!channel) return;
    try {
      await reconcile(channel, due.day, now);
    } catch (error) {
      const level = due.tries >= MANY_TRIES ? 'error' : 'warn';
      const fields = { err: error, channel: due.channel, day: due.day, tries: due.tries };
      log[level](
        { ...fields, ...(level === 'error' && { alarm: 'shop' }) },
        'the bill of a channel could not be read or compared; tried again later',
      );
      const wait = Math.min(RETRY_MS * 2 ** Math.min(due.tries - 1, 10), LONGEST_MS);
      await tryBillAgain(pool, due, new Date(now.getTime() + wait), error instanceof Error ? error.message : 'unknown');
    }
  }

  return {
    async reconcileDue(now) {
      const day = lastBillDay(now);
      const earliest = dayBeside(day, -MOST_DAYS);
      for (const channel of channels.keys()) await awaitBills(pool, channel, day, earliest, now);
      const taken = { now, until: new Date(now.getTime() + LEASE_MS), earliest, channels: [...channels.keys()] };
      for (let due = await takeDueBill(pool, taken); due; due = await takeDueBill(pool, taken)) await attempt(due, now);
    },

    async count(now) {
      const found = await countDifferences(pool, dayBeside(lastBillDay(now), -COUNTED_DAYS));
      for (const each of ['ours-only', 'theirs-only', 'amount-differs'] as const) counted[each] = found.get(each) ?? 0;
      counted['no-bill'] = await countMissing(pool);
    },
    counted: () => counted,
  };
}
