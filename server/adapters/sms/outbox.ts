import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { keepMessage, maskedTelephone, type SmsSender } from '../../modules/account/account.ts';
import { textOf } from './texts.ts';

/**
 * The sender without a gateway: messages are stored in the database, and the operator reads them with `manyu sms`.
 * `showsCodes` = the log shows them too, for a machine that only its owner uses; `signature` = the name of the site.
 */
export function createOutbox(
  pool: Pool,
  log: Logger,
  { showsCodes, signature }: { showsCodes: boolean; signature: () => Promise<string> },
): SmsSender {
  return {
    name: 'outbox',
    async send(message) {
      const { telephone } = message;
      const body = textOf(message, await signature());
      await keepMessage(pool, telephone, body);
      const to = maskedTelephone(telephone);
      log.info(showsCodes ? { to, body } : { to }, 'a text message waits in the outbox: manyu sms');
      return { outcome: 'sent' };
    },
  };
}
