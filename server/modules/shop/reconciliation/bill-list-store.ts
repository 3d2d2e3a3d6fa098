import { allRows } from '../../../core/db/db.ts';
import type { BillState } from './bill-store.ts';
import type { BillSums } from './bill-sums.ts';

export type ListedBill = {
  channel: string;
  day: string;
  state: BillState;
  /** Why it could not be read; null if it was. */
  fault: string | null;
  payments: number;
  refunds: number;
  matched: number;
  recovered: number;
  differences: number;
  reconciledAt: Date | null;
};

/** The bills of a period of days, both included, the latest first. Not those that are only read for the day beside. */
export const listBills = allRows<ListedBill, [from: string, to: string]>(
  'shop.bills',
  `select b.channel, b.day::text as day, b.state, b.fault, b.payments, b.refunds, b.matched, b.recovered,
     (select count(*) from shop.bill_difference d where d.channel = b.channel and d.day = b.day) as differences,
     b.reconciled_at as "reconciledAt"
   from shop.bill b where b.day >= $1::date and b.day <= $2::date and b.state <> 'read'
   order by b.day desc, b.channel`,
);

/** The sums of a stored bill, by currency. */
export const sumBill = allRows<BillSums, [channel: string, day: string]>(
  'shop.bill-sums',
  `select currency, count(*) filter (where kind = 'payment') as payments,
     coalesce(sum(amount) filter (where kind = 'payment'), 0)::bigint as paid,
     count(*) filter (where kind = 'refund') as refunds,
     coalesce(sum(amount) filter (where kind = 'refund'), 0)::bigint as refunded, coalesce(sum(fee), 0)::bigint as fee
   from shop.bill_line where channel = $1 and day = $2::date group by currency order by currency`,
);

/** When a channel took money last, and its last bill that was compared. */
export type ChannelActivity = {
  channel: string;
  lastPaidAt: Date | null;
  billDay: string | null;
  differences: number;
};

export const listChannelActivity = allRows<ChannelActivity, [channels: readonly string[]]>(
  'shop.channel-activity',
  `select c.channel, (select max(p.paid_at) from shop.payment p where p.channel = c.channel) as "lastPaidAt",
     b.day::text as "billDay",
     (select count(*) from shop.bill_difference d where d.channel = c.channel and d.day = b.day) as differences
   from unnest($1::text[]) c (channel)
   left join lateral (
     select day from shop.bill where channel = c.channel and reconciled_at is not null order by day desc limit 1
   ) b on true`,
);
