import { type Db, rows, statement } from '../../../core/db/db.ts';

/** A message waiting for the operator. */
export type OutboxMessage = { id: number; telephone: string; body: string; at: Date };

const KEEP_MESSAGE = statement<never, [telephone: string, body: string]>(
  'account.keep-message',
  'insert into account.sms_outbox (telephone, body, at) values ($1, $2, now())',
);

const MESSAGES_AFTER = statement<OutboxMessage, [id: number, limit: number]>(
  'account.messages-after',
  `select id, telephone, body, at from
     (select id, telephone, body, at from account.sms_outbox where id > $1 order by id desc limit $2) newest
   order by id`,
);

const DROP_OLD = statement<never, []>(
  'account.drop-old-messages',
  "delete from account.sms_outbox where at < now() - interval '1 day'",
);

/** Stores a message for the operator to read. */
export async function keepMessage(db: Db, telephone: string, body: string): Promise<void> {
  await rows(db, KEEP_MESSAGE, [telephone, body]);
}

/** The newest messages after this id, oldest first. */
export function messagesAfter(db: Db, id: number, limit: number): Promise<OutboxMessage[]> {
  return rows(db, MESSAGES_AFTER, [id, limit]);
}

/** Codes expire after minutes; messages are stored for a day, to examine complaints. */
export async function dropOldMessages(db: Db): Promise<void> {
  await rows(db, DROP_OLD);
}
