import * as v from 'valibot';

/** What the sandbox and the shop say to each other, as JSON. Amounts are yuan with a point, times ISO 8601 in UTC. */

const OrderNo = v.pipe(v.string(), v.regex(/^[\w-]{6,32}$/));
const TransactionId = v.pipe(v.string(), v.regex(/^[\w-]{6,64}$/));
const Amount = v.pipe(v.string(), v.maxLength(12));
const Time = v.pipe(v.string(), v.isoTimestamp());

export const MERCHANT = 'sandbox-merchant';
export const APP = 'sandbox-app';
export const CURRENCY = 'CNY';

export const CreateRequest = v.strictObject({
  orderNo: OrderNo,
  title: v.pipe(v.string(), v.maxLength(200)),
  amount: Amount,
  returnUrl: v.pipe(v.string(), v.maxLength(500), v.url(), v.regex(/^\S+$/)),
  expiresAt: Time,
});
export const OrderRequest = v.strictObject({ orderNo: OrderNo });
export const RefundRequest = v.strictObject({ refundNo: OrderNo, transactionId: TransactionId, amount: Amount });
export const RefundQuery = v.strictObject({ refundNo: OrderNo });
export const BillRequest = v.strictObject({ day: v.pipe(v.string(), v.isoDate()) });

export const Payment = v.object({
  merchant: v.string(),
  app: v.string(),
  orderNo: OrderNo,
  transactionId: TransactionId,
  amount: Amount,
  currency: v.string(),
  paidAt: Time,
});
export type Payment = v.InferOutput<typeof Payment>;

export const Created = v.object({ cashierPath: v.string() });
export const Queried = v.object({
  state: v.picklist(['none', 'open', 'paid', 'closed']),
  payment: v.nullable(Payment),
});
export const Closed = v.object({ state: v.picklist(['closed', 'paid']) });
export const Refunded = v.object({ state: v.picklist(['none', 'done', 'failed']) });
export const Bill = v.object({
  lines: v.array(v.object({ ...Payment.entries, refundNo: v.nullable(v.string()), fee: Amount })),
});

export const Notification = v.variant('event', [
  v.object({ event: v.literal('payment.paid'), payment: Payment }),
  v.object({ event: v.literal('refund.done'), refundNo: OrderNo }),
]);
export type Notification = v.InferOutput<typeof Notification>;

/** What a notification is signed as. */
export const NOTIFICATION = 'notification';
/** The answer that the sandbox waits for; with any other it sends the notification again. */
export const RECEIVED = '{"code":"SUCCESS"}';
