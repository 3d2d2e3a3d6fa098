import { allRows, execute } from '../../../core/db/db.ts';

/** A message waiting for the operator. */
export type OutboxMessage = { id: number; telephone: string; body: string; at: Date };

/** Stores a message for the operator to read. */
export const keepMessage = execute<[telephone: string, body: string]>(
  'account.keep-message',
  'insert into account.sms_outbox (telephone, body, at) values ($1, $2, now())',
);

/** The newest messages after this id, oldest first. */
export const messagesAfter = allRows<OutboxMessage, [id: number, limit: number]>(
  'account.messages-after',
  `select id, telephone, body, at from
     (select id, telephone, body, at from account.sms_outbox where id > $1 order by id desc limit $2) newest
   order by id`,
);

/** Codes expire after minutes; messages are stored for a day, to examine complaints. */
export const dropOldMessages = execute<[]>(
  'account.drop-old-messages',
  "delete from account.sms_outbox where at < now() - interval '1 day'",
);
