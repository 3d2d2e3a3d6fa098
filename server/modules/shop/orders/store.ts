import type { NextStep, OrderState } from '#contract/order-shapes';
import {
  allRows,
  type Db,
  execute,
  firstRow,
  firstValue,
  hasRow,
  row,
  rows,
  statement,
  type Tx,
  valueOr,
} from '../../../core/db/db.ts';
import type { CreatedTrade, Scene } from '../channel.ts';

export type Order = {
  id: number;
  no: string;
  /** `null` after the reader is erased. */
  readerId: number | null;
  request: Buffer;
  title: string;
  /** The listed price, which all limits and sums use; the channel takes `amount` in `currency`. */
  cashFen: number;
  amount: number;
  currency: string;
  /** 0 if days of 月卡 are bought instead. */
  coins: number;
  /** 0 if coins are bought. */
  passDays: number;
  bonus: number;
  firstBonus: number;
  /** `null` until granted. */
  grantedBonus: number | null;
  channel: string;
  scene: Scene;
  back: string;
  reference: string | null;
  next: NextStep | null;
  /** When the step expires; `null`: together with the order. */
  nextUntil: Date | null;
  state: OrderState;
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
  grantedAt: Date | null;
  closedAt: Date | null;
  looks: number;
  /** When the upkeep checks the order again; `null`: never. */
  lookAt: Date | null;
};

export type NewOrder = Pick<
  Order,
  | 'no'
  | 'request'
  | 'title'
  | 'cashFen'
  | 'amount'
  | 'currency'
  | 'coins'
  | 'passDays'
  | 'bonus'
  | 'firstBonus'
  | 'channel'
  | 'scene'
  | 'back'
> & { readerId: number; key: string; packageId: number; createdAt: Date; expiresAt: Date; lookAt: Date };

/** The columns of an `Order`, selected from `shop.topup_order o`. */
export const ORDER_COLUMNS = `o.id, o.no, o.reader_id as "readerId", o.request, o.title, o.cash_fen as "cashFen", o.amount, o.currency, o.coins, o.pass_days as "passDays", o.bonus,
  o.first_bonus as "firstBonus", o.granted_bonus as "grantedBonus", o.channel, o.scene, o.back, o.reference, o.next,
  o.next_until as "nextUntil", o.state,
  o.created_at as "createdAt", o.expires_at as "expiresAt", o.paid_at as "paidAt", o.granted_at as "grantedAt",
  o.closed_at as "closedAt", o.looks,
  o.look_at as "lookAt"`;
type Committed = { paid: number; unpaid: number };

/** The first page starts before an id that no order has. */
const FIRST_PAGE = Number.MAX_SAFE_INTEGER;

const ADD = statement<Order, [order: string, request: Buffer]>(
  'shop.add-order',
  `insert into shop.topup_order as o (no, reader_id, key, request, package_id, title, cash_fen, amount, currency, coins, pass_days, bonus,
     first_bonus, channel, scene, back, state, created_at, expires_at, look_at)
   select n.no, n."readerId", n.key, $2, n."packageId", n.title, n."cashFen", n.amount, n.currency, n.coins, n."passDays", n.bonus,
     n."firstBonus", n.channel, n.scene, n.back, 'created', n."createdAt", n."expiresAt", n."lookAt"
   from jsonb_to_record($1::jsonb) as n (no text, "readerId" bigint, key text, "packageId" bigint, title text, "cashFen" bigint,
     amount bigint, currency text, coins bigint, "passDays" integer, bonus bigint, "firstBonus" bigint, channel text, scene text, back text,
     "createdAt" timestamptz, "expiresAt" timestamptz, "lookAt" timestamptz)
   returning ${ORDER_COLUMNS}`,
);

export const findOrderByKey = firstRow<Order, [readerId: number, key: string]>(
  'shop.order-by-key',
  `select ${ORDER_COLUMNS} from shop.topup_order o where o.reader_id = $1 and o.key = $2`,
);

export const findOrder = firstRow<Order, [no: string]>(
  'shop.order-by-number',
  `select ${ORDER_COLUMNS} from shop.topup_order o where o.no = $1`,
);

export const findOrderById = firstRow<Order, [id: number]>(
  'shop.order-by-id',
  `select ${ORDER_COLUMNS} from shop.topup_order o where o.id = $1`,
);

const LOCK = statement<Order, [id: number]>(
  'shop.lock-order',
  `select ${ORDER_COLUMNS} from shop.topup_order o where o.id = $1 for no key update`,
);

const OF_READER = statement<Order, [readerId: number, before: number, size: number]>(
  'shop.orders-of-reader',
  `select ${ORDER_COLUMNS} from shop.topup_order o where o.reader_id = $1 and o.id < $2 order by o.id desc limit $3`,
);

/** Payments of today count, even if they were ordered yesterday. Otherwise the limit could be used twice around midnight. */
const COMMITTED = statement<Committed, [readerId: number, dayStart: Date, now: Date]>(
  'shop.committed-fen',
  `select coalesce(sum(cash_fen) filter (where state <> 'created'), 0)::bigint as paid,
     coalesce(sum(cash_fen) filter (where state = 'created'), 0)::bigint as unpaid
   from shop.topup_order
   where reader_id = $1 and ((state = 'created' and expires_at > $3) or (state in ('paid', 'granted') and paid_at >= $2))`,
);

/** Two concurrent calls that created the trade both return the step of the first. An expired step is replaced. */
const KEEP_NEXT = statement<
  { next: NextStep },
  [id: number, next: string, reference: string | null, until: Date | null, now: Date]
