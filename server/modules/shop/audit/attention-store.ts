import { type Db, row, statement } from '../../../core/db/db.ts';

/** The orders that finance staff should examine. */
export type Attention = {
  /** Orders that are paid, but whose coins could not be granted. */
  heldOrders: number;
  refusedRefunds: number;
  /** True notifications of payments that fit no order. */
  unmatchedNotifications: number;
  billDifferences: number;
  /** Bills that could not be read. */
  missingBills: number;
};

/** A grant that fails is tried again soon; after this time a person should look. */
const HELD_MS = 5 * 60 * 1000;
const RECENT_MS = 7 * 24 * 3600 * 1000;

const COUNT = statement<Attention, [heldSince: Date, recent: Date]>(
  'shop.attention',
  `select
     (select count(*) from shop.topup_order o join shop.payment p on p.order_id = o.id
       where o.state = 'paid' and p.state = 'held' and p.at < $1) as "heldOrders",
     (select count(*) from shop.refund where state = 'failed' and reason <> 'dispute' and created_at >= $2) as "refusedRefunds",
     (select count(*) from shop.notification where result <> 'accepted' and about is not null and last_at >= $2)
       as "unmatchedNotifications",
     (select count(*) from shop.bill_difference where day >= ($2::timestamptz at time zone 'Asia/Shanghai')::date)
       as "billDifferences",
     (select count(*) from shop.bill where try_at is not null and fault is not null) as "missingBills"`,
);

export async function countAttention(db: Db, now: Date): Promise<Attention> {
  const found = await row(db, COUNT, [new Date(now.getTime() - HELD_MS), new Date(now.getTime() - RECENT_MS)]);
  if (!found) throw new Error('counting returned no row');
  return found;
}
