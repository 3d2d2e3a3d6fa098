import { allRows, execute, firstRow, firstValue, hasRow, row, statement, type Tx } from '../../../core/db/db.ts';

export type MailboxState = 'waiting' | 'verified' | 'undeliverable';
export type Mailbox = { address: string; state: MailboxState; key: string; askedAt: Date };

const COLUMNS = 'address, state, key, asked_at as "askedAt"';
/** Names the lock under which verification mails are counted. */
const LOCK = "hashtextextended('notices.verification', 0)";

export const lockVerifications = execute<[], Tx>('notices.lock-verifications', `select pg_advisory_xact_lock(${LOCK})`);

export const findMailbox = firstRow<Mailbox, [readerId: number]>(
  'notices.mailbox',
  `select ${COLUMNS} from notices.mailbox where reader_id = $1`,
);

export const findMailboxByKey = firstRow<Mailbox, [key: string]>(
  'notices.mailbox-by-key',
  `select ${COLUMNS} from notices.mailbox where key = $1`,
);

/** Sets an address that is to be verified. The links of an earlier address end, those of the same address stay. */
export const setMailbox = execute<[readerId: number, address: string, key: string, now: Date], Tx>(
  'notices.set-mailbox',
  `insert into notices.mailbox as m (reader_id, address, state, key, asked_at, verify_due_at)
   values ($1, $2, 'waiting', $3, $4, $4)
   on conflict (reader_id) do update set address = excluded.address, state = 'waiting',
     key = case when m.address = excluded.address then m.key else excluded.key end,
     asked_at = excluded.asked_at, verified_at = null, verify_due_at = excluded.verify_due_at, verify_tries = 0`,
);

const VERIFICATIONS_SINCE = statement<
  { byReader: number; toAddress: number },
  [readerId: number, addressHash: Buffer, since: Date]
>(
  'notices.verifications-since',
  `select count(*) filter (where reader_id = $1) as "byReader",
     count(*) filter (where address_hash = $2) as "toAddress"
   from notices.verification_mail where asked_at > $3 and (reader_id = $1 or address_hash = $2)`,
);

export const noteVerification = execute<[readerId: number, addressHash: Buffer, now: Date], Tx>(
  'notices.note-verification',
  'insert into notices.verification_mail (reader_id, address_hash, asked_at) values ($1, $2, $3)',
);

/** False if the key is not that of an address that waits, or its link is older. */
export const verifyMailbox = hasRow<{ readerId: number }, [key: string, askedAfter: Date, now: Date]>(
  'notices.verify-mailbox',
  `update notices.mailbox set state = 'verified', verified_at = $3, verify_due_at = null
   where key = $1 and state = 'waiting' and asked_at > $2 returning reader_id as "readerId"`,
);

export const dropMailbox = execute<[readerId: number]>(
  'notices.drop-mailbox',
  'delete from notices.mailbox where reader_id = $1',
);

export const dropMailboxByKey = firstValue<{ address: string }, [key: string]>(
  'notices.drop-mailbox-by-key',
  'delete from notices.mailbox where key = $1 returning address',
);

/** The number of this reader's and this address's verification mails. */
export async function countVerifications(tx: Tx, readerId: number, addressHash: Buffer, since: Date) {
  return (await row(tx, VERIFICATIONS_SINCE, [readerId, addressHash, since])) ?? { byReader: 0, toAddress: 0 };
}

export const dropVerifications = execute<[readerId: number]>(
  'notices.drop-verifications',
  'delete from notices.verification_mail where reader_id = $1',
);

export const dropVerificationsBefore = execute<[askedBefore: Date]>(
  'notices.drop-old-verifications',
  'delete from notices.verification_mail where asked_at < $1',
);

/** Forgets addresses that were never verified. */
export const dropUnverified = execute<[askedBefore: Date]>(
  'notices.drop-unverified-mailboxes',
  `delete from notices.mailbox where state = 'waiting' and asked_at < $1`,
);

/** A verification mail that this process has taken. */
export type DueVerification = { readerId: number; address: string; key: string; askedAt: Date; tries: number };

/** Other processes leave the taken ones alone until `untilAt`. */
export const takeVerifications = allRows<DueVerification, [now: Date, untilAt: Date, limit: number, askedAfter: Date]>(
  'notices.take-verifications',
  `with due as (
     select reader_id from notices.mailbox where verify_due_at <= $1 and asked_at > $4 and state = 'waiting'
     order by verify_due_at limit $3 for no key update skip locked
   )
   update notices.mailbox m set verify_due_at = $2, verify_tries = m.verify_tries + 1
   from due d where m.reader_id = d.reader_id
   returning m.reader_id as "readerId", m.address, m.key, m.asked_at as "askedAt", m.verify_tries as tries`,
);

/** When it is tried again; null = not. One that was asked for again since stays as it is. */
export const endVerification = execute<[key: string, tries: number, dueAt: Date | null]>(
  'notices.end-verification',
  'update notices.mailbox set verify_due_at = $3 where key = $1 and verify_tries = $2',
);

/** Nothing more is sent to it until the reader asks for a verification mail. */
export const noteUndeliverable = execute<[key: string]>(
  'notices.note-undeliverable',
  `with refused as (
     update notices.mailbox set state = 'undeliverable', verify_due_at = null where key = $1 returning reader_id
   )
   delete from notices.mail where reader_id in (select reader_id from refused)`,
);
