import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { row, rows, statement, transaction } from '../../core/db/db.ts';
import type { BillLine } from './channel.ts';

type State = 'open' | 'paid' | 'closed';

/** An order at the sandbox. */
export type SandboxTrade = { orderNo: string; title: string; amount: number; expiresAt: Date; state: State };

export type SandboxPayment = { transactionId: string; orderNo: string; amount: number; paidAt: Date };

const AT_ONCE = 20;
const PAYMENT = 'id as "transactionId", order_no as "orderNo", amount, at as "paidAt"';

const OPEN = statement<{ key: string }, [orderNo: string, newKey: string]>(
  'shop.open-sandbox-trade',
  `insert into shop.sandbox_trade (order_no, cashier_key, state) values ($1, $2, 'open')
   on conflict (order_no) do update set order_no = excluded.order_no returning cashier_key as key`,
);

const BY_KEY = statement<SandboxTrade, [cashierKey: string]>(
  'shop.sandbox-trade-by-key',
  `select t.order_no as "orderNo", o.title, o.amount, o.expires_at as "expiresAt", t.state
   from shop.sandbox_trade t join shop.topup_order o on o.no = t.order_no where t.cashier_key = $1`,
);

const STATE = statement<{ state: State }, [orderNo: string]>(
  'shop.sandbox-trade-state',
  'select state from shop.sandbox_trade where order_no = $1',
);

const PAY = statement<SandboxPayment, [orderNo: string, ids: string[], now: Date, notifyAt: Date | null]>(
  'shop.pay-sandbox-trade',
  `with paid as (
     update shop.sandbox_trade t set state = 'paid' from shop.topup_order o
     where t.order_no = $1 and t.state = 'open' and o.no = t.order_no and o.expires_at > $3
     returning o.no, o.amount
   )
   insert into shop.sandbox_transaction (id, order_no, amount, at, tell_at)
   select id, no, amount, $3, $4::timestamptz from paid, unnest($2::text[]) id returning ${PAYMENT}`,
);

/** Waits for a payment under way and returns `paid` then. A `select` in the same statement would still see `open`. */
const CLOSE = statement<{ state: State }, [orderNo: string]>(
  'shop.close-sandbox-trade',
  `update shop.sandbox_trade set state = case state when 'open' then 'closed' else state end
   where order_no = $1 returning state`,
);

const FIRST_PAYMENT = statement<SandboxPayment, [orderNo: string]>(
  'shop.first-sandbox-payment',
  `select ${PAYMENT} from shop.sandbox_transaction where order_no = $1 and refund_of is null order by at, id limit 1`,
);

const TAKE_UNNOTIFIED = statement<SandboxPayment, [now: Date, until: Date]>(
  'shop.take-unnotified-sandbox-payments',
  `update shop.sandbox_transaction set tell_at = $2
   where id in (select id from shop.sandbox_transaction where tell_at <= $1 order by tell_at limit ${AT_ONCE} for update skip locked)
   returning ${PAYMENT}`,
);

const MARK_NOTIFIED = statement<never, [id: string]>(
  'shop.mark-sandbox-payment-notified',
  'update shop.sandbox_transaction set tell_at = null where id = $1',
);

const LOCK = statement<never, [id: string]>(
  'shop.lock-sandbox-payment',
  'select from shop.sandbox_transaction where id = $1 for update',
);

const REFUND = statement<never, [refundNo: string, transactionId: string, amount: number, now: Date]>(
  'shop.refund-sandbox-payment',
  `insert into shop.sandbox_transaction (id, order_no, refund_of, amount, at)
   select $1::text, p.order_no, p.id, $3::bigint, $4::timestamptz from shop.sandbox_transaction p
   where p.id = $2 and p.refund_of is null and $3::bigint <= p.amount - (
     select coalesce(sum(r.amount), 0) from shop.sandbox_transaction r where r.order_no = p.order_no and r.refund_of = p.id)
   on conflict (id) do nothing`,
);

const REFUNDED = statement<{ amount: number }, [refundNo: string]>(
  'shop.sandbox-refund',
  'select amount from shop.sandbox_transaction where id = $1 and refund_of is not null',
);

const BILL = statement<Omit<BillLine, 'fee' | 'currency'>, [from: Date, to: Date]>(
  'shop.sandbox-bill',
  `select order_no as "orderNo", coalesce(refund_of, id) as "transactionId",
     case when refund_of is not null then id end as "refundNo", amount, at
   from shop.sandbox_transaction where at >= $1 and at < $2 order by at, id`,
);

export function createSandboxBook(pool: Pool) {
  const newId = () => randomBytes(16).toString('hex');

  return {
    /** Makes the trade of an order unless there is one; returns the key of its cashier page. */
    async open(orderNo: string): Promise<string> {
      const trade = await row(pool, OPEN, [orderNo, newId()]);
      if (!trade) throw new Error('a trade was inserted without its row');
      return trade.key;
    },

    find: (cashierKey: string) => row(pool, BY_KEY, [cashierKey]),
    stateOf: async (orderNo: string) => (await row(pool, STATE, [orderNo]))?.state ?? 'none',
    firstPayment: (orderNo: string) => row(pool, FIRST_PAYMENT, [orderNo]),

    /** Returns the payments; none if the trade can't be paid any more. `notifyAt`: `null` = the shop gets no notification. */
    pay(orderNo: string, { times, notifyAt }: { times: number; notifyAt: Date | null }, now: Date) {
      return rows(pool, PAY, [orderNo, Array.from({ length: times }, newId), now, notifyAt]);
    },

    /** Makes a payment of the trade impossible. */
    close: async (orderNo: string) => ((await row(pool, CLOSE, [orderNo]))?.state === 'paid' ? 'paid' : 'closed'),

    /** Takes payments whose notification is due. Other nodes take them only after `until`. */
    takeUnnotified: (now: Date, until: Date) => rows(pool, TAKE_UNNOTIFIED, [now, until]),
    markNotified: (transactionId: string) => rows(pool, MARK_NOTIFIED, [transactionId]),

    /** Refunds once for each number, and never more than was paid. */
    refund(refund: { refundNo: string; transactionId: string; amount: number }, now: Date): Promise<'done' | 'failed'> {
      const { refundNo, transactionId, amount } = refund;
      return transaction(pool, async (tx) => {
        await rows(tx, LOCK, [transactionId]);
        await rows(tx, REFUND, [refundNo, transactionId, amount, now]);
        return (await row(tx, REFUNDED, [refundNo]))?.amount === amount ? 'done' : 'failed';
      });
    },

    isRefunded: async (refundNo: string) => (await row(pool, REFUNDED, [refundNo])) !== null,
    listBetween: (from: Date, to: Date) => rows(pool, BILL, [from, to]),
  };
}
