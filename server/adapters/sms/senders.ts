import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { SmsSender } from '../../modules/account/account.ts';
import { createOutbox } from './outbox.ts';

export type SmsSettings = {
  /** The most text messages a Shanghai day. */
  dailyBudget: number;
  /** In the order in which they are tried; if empty, the outbox is used. */
  gateways: readonly SmsSender[];
  /** The log shows the texts of the outbox. */
  showsCodes: boolean;
};

/** The gateways; without any, text messages wait in the outbox. `signature` = the name of the site. */
export function createSenders(
  pool: Pool,
  { log, sms: { gateways, showsCodes } }: { log: Logger; sms: SmsSettings },
  signature: () => Promise<string>,
): readonly SmsSender[] {
  return gateways.length > 0 ? gateways : [createOutbox(pool, log, { showsCodes, signature })];
}
