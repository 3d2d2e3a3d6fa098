import { type Db, row, rows, statement } from '../../core/db.ts';
import type { SmsPurpose } from './sms-sender.ts';

/** Any number, the same in every process: sends are counted one after the other. */
const LOCK = 7_205_011;

/** What was sent within the last day: to a phone, its newest times; from an address and to a prefix, how often. */
export type SentLately = {
  toPhone: Date[];
  fromAddressHour: number;
  fromAddressDay: number;
  toPrefixHour: number;
  toPrefixDay: number;
  all: number;
};

const WAIT_TURN = statement('account.wait-turn-to-send', `select pg_advisory_xact_lock(${LOCK})`);

const SENT_LATELY = statement<SentLately>(
  'account.sent-lately',
  `select
     array(select sent_at from account.sms_send where telephone = $1 and sent_at > $3::timestamptz - interval '1 day'
           order by sent_at desc limit 10) as "toPhone",
     a.hour as "fromAddressHour", a.day as "fromAddressDay", p.hour as "toPrefixHour", p.day as "toPrefixDay",
     (select count(*) from account.sms_send
      where sent_at >= date_trunc('day', $3::timestamptz, 'Asia/Shanghai')) as all
   from
     (select count(*) filter (where sent_at > $3::timestamptz - interval '1 hour') as hour, count(*) as day
      from account.sms_send where address = $2 and sent_at > $3::timestamptz - interval '1 day') a,
     (select count(*) filter (where sent_at > $3::timestamptz - interval '1 hour') as hour, count(*) as day
      from account.sms_send
      where left(telephone, 7) = left($1, 7) and sent_at > $3::timestamptz - interval '1 day') p`,
);

const NOTE_SEND = statement(
  'account.note-send',
  'insert into account.sms_send (telephone, address, sent_at) values ($1, $2, $3)',
);

const PUT_CODE = statement(
  'account.put-code',
  `insert into account.sms_code (telephone, purpose, code_hash, tries_left, expires_at) values ($1, $2, $3, $4, $5)
   on conflict (telephone, purpose) do update set
     code_hash = excluded.code_hash, tries_left = excluded.tries_left, expires_at = excluded.expires_at`,
);

/** One try, whatever comes at the same time: each takes the row in turn and sees what the one before left. */
const TRY_CODE = statement<{ fits: boolean }>(
  'account.try-code',
  `update account.sms_code set tries_left = case when code_hash = $3 then 0 else tries_left - 1 end
   where telephone = $1 and purpose = $2 and tries_left > 0 and expires_at > $4
   returning code_hash = $3 as fits`,
);

const DROP_OLD_SENDS = statement(
  'account.drop-old-sends',
  "delete from account.sms_send where sent_at < $1::timestamptz - interval '2 days'",
);

const DROP_OLD_CODES = statement('account.drop-old-codes', 'delete from account.sms_code where expires_at < $1');

/** Waits until no other process counts sends; the turn ends with the transaction. */
export async function waitTurnToSend(db: Db): Promise<void> {
  await rows(db, WAIT_TURN);
}

export async function sentLately(db: Db, telephone: string, address: string, now: Date): Promise<SentLately> {
  const found = await row(db, SENT_LATELY, [telephone, address, now]);
  if (!found) throw new Error('counting gave nothing');
  return found;
}

/** Counts a send and puts the code in the place of the one before. */
export async function noteSend(
  db: Db,
  send: {
    telephone: string;
    address: string;
    purpose: SmsPurpose;
    codeHash: Buffer;
    tries: number;
    expiresAt: Date;
    now: Date;
  },
): Promise<void> {
  await rows(db, NOTE_SEND, [send.telephone, send.address, send.now]);
  await rows(db, PUT_CODE, [send.telephone, send.purpose, send.codeHash, send.tries, send.expiresAt]);
}

/** Whether a code fits; right or wrong it costs a try, and right it is used up. */
export async function tryCode(
  db: Db,
  tried: { telephone: string; purpose: SmsPurpose; codeHash: Buffer; now: Date },
): Promise<boolean> {
  return (await row(db, TRY_CODE, [tried.telephone, tried.purpose, tried.codeHash, tried.now]))?.fits ?? false;
}

export async function dropOldSends(db: Db, now: Date): Promise<void> {
  await rows(db, DROP_OLD_SENDS, [now]);
  await rows(db, DROP_OLD_CODES, [now]);
}
