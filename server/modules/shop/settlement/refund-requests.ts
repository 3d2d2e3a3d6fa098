import type { Pool } from 'pg';
import { type Tx, transaction } from '../../../core/db/db.ts';
import { addEntry } from '../../audit/audit.ts';
import { findOrderById, lockOrder, type Order } from '../orders/store.ts';
import { type ConfirmedRefund, NoRefund, type RefundPorts, refundNumber, refundOrder } from './refund-order.ts';
import {
  addRefundRequest,
  endRefundRequest,
  findRefundRequest,
  findRequestOfOrder,
  type RefundRequest,
} from './refund-request-store.ts';
import { listRefunds } from './refund-store.ts';

/** Refunds of one order up to this share of its listed price need no second person: ¥200. */
const ALONE_FEN = 200_00;

/** Whether a second person has to approve a refund; earlier refunds of the order count too. */
export function needsSecondPerson({ cashFen, amount: paid }: Order, refunded: number, amount: number): boolean {
  return Math.ceil((cashFen * (refunded + amount)) / paid) > ALONE_FEN;
}

type RequestTerms = { refundNo: string; amount: number; takesBack: boolean; actor: string; note: string };

/** Stores a request, once for each number of a preview; throws `NoRefund` if the order has changed or has another one. */
export function requestRefund(pool: Pool, order: Order, asked: RequestTerms, now: Date): Promise<void> {
  return transaction(pool, async (tx) => {
    const locked = await lockOrder(tx, order.id);
    const { refundNo, amount, takesBack, actor, note } = asked;
    const open = await findRequestOfOrder(tx, order.id);
    if (open?.refundNo === refundNo && open.actor === actor && open.amount === amount) return;
    if (open || refundNumber(locked, await listRefunds(tx, order.id)) !== refundNo) throw new NoRefund('changed');
    await addRefundRequest(tx, order.id, refundNo, amount, takesBack, actor, note, now);
    const after = { refund: refundNo, amount, currency: order.currency, takes_back: takesBack };
    await logRequest(tx, { orderId: order.id, actor, action: 'refund-request', note, after }, now);
  });
}

/** Makes the requested refund, as its approver has confirmed it. False if the request is not open any more. */
export async function approveRefund(
  pool: Pool,
  ports: RefundPorts,
  request: RefundRequest,
  { actor, confirmed }: { actor: string; confirmed: ConfirmedRefund },
  now: Date,
): Promise<boolean> {
  const { id, orderId, amount, takesBack, actor: requestedBy, note } = request;
  const order = await findOrderById(pool, orderId);
  if (!order || !(await findRefundRequest(pool, id))) return false;
  const end = async (tx: Tx) => {
    if (!(await endRefundRequest(tx, id, 'approved', actor, now))) throw new NoRefund('changed');
  };
  await refundOrder(pool, ports, order, { amount, takesBack, actor, note, confirmed, requestedBy, also: end }, now);
  return true;
}

/** Ends a request without a refund. False if it is not open any more. */
export function rejectRefund(pool: Pool, request: RefundRequest, actor: string, now: Date): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const ended = await endRefundRequest(tx, request.id, 'rejected', actor, now);
    if (!ended) return false;
    const after = { refund: request.refundNo };
    await logRequest(tx, { orderId: request.orderId, actor, action: 'refund-reject', note: null, after }, now);
    return true;
  });
}

type Logged = {
  orderId: number;
  actor: string;
  action: string;
  note: string | null;
  after: Readonly<Record<string, string | number | boolean>>;
};

function logRequest(tx: Tx, { orderId, actor, action, note, after }: Logged, now: Date) {
  const subject = { subject: 'order', subjectId: orderId } as const;
  return addEntry(tx, { actor, action, ...subject, before: {}, after, reason: note, undoes: null }, now);
}
