import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { SmsSender, SmsSource } from '../../modules/account/account.ts';
import { createOutbox } from './outbox.ts';

export type SmsSettings = {
  /** The gateways in the order in which they are tried, and the most text messages a Shanghai day. */
  now(): { gateways: readonly SmsSender[]; dailyBudget: number };
  /** Reads both again; throws if the file has mistakes, and then nothing changes. */
  reload(): Promise<void>;
  /** The log shows the texts of the outbox. */
  showsCodes: boolean;
};

/** The gateways; without any, text messages wait in the outbox. `signature` = the name of the site. */
export function createSenders(
  pool: Pool,
  { log, sms: { now, showsCodes } }: { log: Logger; sms: SmsSettings },
  signature: () => Promise<string>,
): SmsSource['now'] {
  const outbox = [createOutbox(pool, log, { showsCodes, signature })];
  return () => {
    const { gateways, dailyBudget } = now();
    return { senders: gateways.length > 0 ? gateways : outbox, dailyBudget };
  };
}
