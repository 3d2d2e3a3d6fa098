import * as v from 'valibot';
import { BadNotification, type Notice, type RawNotification } from '../../../modules/shop/shop.ts';
import { ShanghaiTime, Yuan } from '../gateway.ts';
import type { AlipayAccount } from './client.ts';
import { isSignedNotification } from './signing.ts';

const NotificationBody = v.object({
  app_id: v.string(),
  seller_id: v.string(),
  out_trade_no: v.string(),
  trade_no: v.string(),
  trade_status: v.string(),
  total_amount: Yuan,
  gmt_payment: v.optional(ShanghaiTime),
  refund_fee: v.optional(v.string()),
  out_biz_no: v.optional(v.string()),
});

/** The states of a paid trade. */
export const PAID: readonly string[] = ['TRADE_SUCCESS', 'TRADE_FINISHED'];

/** Parses a notification: a form in UTF-8. Values are decoded once, because a title can have a per cent sign. */
export function readNotification({ body }: RawNotification, { appId, alipayKey }: AlipayAccount): Notice {
  const fields = [...new URLSearchParams(body.toString('utf8'))];
  const params = Object.fromEntries(fields);
  if (fields.length !== Object.keys(params).length) throw new BadNotification('unreadable');
  if (!isSignedNotification(params, alipayKey)) throw new BadNotification('signature');
  const read = v.safeParse(NotificationBody, params);
  if (!read.success) throw new BadNotification('unreadable');
  const notification = read.output;
  // The notification of a partial refund has the trade as a success. Only its fields show the refund.
  if (notification.refund_fee !== undefined) return refundOf(notification, appId);
  if (!PAID.includes(notification.trade_status)) return { kind: 'other' };
  if (!notification.gmt_payment) throw new BadNotification('unreadable');
  const payment = {
    orderNo: notification.out_trade_no,
    transactionId: notification.trade_no,
    merchant: notification.seller_id,
    app: notification.app_id,
    amount: notification.total_amount,
    currency: 'CNY',
    paidAt: notification.gmt_payment,
  };
  return { kind: 'paid', payment };
}

function refundOf({ app_id, out_biz_no }: v.InferOutput<typeof NotificationBody>, appId: string): Notice {
  if (app_id !== appId) throw new BadNotification('unreadable');
  return out_biz_no === undefined ? { kind: 'other' } : { kind: 'refund', refundNo: out_biz_no, state: 'done' };
}
