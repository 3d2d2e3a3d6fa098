import { execute, firstRow, row, statement, type Tx } from '../../core/db/db.ts';
import type { FeedbackState } from './feedback-store.ts';

/** These facts decide whether a message may be added to a feedback, and whether it may be withdrawn. */
export type Thread = { state: FeedbackState; isAnswered: boolean; messages: number };

const lockFeedback = firstRow<Omit<Thread, 'messages'>, [id: number, readerId: number], Tx>(
  'support.lock-feedback',
  `select state, replied_at is not null as "isAnswered"
   from support.feedback where id = $1 and reader_id = $2 for update`,
);

const MESSAGES = statement<{ messages: number; isAnswered: boolean }, [id: number]>(
  'support.sum-messages',
  `select count(*) as messages,
     coalesce((select not by_reader from support.message where feedback_id = $1 order by id desc limit 1), false) as "isAnswered"
   from support.message where feedback_id = $1`,
);

/**
 * How many messages a feedback has, and whether the last one is of the operator. The feedback must be locked by an earlier
 * statement: one that waits for a lock does not see the rows that were added in between.
 */
export async function sumMessages(tx: Tx, id: number): Promise<{ messages: number; isAnswered: boolean }> {
  return (await row(tx, MESSAGES, [id])) ?? { messages: 0, isAnswered: false };
}

/** Locks a reader's feedback until the transaction ends; null if they have none with this id. */
export async function lockThread(tx: Tx, id: number, readerId: number): Promise<Thread | null> {
  const locked = await lockFeedback(tx, id, readerId);
  return locked && { ...locked, messages: (await sumMessages(tx, id)).messages };
}

/** The same text after the same message is a retry. */
const ADD_BY_READER = statement<never, [id: number, content: string, at: Date]>(
  'support.add-message',
  `insert into support.message (feedback_id, by_reader, content, sent_at)
   select $1, true, $2::text, $3::timestamptz where not exists (
     select from (select * from support.message where feedback_id = $1 order by id desc limit 1) last
     where last.by_reader and last.content = $2::text and last.sent_at > $3::timestamptz - interval '10 minutes')`,
);

const REOPEN = statement<{ state: FeedbackState }, [id: number]>(
  'support.reopen-feedback',
  `update support.feedback set state = case when state = 'answered' then 'open' else state end
   where id = $1 returning state`,
);

export const withdraw = execute<[id: number], Tx>(
  'support.withdraw-feedback',
  `update support.feedback set state = 'withdrawn', contact = '' where id = $1`,
);

/**
 * Adds a reply of the operator; null if there is no such feedback, or its reader has withdrawn it. The contact of an
 * anonymised complaint is deleted.
 */
export const addReply = firstRow<{ readerId: number | null }, [id: number, content: string, at: Date]>(
  'support.reply',
  `with answered as (
     update support.feedback set state = 'answered', replied_at = greatest($3, seen_at + interval '1 millisecond'),
       contact = case when reader_id is null then '' else contact end
     where id = $1 and state <> 'withdrawn' returning id, reader_id, replied_at),
   added as (
     insert into support.message (feedback_id, by_reader, content, sent_at)
     select id, false, $2::text, replied_at from answered)
   select reader_id as "readerId" from answered`,
);

/** Adds a message of the reader. An answered thread waits for the operator again. */
export async function addMessage(tx: Tx, id: number, content: string, at: Date): Promise<FeedbackState> {
  await row(tx, ADD_BY_READER, [id, content, at]);
  const reopened = await row(tx, REOPEN, [id]);
  if (!reopened) throw new Error('a locked feedback is gone');
  return reopened.state;
}
