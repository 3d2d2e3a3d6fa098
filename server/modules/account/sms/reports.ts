import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { countDeliveries, dueReports, noteReport } from './delivery-store.ts';
import type { SmsReport, SmsSource, TakenMessage } from './sender.ts';

const MINUTE_MS = 60_000;
/** The delays after a message before its gateway is queried. Phones that are off get messages hours later. */
const ASKS_AFTER_MS = [0.5, 2, 10, 60, 360, 1440].map((minutes) => minutes * MINUTE_MS);
const WAIT_MS = 10_000;
const AT_ONCE = 50;

export type SmsReports = {
  /** Queries the gateways about the due messages. */
  fetch(now: Date): Promise<void>;
  /** The number of delivered messages of a day at the last count. */
  counted(): Readonly<Record<string, number>>;
};

/** When to query a gateway after this many queries; `null`: never. */
export function askAt(sentAt: Date, asks: number): Date | null {
  const after = ASKS_AFTER_MS[asks];
  return after === undefined ? null : new Date(sentAt.getTime() + after);
}

export function createSmsReports(pool: Pool, sms: SmsSource, log: Logger): SmsReports {
  let counts: Record<string, number> = {};

  async function ask(name: string, taken: TakenMessage): Promise<SmsReport | 'no answer' | null> {
    const sender = sms.now().senders.find((each) => each.name === name);
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
        // A gateway that does not answer would delay the others until its time-out, each time.
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
