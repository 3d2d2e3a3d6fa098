import type { Pool } from 'pg';
import { moneyText } from '#contract/currencies';
import type { Tx } from '../../../core/db/db.ts';
import { addEntry } from '../../audit/audit.ts';
import type { Order } from '../orders/store.ts';
import type { ShopPorts, TakenBack } from '../ports.ts';
import { withLockedOrder } from './owned-order.ts';
import { listPayments, type Payment } from './payment-store.ts';
import { priceOfUnused, type Share, shareOf } from './refund-share.ts';
import { addRefund, listRefunds, type NewRefund, type Refund } from './refund-store.ts';

/** The request of an operator; `amount`: `null` = the whole rest. */
export type RefundWish = { amount: number | null; takesBack: boolean };

/** `isForced`: the money is refunded even if the days of 月卡 that it paid for are used. */
type PlannedWish = RefundWish & { isForced?: boolean };

/**
 * The money and its share of the grant. No share if the reader is erased or keeps it. `left`: the most that can be refunded so.
 * `unusedDays`: days of 月卡 that have not begun.
 */
export type RefundPlan = Share & {
  payment: Payment;
  amount: number;
  left: number;
  takesBack: boolean;
  unusedDays: number;
};

/** The preview that was confirmed: the number of the refund and the amounts that it takes back. */
export type ConfirmedRefund = { no: string; taken: TakenBack };

/** `days-used`: no day of 月卡 is left to take back. `changed`: the refund would do something else than the confirmed preview. */
export type NoRefundReason = 'not-granted' | 'nothing-left' | 'days-used' | 'too-much' | 'changed';

/** The reason to refuse a refund; `left`: the largest possible amount. */
export class NoRefund extends Error {
  readonly reason: NoRefundReason;
  readonly left: number;
  constructor(reason: NoRefundReason, left = 0) {
    super(`the order can't be given back: ${reason}`);
    this.reason = reason;
    this.left = left;
  }
}

export type RefundPorts = Pick<ShopPorts, 'lockReader' | 'addGrowth' | 'takeBack' | 'takePass' | 'unusedPassDays'>;

/** The refund of a request; throws `NoRefund`. The result is certain only while the order is locked. */
export async function planRefund(
  db: Pool | Tx,
  { unusedPassDays }: Pick<ShopPorts, 'unusedPassDays'>,
  order: Order,
  { amount, takesBack, isForced = false }: PlannedWish,
  now: Date,
): Promise<RefundPlan> {
  const payment = (await listPayments(db, order.id)).find(({ state }) => state === 'credited');
  if (!payment) throw new NoRefund('not-granted');
  const unrefunded = payment.amount - payment.refunded;
  if (unrefunded === 0) throw new NoRefund('nothing-left');
  const takes = takesBack && order.readerId !== null;
  const earlier = await listRefunds(db, order.id);
  const unused = takes && order.passDays > 0 ? await unusedPassDays(db, passKey(order.no), now) : 0;
  const isLimited = takes && order.passDays > 0 && !isForced;
  const left = isLimited ? Math.min(unrefunded, priceOfUnused(order, earlier, unused)) : unrefunded;
  if (left <= 0) throw new NoRefund('days-used');
  const wanted = amount ?? left;
  if (wanted > left) throw new NoRefund('too-much', left);
  const share = takes ? shareOf(order, earlier, wanted) : { coins: 0, bonus: 0, cashFen: 0, passDays: 0 };
  return {
    payment,
    amount: wanted,
    left,
    takesBack: takes,
    ...share,
    passDays: Math.min(share.passDays, unused),
    unusedDays: unused,
  };
}

type RequestedRefund = RefundWish & {
  actor: string;
  note: string;
  confirmed?: ConfirmedRefund;
  /** The person who asked for it, if `actor` has approved it. */
  requestedBy?: string;
  /** Runs in the transaction of a refund that is made now. */
  also?(tx: Tx): Promise<void>;
};

/**
 * Stores a refund, holds its share of the grant and writes a log entry, in one transaction. The channel is called later. With a
 * confirmed preview, a repeated request refunds once, and a refund that would do something else throws `NoRefund`.
 */
