import { allRows, type Db, execute, firstRow, rows, statement, type Tx } from '../../../core/db/db.ts';
import type { ChannelRefund } from '../channel.ts';

export type RefundReason = 'paid-twice' | 'reader-gone' | 'operator' | 'dispute';

export type Refund = {
  id: number;
  no: string;
  paymentId: number;
  /** In the currency of the payment. */
  amount: number;
  reason: RefundReason;
  state: 'pending' | 'done' | 'failed';
  tries: number;
  /** Whether it takes back the share of coins and bonus. */
  takesBack: boolean;
  /** The share of the listed price, by which the reader's growth decreases. */
  cashFen: number;
  coins: number;
  bonus: number;
  /** Days of 月卡 that were taken back. */
  passDays: number;
  /** The amounts that were taken back; `debt`: the missing rest. */
  takenCoins: number;
  takenBonus: number;
  debt: number;
  actor: string | null;
  note: string | null;
  at: Date;
  doneAt: Date | null;
};

export type NewRefund = Omit<Refund, 'id' | 'state' | 'tries' | 'at' | 'doneAt'>;

/** A refund with everything that its channel needs. */
export type DueRefund = Refund & Omit<ChannelRefund, 'refundNo'> & { orderId: number; channel: string };

const COLUMNS = `r.id, r.no, r.payment_id as "paymentId", r.amount, r.reason, r.state, r.tries,
  r.takes_back as "takesBack", r.cash_fen as "cashFen", r.coins, r.bonus, r.pass_days as "passDays", r.taken_coins as "takenCoins", r.taken_bonus as "takenBonus", r.debt,
  r.actor, r.note, r.created_at as at, r.done_at as "doneAt"`;

/** Also updates the sums of refunds, which constraints compare with the payment and the grant. */
const counting = (refund: string, sign: '+' | '-') => `
   paid as (
     update shop.payment p set refunded = refunded ${sign} r.amount from ${refund} r where p.id = r.payment_id
     returning p.order_id
   ), granted as (
     update shop.topup_order o set coins_back = coins_back ${sign} r.coins, bonus_back = bonus_back ${sign} r.bonus
     from ${refund} r where r.takes_back and o.id = (select order_id from paid)
   )`;

/** Without disputes, which the bank ends. */
const ADD = statement<never, [refund: string, now: Date]>(
  'shop.add-refund',
  `with r as (
     insert into shop.refund (no, payment_id, amount, reason, takes_back, cash_fen, coins, bonus, pass_days, taken_coins, taken_bonus, debt,
       actor, note, state, try_at, created_at)
     select n.no, n."paymentId", n.amount, n.reason, n."takesBack", n."cashFen", n.coins, n.bonus, n."passDays", n."takenCoins", n."takenBonus", n.debt,
       n.actor, n.note, 'pending', case when n.reason <> 'dispute' then $2::timestamptz end, $2
     from jsonb_to_record($1::jsonb) as n (no text, "paymentId" bigint, amount bigint, reason text, "takesBack" boolean,
       "cashFen" bigint, coins bigint, bonus bigint, "passDays" integer, "takenCoins" bigint, "takenBonus" bigint, debt bigint, actor text, note text)
     returning *
   ), ${counting('r', '+')}
   select from r`,
);

/** Takes the due refunds. Other nodes take them only after `until`. */
export const takeDueRefunds = allRows<DueRefund, [now: Date, until: Date, size: number]>(
  'shop.take-due-refunds',
  `with due as (
     select id from shop.refund where try_at <= $1 order by try_at limit $3 for no key update skip locked
   ), r as (
     update shop.refund set try_at = $2, tries = tries + 1 where id in (select id from due) returning *
   )
   select ${COLUMNS}, o.id as "orderId", o.no as "orderNo", o.reference, p.channel, p.transaction_id as "transactionId",
     p.amount as "paidAmount", p.currency
   from r join shop.payment p on p.id = r.payment_id join shop.topup_order o on o.id = p.order_id`,
);

export const findOrderOfRefund = firstRow<{ id: number; no: string; readerId: number | null }, [refundNo: string]>(
  'shop.order-of-refund',
  `select o.id, o.no, o.reader_id as "readerId" from shop.refund r join shop.payment p on p.id = r.payment_id
     join shop.topup_order o on o.id = p.order_id where r.no = $1`,
);

export const findRefund = firstRow<Refund, [no: string]>(
  'shop.refund',
  `select ${COLUMNS} from shop.refund r where r.no = $1`,
);

const END = statement<never, [no: string, now: Date]>(
  'shop.end-refund',
  `update shop.refund set state = 'done', try_at = null, done_at = $2 where no = $1`,
);

/** Records that a refund has failed, so that another refund is possible. */
export const markRefundFailed = execute<[no: string], Tx>(
  'shop.fail-refund',
  `with r as (update shop.refund set state = 'failed', try_at = null where no = $1 returning *), ${counting('r', '-')}
   select from r`,
);

/** A failed refund has restored the coins that it took back. */
const END_AFTER_ALL = statement<never, [no: string, now: Date]>(
  'shop.end-refund-after-all',
  `with r as (
     update shop.refund set state = 'done', done_at = $2, takes_back = false where no = $1 returning *
   ), ${counting('r', '+')}
   select from r`,
);

export const tryRefundAgain = execute<[id: number, at: Date]>(
  'shop.try-refund-again',
  `update shop.refund set try_at = $2 where id = $1 and state = 'pending'`,
);

const OF_ORDERS = statement<Refund & { orderId: number }, [orderIds: number[]]>(
  'shop.refunds-of-orders',
  `select ${COLUMNS}, p.order_id as "orderId"
   from shop.payment p join shop.refund r on r.payment_id = p.id where p.order_id = any($1) order by r.id`,
);

/** Stores a refund that is due now. Constraints refuse it if it exceeds the payment or the grant. */
export async function addRefund(tx: Tx, refund: NewRefund, now: Date): Promise<void> {
  await rows(tx, ADD, [JSON.stringify(refund), now]);
}

/** Records that a refund is done, even after it had failed. */
export async function markRefundDone(tx: Tx, { no, state }: Refund, now: Date): Promise<void> {
  await rows(tx, state === 'failed' ? END_AFTER_ALL : END, [no, now]);
}

/** All refunds of an order, oldest first. */
export function listRefunds(db: Db, orderId: number): Promise<Refund[]> {
  return rows(db, OF_ORDERS, [[orderId]]);
}

/** The refunds of several orders, by order. */
export async function listRefundsOf(db: Db, orderIds: number[]): Promise<Map<number, Refund[]>> {
  return Map.groupBy(await rows(db, OF_ORDERS, [orderIds]), ({ orderId }) => orderId);
}
