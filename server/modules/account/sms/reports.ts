import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { countDeliveries, dueReports, noteReport } from './delivery-store.ts';
import type { SmsReport, SmsSender, TakenMessage } from './sender.ts';

const MINUTE_MS = 60_000;
/** How long after a message its gateway is asked what became of it: phones that are off get theirs hours later. */
const ASKS_AFTER_MS = [0.5, 2, 10, 60, 360, 1440].map((minutes) => minutes * MINUTE_MS);
const WAIT_MS = 10_000;
const AT_ONCE = 50;

export type SmsReports = {
  /** Asks the gateways about the messages whose turn it is. */
  fetch(now: Date): Promise<void>;
  /** How many of a day's messages arrived, as of the last time they were fetched. */
  counted(): Readonly<Record<string, number>>;
};

/** When a gateway is asked that was asked so often before; null = no more. */
export function askAt(sentAt: Date, asks: number): Date | null {
  const after = ASKS_AFTER_MS[asks];
  return after === undefined ? null : new Date(sentAt.getTime() + after);
}

export function createSmsReports(pool: Pool, senders: readonly SmsSender[], log: Logger): SmsReports {
  let counts: Record<string, number> = {};

  async function ask(name: string, taken: TakenMessage): Promise<SmsReport | 'no answer' | null> {
    const sender = senders.find((each) => each.name === name);
    try {
      return (await sender?.report?.(taken, AbortSignal.timeout(WAIT_MS))) ?? null;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ sender: name, reason }, 'the report of a text message could not be fetched');
      return 'no answer';
    }
  }

  return {
    async fetch(now) {
      const silent = new Set<string>();
      for (const { id, sender, asks, ...taken } of await dueReports(pool, now, AT_ONCE)) {
        // One that does not answer would keep the others waiting, each time until the time-out.
        if (silent.has(sender)) continue;
        const answer = await ask(sender, taken);
        if (answer === 'no answer') silent.add(sender);
        const report = answer === 'no answer' ? null : answer;
        await noteReport(pool, id, report, report ? null : askAt(taken.at, asks + 1));
      }
      counts = await countDeliveries(pool, now);
    },
    counted: () => counts,
  };
}
