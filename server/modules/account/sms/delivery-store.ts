import { allRows, type Db, execute, firstRow, rows, statement } from '../../../core/db/db.ts';
import type { SmsAttempt, SmsMessage, SmsOutcome, SmsReport } from './sender.ts';

/** A message that a gateway took, and its delivery. */
export type SmsDelivery = {
  id: number;
  telephone: string;
  purpose: SmsMessage['purpose'];
  sender: string;
  outcome: SmsOutcome;
  detail: string | null;
  messageId: string | null;
  report: SmsReport['state'] | null;
  reportDetail: string | null;
  /** When the gateway is queried next; `null`: never. */
  askAt: Date | null;
  at: Date;
};

const COLUMNS = `id, telephone, purpose, sender, outcome, detail, message_id as "messageId", report,
  report_detail as "reportDetail", ask_at as "askAt", sent_at as at`;

const NOTE = statement<
  never,
  [string, string, string, string, detail: string | null, messageId: string | null, askAt: Date | null, now: Date]
>(
  'account.note-delivery',
  `insert into account.sms_delivery (telephone, purpose, sender, outcome, detail, message_id, ask_at, sent_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

const DUE = statement<SmsDelivery & { messageId: string; asks: number }, [now: Date, limit: number]>(
  'account.due-reports',
  `select ${COLUMNS}, asks from account.sms_delivery where ask_at <= $1 and message_id is not null order by ask_at limit $2`,
);

const NOTE_REPORT = statement<never, [id: number, state: string | null, detail: string | null, askAt: Date | null]>(
  'account.note-report',
  'update account.sms_delivery set report = $2, report_detail = $3, ask_at = $4, asks = asks + 1 where id = $1',
);

/** The latest deliveries, newest first; of one phone if given. */
export const latestDeliveries = allRows<SmsDelivery, [telephone: string | null, limit: number]>(
  'account.latest-deliveries',
  `select ${COLUMNS} from account.sms_delivery where $1::text is null or telephone = $1 order by id desc limit $2`,
);

export const findDelivery = firstRow<SmsDelivery, [id: number]>(
  'account.find-delivery',
  `select ${COLUMNS} from account.sms_delivery where id = $1`,
);

const COUNT_DAY = statement<{ state: string; count: number }, [now: Date]>(
  'account.count-deliveries',
  `select coalesce(report, 'unreported') as state, count(*)::int as count from account.sms_delivery
   where outcome = 'sent' and sent_at > $1::timestamptz - interval '1 day' group by 1`,
);

export const dropOldDeliveries = execute<[now: Date]>(
  'account.drop-old-deliveries',
  "delete from account.sms_delivery where sent_at < $1::timestamptz - interval '7 days'",
);

export async function noteDelivery(
  db: Db,
  { telephone, purpose }: SmsMessage,
  { sender, outcome, detail, messageId, askAt }: SmsAttempt & { sender: string; askAt: Date | null },
  now: Date,
): Promise<void> {
  await rows(db, NOTE, [telephone, purpose, sender, outcome, detail ?? null, messageId ?? null, askAt, now]);
}

/** The deliveries whose query is due. */
export function dueReports(db: Db, now: Date, limit: number) {
  return rows(db, DUE, [now, limit]);
}

/** Stores the answer of a gateway (`null`: not known yet), and when to query again. */
export async function noteReport(db: Db, id: number, report: SmsReport | null, askAt: Date | null): Promise<void> {
  await rows(db, NOTE_REPORT, [id, report?.state ?? null, report?.detail ?? null, askAt]);
}

/** The number of messages of the last day that are `delivered`, `undelivered` and `unreported`. */
export async function countDeliveries(db: Db, now: Date): Promise<Record<string, number>> {
  const counts = await rows(db, COUNT_DAY, [now]);
  return {
    delivered: 0,
    undelivered: 0,
    unreported: 0,
    ...Object.fromEntries(counts.map((each) => [each.state, each.count])),
  };
}
