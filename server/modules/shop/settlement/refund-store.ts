import { type Db, row, rows, statement, type Tx } from '../../../core/db.ts';
import type { ChannelRefund } from '../channel.ts';

export type RefundReason = 'paid-twice' | 'reader-gone';

export type Refund = {
  id: number;
  no: string;
  paymentId: number;
  cashFen: number;
  reason: RefundReason;
  state: 'pending' | 'done' | 'failed';
  tries: number;
};

/** A refund with all that its channel has to know. */
export type DueRefund = Refund & Omit<ChannelRefund, 'refundNo'> & { orderId: number; channel: string };

const COLUMNS = 'r.id, r.no, r.payment_id as "paymentId", r.cash_fen as "cashFen", r.reason, r.state, r.tries';

const ADD = statement<unknown, [no: string, paymentId: number, cashFen: number, reason: RefundReason, now: Date]>(
  'shop.add-refund',
  `insert into shop.refund (no, payment_id, cash_fen, reason, state, try_at, created_at)
   values ($1, $2, $3, $4, 'pending', $5, $5)`,
);

const TAKE_DUE = statement<DueRefund, [now: Date, until: Date, size: number]>(
  'shop.take-due-refunds',
  `with due as (
     select id from shop.refund where try_at <= $1 order by try_at limit $3 for no key update skip locked
   ), r as (
     update shop.refund set try_at = $2, tries = tries + 1 where id in (select id from due) returning *
   )
   select ${COLUMNS}, o.id as "orderId", o.no as "orderNo", o.reference, p.channel, p.transaction_id as "transactionId",
     p.cash_fen as "paidFen", p.currency
   from r join shop.payment p on p.id = r.payment_id join shop.topup_order o on o.id = p.order_id`,
);

const FIND = statement<{ orderId: number }, [no: string]>(
  'shop.order-of-refund',
  `select p.order_id as "orderId" from shop.refund r join shop.payment p on p.id = r.payment_id where r.no = $1`,
);

const END = statement<{ id: number }, [no: string, state: 'done' | 'failed', now: Date]>(
  'shop.end-refund',
  `update shop.refund set state = $2, try_at = null, done_at = case when $2 = 'done' then $3::timestamptz end
   where no = $1 and state <> 'done' and state <> $2 returning id`,
);

const TRY_AGAIN = statement<unknown, [id: number, at: Date]>(
  'shop.try-refund-again',
  `update shop.refund set try_at = $2 where id = $1 and state = 'pending'`,
);

const OF_ORDER = statement<Refund & { at: Date; doneAt: Date | null }, [orderId: number]>(
  'shop.refunds-of-order',
  `select ${COLUMNS}, r.created_at as at, r.done_at as "doneAt"
   from shop.refund r join shop.payment p on p.id = r.payment_id where p.order_id = $1 order by r.id`,
);

/** To be given back as soon as can be. Its number is made of that of the order, and so is the same whoever makes it. */
export async function addRefund(
  tx: Tx,
  refund: { no: string; paymentId: number; cashFen: number; reason: RefundReason },
  now: Date,
): Promise<void> {
  await rows(tx, ADD, [refund.no, refund.paymentId, refund.cashFen, refund.reason, now]);
}

/** Takes the refunds that are to be tried; other nodes take them again only after `until`. */
export function takeDueRefunds(db: Db, now: Date, until: Date, size: number): Promise<DueRefund[]> {
  return rows(db, TAKE_DUE, [now, until, size]);
}

export async function findOrderOfRefund(db: Db, no: string): Promise<number | null> {
  return (await row(db, FIND, [no]))?.orderId ?? null;
}

/** Records how a refund ended; false if that is known. What is done stays done. */
export async function endRefund(tx: Tx, no: string, state: 'done' | 'failed', now: Date): Promise<boolean> {
  return (await row(tx, END, [no, state, now])) !== null;
}

export async function tryRefundAgain(db: Db, id: number, at: Date): Promise<void> {
  await rows(db, TRY_AGAIN, [id, at]);
}

export function listRefunds(db: Db, orderId: number): Promise<(Refund & { at: Date; doneAt: Date | null })[]> {
  return rows(db, OF_ORDER, [orderId]);
}