export function refundOrder(
  pool: Pool,
  ports: RefundPorts,
  order: Order,
  { actor, note, confirmed, requestedBy, also, ...wish }: RequestedRefund,
  now: Date,
): Promise<{ no: string; amount: number; taken: TakenBack }> {
  return withLockedOrder(pool, ports, order, async (tx, locked, isHere) => {
    const earlier = await listRefunds(tx, locked.id);
    const no = refundNumber(locked, earlier);
    if (confirmed && confirmed.no !== no) return repeated(earlier, confirmed, { actor, note, amount: wish.amount });
    const plan = await planRefund(tx, ports, isHere ? locked : { ...locked, readerId: null }, wish, now);
    const taken = await claimRefund(tx, ports, locked, { no, plan, reason: 'operator', actor, note }, now);
    if (confirmed && !isSame(taken, confirmed.taken)) throw new NoRefund('changed');
    await also?.(tx);
    const { payment, amount, takesBack } = plan;
    const by: Record<string, string> = requestedBy === undefined ? {} : { requested_by: requestedBy };
    const change = {
      before: { refunded: payment.refunded },
      after: {
        refunded: payment.refunded + amount,
        currency: payment.currency,
        refund: no,
        takes_back: takesBack,
        ...by,
      },
    };
    const entry = {
      actor,
      reason: note,
      action: 'refund',
      subject: 'order',
      subjectId: locked.id,
      undoes: null,
    } as const;
    await addEntry(tx, { ...entry, ...change }, now);
    return { no, amount, taken };
  });
}

/** The number of the next refund of an order. */
export function refundNumber({ no }: Pick<Order, 'no'>, earlier: readonly Refund[]): string {
  return `${no}-R${earlier.length + 1}`;
}

/** The refund that an earlier request with the same confirmation made; throws `NoRefund` if there is none. */
function repeated(
  earlier: readonly Refund[],
  { no }: ConfirmedRefund,
  wish: Pick<RequestedRefund, 'actor' | 'note' | 'amount'>,
) {
  const made = earlier.find((refund) => refund.no === no);
  const isRepeated = made?.actor === wish.actor && made.note === wish.note && made.amount === wish.amount;
  if (!made || !isRepeated) throw new NoRefund('changed');
  const { amount, takenCoins: coins, takenBonus: bonus, debt, passDays } = made;
  return { no, amount, taken: { coins, bonus, debt, passDays } };
}

function isSame(a: TakenBack, b: TakenBack): boolean {
  return a.coins === b.coins && a.bonus === b.bonus && a.debt === b.debt && a.passDays === b.passDays;
}

type Claim = Pick<NewRefund, 'no' | 'reason' | 'actor' | 'note'> & { plan: RefundPlan };

/** The order and its reader must be locked. */
export async function claimRefund(
  tx: Tx,
  ports: RefundPorts,
  order: Order,
  { plan, ...claim }: Claim,
  now: Date,
): Promise<TakenBack> {
  const { no: orderNo, readerId } = order;
  const { payment, amount, takesBack, coins, bonus, passDays, cashFen } = plan;
  let taken: TakenBack = { coins: 0, bonus: 0, debt: 0, passDays: 0 };
  if (takesBack && readerId !== null) {
    const key = holdKey(claim.no);
    if (order.passDays > 0)
      taken.passDays = (await ports.takePass(tx, { key, of: passKey(orderNo), most: passDays }, now)).days;
    else {
      const what =
        claim.reason === 'dispute' ? '付款有争议，暂时冻结' : `退款 ${moneyText(amount, payment.currency)}，收回`;
      const wanted = { key, title: what, of: `topup:${orderNo}`, coins, bonus };
      taken = { ...taken, ...(await ports.takeBack(tx, readerId, wanted, now)) };
    }
    await ports.addGrowth(tx, readerId, -cashFen);
  }
  const { coins: takenCoins, bonus: takenBonus, debt } = taken;
  const shares = { takesBack, cashFen, coins, bonus, passDays: taken.passDays, takenCoins, takenBonus, debt };
  await addRefund(tx, { ...claim, paymentId: payment.id, amount, ...shares }, now);
  return taken;
}

/** The key in the ledger for the amounts that a refund takes back. */
export function holdKey(refundNo: string): string {
  return `refund:${refundNo}`;
}

/** The key of the days of 月卡 that an order grants. */
export function passKey(orderNo: string): string {
  return `order:${orderNo}`;
}
