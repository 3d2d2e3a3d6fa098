import * as v from 'valibot';
import {
  type ChannelRefund,
  ChannelRefused,
  type NewTrade,
  type Scene,
  type TradeState,
} from '../../../modules/shop/shop.ts';
import { expectBill, type GatewayChannel, type GatewayParts, NO_ORDER, orRefused } from '../gateway.ts';
import { readBill, readBillFile } from './bill.ts';
import { createWechatClient, type WechatAccount, type WechatProduct } from './client.ts';
import { createTrades } from './create.ts';
import { PaidTrade, paymentOf, readNotification, refundStateOf } from './notification.ts';
import { createPayers, probePayers } from './payers.ts';

const UNKNOWN_ORDER: readonly string[] = ['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS'];
/** Codes of refunds that will always fail. All other causes, such as an empty account, can pass. */
const HOPELESS: readonly string[] = [
  'PARAM_ERROR',
  'INVALID_REQUEST',
  'RESOURCE_NOT_EXISTS',
  'MCH_NOT_EXISTS',
  'USER_ACCOUNT_ABNORMAL',
];

const Found = v.variant('trade_state', [
  PaidTrade,
  v.object({ trade_state: v.picklist(['CLOSED', 'REVOKED', 'PAYERROR', 'REFUND']) }),
  v.object({ trade_state: v.picklist(['NOTPAY', 'USERPAYING', 'ACCEPT']) }),
]);
const Refunded = v.object({ status: v.string() });
const BillAddress = v.object({ download_url: v.string(), hash_type: v.literal('SHA1'), hash_value: v.string() });

const PRODUCTS: Readonly<Record<Scene, WechatProduct>> = { pc: 'native', mobile: 'h5', wechat: 'jsapi' };

/** WeChat Pay, API v3: a code to scan on a desktop, WeChat on a phone, a script inside WeChat. */
export function createWechat(account: WechatAccount, parts: GatewayParts): GatewayChannel {
  const client = createWechatClient(account, parts);
  const { merchant, appId, appSecret } = account;
  const payers = appSecret === null ? undefined : createPayers({ appId, appSecret }, parts);
  const trades = createTrades({ ...parts, account, client });
  const productFor = (scene: Scene) => account.products.find((product) => product === PRODUCTS[scene]);
  const ofOrder = (orderNo: string) => `/v3/pay/transactions/out-trade-no/${encodeURIComponent(orderNo)}`;

  async function create(trade: NewTrade, signal: AbortSignal) {
    const product = productFor(trade.scene);
    if (!product) throw new ChannelRefused(`wechat has no product for ${trade.scene}`);
    return trades[product](trade, signal);
  }

  async function query(orderNo: string, signal: AbortSignal): Promise<TradeState> {
    const request = { method: 'GET' as const, path: `${ofOrder(orderNo)}?mchid=${merchant.id}` };
    const asked = client.call(request, Found, signal);
    const found = await orRefused<v.InferOutput<typeof Found> | null>(asked, (code) =>
      UNKNOWN_ORDER.includes(code) ? null : undefined,
    );
    if (!found) return { state: 'none' };
    switch (found.trade_state) {
      case 'SUCCESS':
        return { state: 'paid', payment: paymentOf(found) };
      case 'NOTPAY':
      case 'USERPAYING':
      case 'ACCEPT':
        return { state: 'open' };
      default:
        return { state: 'closed' };
    }
  }

  async function close(orderNo: string, signal: AbortSignal): Promise<'closed' | 'paid'> {
    const request = { method: 'POST' as const, path: `${ofOrder(orderNo)}/close`, content: { mchid: merchant.id } };
    const closing = client.call(request, v.object({}), signal).then(() => 'closed' as const);
    return orRefused<'closed' | 'paid'>(closing, async (code) => {
      if (UNKNOWN_ORDER.includes(code)) return 'closed';
      const { state } = await query(orderNo, signal);
      return state === 'paid' || state === 'closed' ? state : undefined;
    });
  }

  async function refund({ refundNo, transactionId, paidAmount, amount, currency }: ChannelRefund, signal: AbortSignal) {
    const content = {
      transaction_id: transactionId,
      out_refund_no: refundNo,
      notify_url: parts.notifyUrl,
      amount: { refund: amount, total: paidAmount, currency },
    };
    const asked = client.call({ method: 'POST', path: '/v3/refund/domestic/refunds', content }, Refunded, signal);
    const { status } = await orRefused(asked, (code) => (HOPELESS.includes(code) ? { status: 'CLOSED' } : undefined));
    return refundStateOf(status);
  }

  async function queryRefund(refundNo: string, signal: AbortSignal) {
    const path = `/v3/refund/domestic/refunds/${encodeURIComponent(refundNo)}`;
    const asked = client.call({ method: 'GET', path }, Refunded, signal);
    const found = await orRefused<v.InferOutput<typeof Refunded> | null>(asked, (code) =>
      UNKNOWN_ORDER.includes(code) ? null : undefined,
    );
    return found ? refundStateOf(found.status) : 'none';
  }

  return {
    id: 'wechat',
    name: '微信支付',
    icon: 'wechat',
    test: false,
    scenes: (['pc', 'mobile', 'wechat'] as const).filter(productFor),
    currency: 'CNY',
    account: { merchant: merchant.id, app: appId },
    ...(payers && { payers }),
    create,
    parseNotify: (raw) => readNotification(raw, account, client.findKey, parts.clock()),

    // A 200 would count as accepted, even with a failure in the body.
    answer(verdict) {
      if (verdict === 'accepted') return { status: 200, contentType: 'application/json', body: '{"code":"SUCCESS"}' };
      const body = '{"code":"FAIL","message":"失败"}';
      return { status: verdict === 'refused' ? 400 : 503, contentType: 'application/json', body };
    },

    query: ({ orderNo }, signal) => query(orderNo, signal),
    close: ({ orderNo }, signal) => close(orderNo, signal),
    refund,
    queryRefund: ({ refundNo }, signal) => queryRefund(refundNo, signal),

    readBillFile,

    async downloadBill(day, signal) {
      expectBill(day, parts.clock());
      const path = `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL&tar_type=GZIP`;
      const asked = client.call({ method: 'GET', path }, BillAddress, signal);
      const found = await orRefused<v.InferOutput<typeof BillAddress> | null>(asked, (code) =>
        code === 'NO_STATEMENT_EXIST' ? null : undefined,
      );
      return found ? readBill(await client.download(found.download_url, signal), found.hash_value) : [];
    },

    async probe(signal) {
      await query(NO_ORDER, signal);
      if (payers) await probePayers(payers, signal);
    },
  };
}