>(
  'shop.keep-next-step',
  `update shop.topup_order set reference = coalesce(reference, $3), unanswered_at = null,
     next = case when next_until <= $5 then $2::jsonb else coalesce(next, $2::jsonb) end,
     next_until = case when next is null or next_until <= $5 then $4 else next_until end
   where id = $1 returning next`,
);

/** Takes orders that are due for a check. Other nodes take them only after `until`. */
export const takeDueOrders = allRows<Order, [now: Date, until: Date, size: number]>(
  'shop.take-orders-to-look-at',
  `update shop.topup_order o set look_at = $2, looks = o.looks + 1
   where o.id in (select id from shop.topup_order where look_at <= $1 order by look_at limit $3 for no key update skip locked)
   returning ${ORDER_COLUMNS}`,
);

/** Sets when an unpaid order is checked again; `null`: never. */
export const lookAgain = execute<[id: number, at: Date | null]>(
  'shop.look-again',
  `update shop.topup_order set look_at = $2 where id = $1 and state in ('created', 'closed')`,
);

/** Closes an unpaid order; `lookAt`: when to try again to close it at the channel. */
export const closeOrder = execute<[id: number, at: Date, lookAt: Date | null]>(
  'shop.close-order',
  `update shop.topup_order set state = 'closed', closed_at = coalesce(closed_at, $2), look_at = $3
   where id = $1 and state in ('created', 'closed')`,
);

export const markGranted = execute<[id: number, grantedBonus: number, at: Date], Tx>(
  'shop.grant-order',
  `update shop.topup_order set state = 'granted', granted_bonus = $2, granted_at = $3, paid_at = coalesce(paid_at, $3),
     look_at = null where id = $1`,
);

/** Marks an order as paid but not granted yet. */
export const markPaid = execute<[id: number, at: Date, lookAt: Date | null], Tx>(
  'shop.hold-order',
  `update shop.topup_order set state = 'paid', paid_at = coalesce(paid_at, $2), look_at = $3 where id = $1`,
);

export const markRefunded = execute<[id: number], Tx>(
  'shop.order-refunded',
  `update shop.topup_order set state = 'refunded', look_at = null where id = $1`,
);

/** The orders of this channel that are not decided yet, also those that are closed here and could be paid there, and refunds. */
export const countOpenOrders = firstValue<{ count: number }, [channel: string]>(
  'shop.count-open-orders',
  `select count(*) as count from (
     select id from shop.topup_order where channel = $1 and state in ('created', 'paid')
     union
     select id from shop.topup_order where channel = $1 and look_at is not null and next is not null
     union
     select p.order_id from shop.refund r join shop.payment p on p.id = r.payment_id
     where r.try_at is not null and p.channel = $1) open`,
);

const COUNT = statement<{ state: OrderState; count: number }, []>(
  'shop.count-orders',
  'select state, count(*) as count from shop.topup_order group by state',
);

export async function addOrder(tx: Tx, { request, ...order }: NewOrder): Promise<Order> {
  const added = await row(tx, ADD, [JSON.stringify(order), request]);
  if (!added) throw new Error('an order was inserted without an id');
  return added;
}

/** Locks an order for this transaction, which must have locked its reader before. */
export async function lockOrder(tx: Tx, id: number): Promise<Order> {
  const found = await row(tx, LOCK, [id]);
  if (!found) throw new Error('an order is gone');
  return found;
}

/** The orders of a reader, latest first; `before`: the last id of the previous page. */
export function listOrdersOf(db: Db, readerId: number, before: number | null, size: number): Promise<Order[]> {
  return rows(db, OF_READER, [readerId, before ?? FIRST_PAGE, size]);
}

/** Whether an order of coins of the reader was ever granted. */
export const hasGrantedOrder = valueOr<{ has: boolean }, [readerId: number]>(
  'shop.has-granted-order',
  'select exists (select from shop.topup_order where reader_id = $1 and granted_at is not null and coins > 0) as has',
  false,
);

/** The amount that the reader has paid since the start of the day, and the sum of open orders, in fen. */
export async function sumCommitted(db: Db, readerId: number, dayStart: Date, now: Date): Promise<Committed> {
  return (await row(db, COMMITTED, [readerId, dayStart, now])) ?? { paid: 0, unpaid: 0 };
}

/** Stores the next step unless there is a valid one; returns the valid one. */
export async function keepNext(
  db: Db,
  id: number,
  { next, reference, nextUntil }: CreatedTrade,
  now: Date,
): Promise<NextStep> {
  const found = await row(db, KEEP_NEXT, [id, JSON.stringify(next), reference, nextUntil ?? null, now]);
  if (!found) throw new Error('an order is gone');
  return found.next;
}

/** Whether this check of an order can query the channel; `false` if another one has done so since `notSince`. */
export const takeQuery = hasRow<{ id: number }, [id: number, now: Date, notSince: Date]>(
  'shop.take-query',
  `update shop.topup_order set queried_at = $2
   where id = $1 and (queried_at is null or queried_at <= $3 or queried_at > $2::timestamptz + interval '1 minute')
   returning id`,
);

export async function countOrders(db: Db): Promise<Map<OrderState, number>> {
  return new Map((await rows(db, COUNT)).map(({ state, count }) => [state, count]));
}

/** Whether any reader's order was ever paid and granted. */
export const hasAnyGrantedOrder = valueOr<{ granted: boolean }, []>(
  'shop.has-any-granted-order',
  'select exists (select from shop.topup_order where granted_at is not null) as granted',
  false,
);
