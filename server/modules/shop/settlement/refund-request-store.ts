import { allRows, execute, firstRow, type Tx } from '../../../core/db/db.ts';

/** A refund that waits for a second person. */
export type RefundRequest = {
  id: number;
  orderId: number;
  orderNo: string;
  currency: string;
  refundNo: string;
  amount: number;
  takesBack: boolean;
  /** The days of an order of 月卡; 0 of coins. */
  passDays: number;
  actor: string;
  note: string;
  createdAt: Date;
};

const COLUMNS = `q.id, q.order_id as "orderId", o.no as "orderNo", o.currency, q.refund_no as "refundNo", q.amount,
  q.takes_back as "takesBack", o.pass_days as "passDays", q.actor, q.note, q.created_at as "createdAt"`;
const OPEN = `shop.refund_request q join shop.topup_order o on o.id = q.order_id where q.state = 'open'`;

/** The open requests, oldest first. */
export const listRefundRequests = allRows<RefundRequest, []>(
  'shop.open-refund-requests',
  `select ${COLUMNS} from ${OPEN} order by q.id limit 200`,
);

export const countRefundRequests = firstRow<{ open: number; oldest: Date | null }, []>(
  'shop.count-refund-requests',
  `select count(*) as open, min(created_at) as oldest from shop.refund_request where state = 'open'`,
);

export const findRefundRequest = firstRow<RefundRequest, [id: number]>(
  'shop.open-refund-request',
  `select ${COLUMNS} from ${OPEN} and q.id = $1`,
);

/** The open request of an order. */
export const findRequestOfOrder = firstRow<RefundRequest, [orderId: number]>(
  'shop.refund-request-of-order',
  `select ${COLUMNS} from ${OPEN} and q.order_id = $1`,
);

export const addRefundRequest = execute<
  [orderId: number, refundNo: string, amount: number, takesBack: boolean, actor: string, note: string, createdAt: Date],
  Tx
>(
  'shop.add-refund-request',
  `insert into shop.refund_request (order_id, refund_no, amount, takes_back, actor, note, state, created_at)
   values ($1, $2, $3, $4, $5, $6, 'open', $7)`,
);

/** Ends an open request; no row if it is not open any more. */
export const endRefundRequest = firstRow<
  { id: number },
  [id: number, state: 'approved' | 'rejected', decidedBy: string, decidedAt: Date],
  Tx
>(
  'shop.end-refund-request',
  `update shop.refund_request set state = $2, decided_by = $3, decided_at = $4 where id = $1 and state = 'open' returning id`,
);
