import { allRows, type Db, firstRow, row, rows, statement, type Tx } from '../../../core/db/db.ts';
import type { BillLine } from '../channel.ts';
import type { Difference, DifferenceClass, Movement } from './compare.ts';

export type BillState = 'awaited' | 'read' | 'matched' | 'different';

/** The bill of one day of a channel. */
export type Bill = {
  channel: string;
  day: string;
  state: BillState;
  tries: number;
  fault: string | null;
  payments: number;
  refunds: number;
  matched: number;
  recovered: number;
};

const COLUMNS = `b.channel, b.day::text as day, b.state, b.tries, b.fault, b.payments, b.refunds, b.matched, b.recovered`;

/** Its lines are those of the last read. */
const PUT = statement<never, [channel: string, day: string]>(
  'shop.put-bill',
  `insert into shop.bill (channel, day, state) values ($1, $2::date, 'read')
   on conflict (channel, day) do update set state = case shop.bill.state when 'awaited' then 'read' else shop.bill.state end`,
);

const DROP_LINES = statement<never, [channel: string, day: string]>(
  'shop.drop-bill-lines',
  'delete from shop.bill_line where channel = $1 and day = $2::date',
);

const ADD_LINES = statement<never, [channel: string, day: string, lines: string]>(
  'shop.add-bill-lines',
  `insert into shop.bill_line (channel, day, line, kind, no, order_no, transaction_id, amount, fee, currency, at)
   select $1, $2::date, l.line, case when l."refundNo" is null then 'payment' else 'refund' end,
     coalesce(l."refundNo", l."transactionId"), l."orderNo", l."transactionId", l.amount, l.fee, l.currency, l.at
   from rows from (jsonb_to_recordset($3::jsonb) as (
     "orderNo" text, "transactionId" text, "refundNo" text, amount bigint, fee bigint, currency text, at timestamptz)
   ) with ordinality as l ("orderNo", "transactionId", "refundNo", amount, fee, currency, at, line)`,
);

const COUNT_LINES = statement<never, [channel: string, day: string]>(
  'shop.count-bill',
  `update shop.bill b set payments = s.payments, refunds = s.refunds
   from (select count(*) filter (where kind = 'payment') as payments, count(*) filter (where kind = 'refund') as refunds
     from shop.bill_line where channel = $1 and day = $2::date) s
   where b.channel = $1 and b.day = $2::date`,
);

export const findBill = firstRow<Bill, [channel: string, day: string]>(
  'shop.bill',
  `select ${COLUMNS} from shop.bill b where b.channel = $1 and b.day = $2::date`,
);

const NAMED = statement<{ no: string; currency: string }, [channel: string, numbers: string[]]>(
  'shop.numbers-in-bills',
  'select distinct no, currency from shop.bill_line where channel = $1 and no = any($2)',
);

/** Our records of the day, and those that the bill of the day names. */
const OURS = statement<Movement, [channel: string, from: Date, to: Date, numbers: string[]]>(
  'shop.movements',
  `select 'payment' as kind, p.transaction_id as no, o.no as "orderNo", p.amount, p.currency, p.paid_at as at
   from shop.payment p join shop.topup_order o on o.id = p.order_id
   where p.channel = $1 and ((p.paid_at >= $2 and p.paid_at < $3) or p.transaction_id = any($4))
   union all
   select 'refund', r.no, o.no, r.amount, p.currency, coalesce(r.done_at, r.created_at)
   from shop.refund r join shop.payment p on p.id = r.payment_id join shop.topup_order o on o.id = p.order_id
   where p.channel = $1 and ((r.state = 'done' and r.done_at >= $2 and r.done_at < $3) or r.no = any($4))`,
);

const DROP_DIFFERENCES = statement<never, [channel: string, day: string]>(
  'shop.drop-bill-differences',
  'delete from shop.bill_difference where channel = $1 and day = $2::date',
);

const ADD_DIFFERENCES = statement<never, [channel: string, day: string, differences: string]>(
  'shop.add-bill-differences',
  `insert into shop.bill_difference (channel, day, kind, no, class, order_no, our_amount, their_amount, currency, at)
   select $1, $2::date, d.kind, d.no, d.class, d."orderNo", d."ourAmount", d."theirAmount", d.currency, d.at
   from jsonb_to_recordset($3::jsonb) as d (kind text, no text, class text, "orderNo" text, "ourAmount" bigint, "theirAmount" bigint, currency text, at timestamptz)`,
);

export const listDifferences = allRows<Difference, [channel: string, day: string]>(
  'shop.bill-differences',
  `select kind, no, class, order_no as "orderNo", our_amount as "ourAmount", their_amount as "theirAmount", currency, at
   from shop.bill_difference where channel = $1 and day = $2::date order by at, no`,
);

const END = statement<
  Bill,
  [
    channel: string,
    day: string,
    state: 'matched' | 'different',
    matched: number,
    recovered: number,
    now: Date,
    tryAt: Date | null,
  ]
>(
  'shop.end-bill',
  `update shop.bill b set state = $3, matched = $4, recovered = recovered + $5, reconciled_at = $6, try_at = $7, fault = null
   where channel = $1 and day = $2::date returning ${COLUMNS}`,
);

const COUNT = statement<{ class: DifferenceClass; count: number }, [since: string]>(
  'shop.count-bill-differences',
  'select class, count(*) as count from shop.bill_difference where day >= $1::date group by class',
);

/** Stores the bill of a day and replaces an earlier one. */
export async function keepBill(tx: Tx, channel: string, day: string, lines: readonly BillLine[]): Promise<void> {
  await rows(tx, PUT, [channel, day]);
  await rows(tx, DROP_LINES, [channel, day]);
  if (lines.length > 0) await rows(tx, ADD_LINES, [channel, day, JSON.stringify(lines)]);
  await rows(tx, COUNT_LINES, [channel, day]);
}

/** The numbers among these that any bill of the channel has, with their currencies. */
export function numbersInBills(
  db: Db,
  channel: string,
  numbers: readonly string[],
): Promise<{ no: string; currency: string }[]> {
  return rows(db, NAMED, [channel, [...numbers]]);
}

/** Our payments and finished refunds in a period, and those with these numbers. */
export function listMovements(
  db: Db,
  channel: string,
  { from, to }: { from: Date; to: Date },
  numbers: readonly string[],
): Promise<Movement[]> {
  return rows(db, OURS, [channel, from, to, [...numbers]]);
}

/** Stores the result of the comparison of a day; `tryAt`: when to compare again. */
export async function endBill(
  tx: Tx,
  { channel, day }: Pick<Bill, 'channel' | 'day'>,
  compared: { matched: number; recovered: number; differences: readonly Difference[]; tryAt: Date | null },
  now: Date,
): Promise<Bill> {
  const { matched, recovered, differences, tryAt } = compared;
  const state = differences.length === 0 ? 'matched' : 'different';
  const ended = await row(tx, END, [channel, day, state, matched, recovered, now, tryAt]);
  if (!ended) throw new Error('a bill is gone');
  await rows(tx, DROP_DIFFERENCES, [channel, day]);
  if (differences.length > 0) await rows(tx, ADD_DIFFERENCES, [channel, day, JSON.stringify(differences)]);
  return ended;
}

export async function countDifferences(db: Db, since: string): Promise<Map<DifferenceClass, number>> {
  return new Map((await rows(db, COUNT, [since])).map((counted) => [counted.class, counted.count]));
}
