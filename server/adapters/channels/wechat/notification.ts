import * as v from 'valibot';
import { BadNotification, type Notice, type RawNotification, type RefundState } from '../../../modules/shop/shop.ts';
import { parseJson, type WechatAccount } from './client.ts';
import { type FindKey, faultOf, open } from './signing.ts';

const NotificationBody = v.object({
  event_type: v.string(),
  resource: v.object({
    algorithm: v.literal('AEAD_AES_256_GCM'),
    ciphertext: v.string(),
    nonce: v.string(),
    associated_data: v.optional(v.string()),
  }),
});

export const Time = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text))),
  v.transform((text) => new Date(text)),
);

/** A paid trade. */
export const PaidTrade = v.object({
  mchid: v.string(),
  appid: v.string(),
  out_trade_no: v.string(),
  transaction_id: v.string(),
  trade_state: v.literal('SUCCESS'),
  success_time: Time,
  amount: v.object({ total: v.pipe(v.number(), v.safeInteger()), currency: v.optional(v.string(), 'CNY') }),
});

const ToldRefund = v.object({ mchid: v.string(), out_refund_no: v.string(), refund_status: v.string() });

export function paymentOf(trade: v.InferOutput<typeof PaidTrade>) {
  return {
    orderNo: trade.out_trade_no,
    transactionId: trade.transaction_id,
    merchant: trade.mchid,
    app: trade.appid,
    amount: trade.amount.total,
    currency: trade.amount.currency,
    paidAt: trade.success_time,
  };
}

/** `ABNORMAL`: the reader's card can't receive the money; the operator must refund it by hand. */
export function refundStateOf(status: string): RefundState {
  if (status === 'SUCCESS') return 'done';
  return status === 'PROCESSING' ? 'pending' : 'failed';
}

export async function readNotification(
  raw: RawNotification,
  { merchant, sealKey }: WechatAccount,
  findKey: FindKey,
  now: Date,
): Promise<Notice> {
  const fault = await faultOf(raw, findKey, now);
  if (fault) throw new BadNotification(fault);
  const notification = v.safeParse(NotificationBody, parseJson(raw.body));
  if (!notification.success) throw new BadNotification('unreadable');
  const { event_type, resource } = notification.output;
  if (event_type === 'TRANSACTION.SUCCESS') {
    const trade = read(PaidTrade, () => open(sealKey, resource));
    return { kind: 'paid', payment: paymentOf(trade) };
  }
  if (!event_type.startsWith('REFUND.')) return { kind: 'other' };
  const refund = read(ToldRefund, () => open(sealKey, resource));
  if (refund.mchid !== merchant.id) throw new BadNotification('unreadable');
  return { kind: 'refund', refundNo: refund.out_refund_no, state: refundStateOf(refund.refund_status) };
}

function read<Schema extends v.GenericSchema>(schema: Schema, opened: () => string): v.InferOutput<Schema> {
  try {
    return v.parse(schema, JSON.parse(opened()));
  } catch {
    throw new BadNotification('unreadable');
  }
}
