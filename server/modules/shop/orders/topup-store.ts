import { allRows, type Db, rows, statement } from '../../../core/db/db.ts';

/** `cashFen`: by the listed prices. */
export type TopupSums = { readerId: number | null; topups: number; cashFen: number };

/** The amounts that channels took and refunded, in the smallest unit of the currency. */
export type TakenSums = { currency: string; topups: number; amount: number; refunds: number; refunded: number };

/** `refundedFen`: also by the listed prices, so that the two can be subtracted. */
export type RefundSums = { readerId: number | null; refunds: number; refundedFen: number };

export type PayerSums = TopupSums & RefundSums & { readerId: number };

/** Refunds of granted orders. A second payment of an order never counts as a top-up. */
const REFUNDED = `r.state = 'done' and p.state = 'credited' and r.done_at >= $1 and r.done_at < $2`;
const REFUNDED_FEN = 'round(o.cash_fen * r.amount::numeric / o.amount)';

/** The top-ups of each reader in a period, by when they were granted. Erased readers have one row together. */
export const sumTopupsByReader = allRows<TopupSums, [from: Date, to: Date]>(
  'shop.topups-by-reader',
  `select reader_id as "readerId", count(*) as topups, sum(cash_fen)::bigint as "cashFen" from shop.topup_order
   where granted_at >= $1 and granted_at < $2 group by reader_id`,
);

/** The same by currency. */
export const sumTakenByCurrency = allRows<TakenSums, [from: Date, to: Date]>(
  'shop.topups-by-currency',
  `select currency, coalesce(sum(topups), 0)::bigint as topups, coalesce(sum(amount), 0)::bigint as amount,
     coalesce(sum(refunds), 0)::bigint as refunds, coalesce(sum(refunded), 0)::bigint as refunded
   from (
     select currency, 1 as topups, amount, 0 as refunds, 0 as refunded from shop.topup_order
     where granted_at >= $1 and granted_at < $2
     union all
     select p.currency, 0, 0, 1, r.amount from shop.refund r join shop.payment p on p.id = r.payment_id
     where ${REFUNDED}
   ) moved group by currency order by currency`,
);

/** The refunds of each reader in a period, by when they were done. Erased readers have one row together. */
export const sumRefundsByReader = allRows<RefundSums, [from: Date, to: Date]>(
  'shop.refunds-by-reader',
  `select o.reader_id as "readerId", count(*) as refunds, sum(${REFUNDED_FEN})::bigint as "refundedFen"
   from shop.refund r join shop.payment p on p.id = r.payment_id join shop.topup_order o on o.id = p.order_id
   where ${REFUNDED} group by o.reader_id`,
);

/** The readers who paid most, after refunds, without erased readers. */
export const listBiggestPayers = allRows<PayerSums, [from: Date, to: Date, most: number]>(
  'shop.biggest-payers',
  `select "readerId", sum(topups)::bigint as topups, sum("cashFen")::bigint as "cashFen",
     sum(refunds)::bigint as refunds, sum("refundedFen")::bigint as "refundedFen"
   from (
     select reader_id as "readerId", 1 as topups, cash_fen as "cashFen", 0 as refunds, 0 as "refundedFen"
     from shop.topup_order where granted_at >= $1 and granted_at < $2
     union all
     select o.reader_id, 0, 0, 1, ${REFUNDED_FEN}
     from shop.refund r join shop.payment p on p.id = r.payment_id join shop.topup_order o on o.id = p.order_id
     where ${REFUNDED}
   ) moved where "readerId" is not null
   group by "readerId" having sum("cashFen") > 0
   order by sum("cashFen") - sum("refundedFen") desc, "readerId" limit $3`,
);

const PAYERS_BY_MONTH = statement<{ month: string; payers: number }, [from: Date, to: Date]>(
  'shop.payers-by-month',
  `select to_char(granted_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, count(distinct reader_id) as payers
   from shop.topup_order where granted_at >= $1 and granted_at < $2 group by 1`,
);

/** The number of readers who topped up in each month (Asia/Shanghai). */
export async function countPayersByMonth(db: Db, from: Date, to: Date): Promise<Map<string, number>> {
  return new Map((await rows(db, PAYERS_BY_MONTH, [from, to])).map(({ month, payers }) => [month, payers]));
}
