import { allRows, firstRow, row, statement, type Tx } from '../../../core/db/db.ts';
import type { ChannelPayment } from '../channel.ts';

/** `held`: the grant failed and is tried again; `credited`: granted; `surplus`: to be refunded. */
export type PaymentState = 'held' | 'credited' | 'surplus';

export type Payment = {
  id: number;
  orderId: number;
  channel: string;
  transactionId: string;
  amount: number;
  /** The amount that is refunded or being refunded. */
  refunded: number;
  currency: string;
  state: PaymentState;
  paidAt: Date;
};

const COLUMNS = `p.id, p.order_id as "orderId", p.channel, p.transaction_id as "transactionId", p.amount, p.refunded,
  p.currency, p.state, p.paid_at as "paidAt"`;

export const findPayment = firstRow<Payment, [channel: string, transactionId: string]>(
  'shop.payment',
  `select ${COLUMNS} from shop.payment p where p.channel = $1 and p.transaction_id = $2`,
);

/** All payments of an order, oldest first. */
export const listPayments = allRows<Payment, [orderId: number]>(
  'shop.payments-of-order',
  `select ${COLUMNS} from shop.payment p where p.order_id = $1 order by p.id`,
);

const PUT = statement<
  { id: number },
  [
    orderId: number,
    channel: string,
    transactionId: string,
    amount: number,
    currency: string,
    state: PaymentState,
    paidAt: Date,
    at: Date,
  ]
>(
  'shop.put-payment',
  `insert into shop.payment as p (order_id, channel, transaction_id, amount, currency, state, paid_at, at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (channel, transaction_id) do update set state = excluded.state where p.order_id = $1 and p.state = 'held'
   returning id`,
);

/** Stores a payment of a locked order, or the new state of a held one. Returns its id; `null` if another order has it. */
export async function putPayment(
  tx: Tx,
  orderId: number,
  channel: string,
  payment: Omit<ChannelPayment, 'orderNo' | 'merchant' | 'app'>,
  state: PaymentState,
  now: Date,
): Promise<number | null> {
  const { transactionId, amount, currency, paidAt } = payment;
  const put = await row(tx, PUT, [orderId, channel, transactionId, amount, currency, state, paidAt, now]);
  return put?.id ?? null;
}
