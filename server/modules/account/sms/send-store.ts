import { type Db, execute, row, rows, statement, type Tx, valueOr } from '../../../core/db/db.ts';
import type { Networks } from './networks.ts';

/** An arbitrary number, the same in every process: sends are counted one at a time. */
const LOCK = 7_205_011;

export type HourAndDay = { hour: number; day: number };

/** Earlier messages: the newest times for the phone; counts by origin and prefix. */
export type SentLately = {
  toPhone: Date[];
  toPhoneByRequester: Date[];
  toPhoneFromNetwork: Date[];
  toPrefix: HourAndDay;
  fromHost: HourAndDay;
  fromBlock: HourAndDay;
  fromNetwork: HourAndDay;
  /** `today` = since midnight in Shanghai; `dayBefore` = in the 24 hours before the last one. */
  all: { today: number; hour: number; dayBefore: number };
};

/** A request for a message; `requester` and `from` are null for a notice. */
export type SendRequest = { telephone: string; requester: Buffer | null; from: Networks | null };

/** The values of a `SendRequest`: $1 to $5. */
type WishParams = [
  telephone: string,
  requester: Buffer | null,
  host: string | null,
  block: string | null,
  network: string | null,
];

/** Locks the counting of sends until the end of the transaction. */
export const lockSending = execute<[], Tx>('account.lock-sending', `select pg_advisory_xact_lock(${LOCK})`);

const HOUR = "$6::timestamptz - interval '1 hour'";
const DAY = "$6::timestamptz - interval '1 day'";
/** Times in the future come from a wrong clock. They must not delay anybody. */
const LATELY = `sent_at > ${DAY} and sent_at < $6::timestamptz + interval '1 hour'`;
const newest = (which: string, limit: number) =>
  `array(select sent_at from account.sms_send where telephone = $1 and ${which} and ${LATELY}
         order by sent_at desc limit ${limit})`;
const counted = (which: string) =>
  `(select json_build_object('hour', count(*) filter (where sent_at > ${HOUR}), 'day', count(*))
    from account.sms_send where ${which} and ${LATELY})`;

const SENT_LATELY = statement<SentLately, [...WishParams, now: Date]>(
  'account.sent-lately',
  `select ${newest('true', 40)} as "toPhone", ${newest('requester = $2', 10)} as "toPhoneByRequester",
     ${newest('network = $5', 16)} as "toPhoneFromNetwork",
     ${counted('left(telephone, 7) = left($1, 7)')} as "toPrefix", ${counted('address = $3')} as "fromHost",
     ${counted('block = $4')} as "fromBlock", ${counted('network = $5')} as "fromNetwork",
     (select json_build_object(
        'today', count(*) filter (where sent_at >= date_trunc('day', $6::timestamptz, 'Asia/Shanghai')),
        'hour', count(*) filter (where sent_at > ${HOUR}),
        'dayBefore', count(*) filter (where sent_at <= ${HOUR}))
      from account.sms_send where sent and sent_at > ${DAY} - interval '1 hour') as "all"`,
);

const NOTE_SEND = statement<never, [...WishParams, sent: boolean, now: Date]>(
  'account.note-send',
  `insert into account.sms_send (telephone, requester, address, block, network, sent, sent_at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

export const dropOldSends = execute<[now: Date]>(
  'account.drop-old-sends',
  "delete from account.sms_send where sent_at < $1::timestamptz - interval '2 days'",
);

export async function sentLately(db: Db, wish: SendRequest, now: Date): Promise<SentLately> {
  const found = await row(db, SENT_LATELY, [...valuesOf(wish), now]);
  if (!found) throw new Error('counting gave nothing');
  return found;
}

/** How many messages of this day count towards the budget. */
export const countSentToday = valueOr<{ sent: number }, [now: Date]>(
  'account.sent-today',
  `select count(*)::int as sent from account.sms_send
   where sent and sent_at >= date_trunc('day', $1::timestamptz, 'Asia/Shanghai')`,
  0,
);

/** Counts a request; `sent` = it also counts towards the budget. */
export async function noteSend(db: Db, wish: SendRequest, sent: boolean, now: Date): Promise<void> {
  await rows(db, NOTE_SEND, [...valuesOf(wish), sent, now]);
}

function valuesOf({ telephone, requester, from }: SendRequest): WishParams {
  return [telephone, requester, from?.host ?? null, from?.block ?? null, from?.network ?? null];
}
