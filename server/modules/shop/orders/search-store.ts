import type { OrderState } from '#contract/order-shapes';
import { allRows, type Db, planned } from '../../../core/db/db.ts';

/** A state of an order, or a dispute that is not decided yet. */
export type SearchedState = OrderState | 'disputed';

/** `null`: no filter. `from` and `until`: when orders were made, without the end. */
export type OrderSearch = {
  /** A number of an order, a transaction or a refund, or a reader's id. */
  text: string | null;
  states: readonly SearchedState[] | null;
  readerId: number | null;
  channel: string | null;
  packageId: number | null;
  from: Date | null;
  until: Date | null;
};

export type FoundOrder = {
  id: number;
  no: string;
  readerId: number | null;
  title: string;
  /** The list price, in fen. */
  cashFen: number;
  amount: number;
  currency: string;
  coins: number;
  passDays: number;
  channel: string;
  state: OrderState;
  createdAt: Date;
  /** The amount that is refunded or being refunded. */
  refunded: number;
};

/** The sums of orders in one currency. `paid` and `refunded` count no second payment of an order. */
export type OrderSums = { currency: string; orders: number; payments: number; paid: number; refunded: number };

const IDS_OF_NUMBER = allRows<{ id: number }, [no: string]>(
  'shop.orders-of-number',
  `select id from shop.topup_order where no = $1 or no = upper($1)
   union select order_id from shop.payment where transaction_id = $1
   union select p.order_id from shop.refund r join shop.payment p on p.id = r.payment_id where r.no = $1 or r.no = upper($1)`,
);

const DISPUTED = `exists (select from shop.payment p join shop.refund r on r.payment_id = p.id
  where p.order_id = o.id and r.reason = 'dispute' and r.state = 'pending')`;

/** The reader's id if a text can be one. */
const READER_ID = /^[1-9]\d{0,14}$/;

type Conditions = { where: string; values: unknown[] };

async function conditionsOf(db: Db, search: OrderSearch): Promise<Conditions> {
  const { text, states, readerId, channel, packageId, from, until } = search;
  const conditions = ['true'];
  const values: unknown[] = [];
  const filled = (condition: string, value: unknown) => condition.replace('?', `$${values.push(value)}`);
  const add = (condition: string, value: unknown) => conditions.push(filled(condition, value));
  if (text !== null) {
    const ids = (await IDS_OF_NUMBER(db, text)).map(({ id }) => id);
    if (ids.length === 0 && READER_ID.test(text)) add('o.reader_id = ?', Number(text));
    else add('o.id = any(?::bigint[])', ids);
  }
  const ofState = (state: SearchedState) => (state === 'disputed' ? DISPUTED : filled('o.state = ?', state));
  if (states !== null) conditions.push(`(${states.map(ofState).join(' or ')})`);
  if (readerId !== null) add('o.reader_id = ?', readerId);
  if (channel !== null) add('o.channel = ?', channel);
  if (packageId !== null) add('o.package_id = ?', packageId);
  if (from !== null) add('o.created_at >= ?', from);
  if (until !== null) add('o.created_at < ?', until);
  return { where: conditions.join(' and '), values };
}

/** The orders that a search finds, latest first; `before`: the last order of the previous page, null for the first one. */
export async function findOrders(
  db: Db,
  search: OrderSearch,
  before: Pick<FoundOrder, 'createdAt' | 'id'> | null,
  size: number,
): Promise<FoundOrder[]> {
  const { where, values } = await conditionsOf(db, search);
  const [at, id, most] = [1, 2, 3].map((more) => `$${values.length + more}`);
  return planned<FoundOrder>(
    db,
    `select o.id, o.no, o.reader_id as "readerId", o.title, o.cash_fen as "cashFen", o.amount, o.currency, o.coins, o.pass_days as "passDays", o.channel, o.state,
       o.created_at as "createdAt",
       coalesce((select sum(p.refunded) from shop.payment p where p.order_id = o.id and p.state <> 'surplus'), 0)::bigint as refunded
     from shop.topup_order o where ${where} and (o.created_at, o.id) < (${at}::timestamptz, ${id}::bigint)
     order by o.created_at desc, o.id desc limit ${most}`,
    [...values, before?.createdAt ?? 'infinity', before?.id ?? 0, size],
  );
}

/** The sums of all orders that a search finds, by currency. */
export async function sumOrders(db: Db, search: OrderSearch): Promise<OrderSums[]> {
  const { where, values } = await conditionsOf(db, search);
  return planned<OrderSums>(
    db,
    `select o.currency, count(*) as orders, count(p.id) as payments, coalesce(sum(p.amount), 0)::bigint as paid,
       coalesce(sum(p.refunded), 0)::bigint as refunded
     from shop.topup_order o left join shop.payment p on p.order_id = o.id and p.state in ('held', 'credited')
     where ${where} group by o.currency order by o.currency`,
    values,
  );
}

/** The channels that orders have. Reads one index entry for each. */
export const listOrderedChannels = allRows<{ channel: string }, []>(
  'shop.ordered-channels',
  `with recursive found as (
     (select channel from shop.topup_order order by channel limit 1)
     union all
     select (select o.channel from shop.topup_order o where o.channel > f.channel order by o.channel limit 1)
     from found f where f.channel is not null
   ) select channel from found where channel is not null`,
);

/** The packages that orders have, with the latest title of each. */
export const listOrderedPackages = allRows<{ id: number; title: string }, []>(
  'shop.ordered-packages',
  `with recursive found as (
     (select package_id as id from shop.topup_order order by package_id limit 1)
     union all
     select (select o.package_id from shop.topup_order o where o.package_id > f.id order by o.package_id limit 1)
     from found f where f.id is not null
   ) select f.id, (select o.title from shop.topup_order o where o.package_id = f.id order by o.created_at desc, o.id desc limit 1) as title
   from found f where f.id is not null`,
);
