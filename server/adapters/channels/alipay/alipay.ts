import * as v from 'valibot';
import { cutText } from '../../../core/text/cut-text.ts';
import {
  type ChannelPayment,
  ChannelRefused,
  type NewTrade,
  type Scene,
  type TradeState,
  yuanOfFen,
} from '../../../modules/shop/shop.ts';
import {
  expectBill,
  type GatewayChannel,
  type GatewayParts,
  GatewayRefusal,
  NO_ORDER,
  orRefused,
  ShanghaiTime,
  Yuan,
} from '../gateway.ts';
import { readBill } from './bill.ts';
import { type AlipayAccount, type AlipayProduct, alipayTime, createAlipayClient } from './client.ts';
import { PAID, readNotification } from './notification.ts';

const UNKNOWN_TRADE = 'ACQ.TRADE_NOT_EXIST';
const WRONG_STATE: readonly string[] = ['ACQ.TRADE_STATUS_ERROR', 'ACQ.REASON_TRADE_STATUS_INVALID'];
/** Codes of refunds that will always fail. All other causes, such as an empty account, can pass. */
const HOPELESS: readonly string[] = [
  UNKNOWN_TRADE,
  'ACQ.TRADE_STATUS_ERROR',
  'ACQ.TRADE_HAS_FINISHED',
  'ACQ.TRADE_NOT_ALLOW_REFUND',
  'ACQ.REASON_TRADE_REFUND_FEE_ERR',
  'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL',
  'ACQ.DISCORDANT_REPEAT_REQUEST',
];
/** Codes of orders that will always fail. */
const NEVER_MADE: readonly string[] = ['ACQ.INVALID_PARAMETER', 'ACQ.TOTAL_FEE_EXCEED', 'ACQ.CONTEXT_INCONSISTENT'];
const NO_BILL: readonly string[] = ['isp.bill_not_exist', 'BILL_NOT_EXIST', 'isv.bill_not_exist'];

const Queried = v.object({
  trade_no: v.string(),
  trade_status: v.string(),
  total_amount: Yuan,
  send_pay_date: v.optional(ShanghaiTime),
});
const Precreated = v.object({ qr_code: v.string() });
const Refunded = v.object({ fund_change: v.optional(v.string()) });
const RefundQueried = v.object({ refund_status: v.optional(v.string()) });
const BillAddress = v.object({ bill_download_url: v.pipe(v.string(), v.url()) });
const Any = v.looseObject({});

/** The product for a scene. WeChat blocks links to Alipay. */
const PRODUCTS: Readonly<Record<Scene, readonly AlipayProduct[]>> = {
  pc: ['page', 'qr'],
  mobile: ['wap', 'qr'],
  wechat: [],
};
const PAGES = {
  page: { method: 'alipay.trade.page.pay', code: 'FAST_INSTANT_TRADE_PAY' },
  wap: { method: 'alipay.trade.wap.pay', code: 'QUICK_WAP_WAY' },
};

/** Alipay by OpenAPI v2: pages for browsers, and a code to scan. */
export function createAlipay(account: AlipayAccount, parts: GatewayParts): GatewayChannel {
  const client = createAlipayClient(account, parts);
  const productFor = (scene: Scene) => PRODUCTS[scene].find((product) => account.products.includes(product));
  const scenes = (['pc', 'mobile', 'wechat'] as const).filter(productFor);

  async function create(trade: NewTrade, signal: AbortSignal) {
    const product = productFor(trade.scene);
    if (!product) throw new ChannelRefused(`alipay has no product for ${trade.scene}`);
    const content = contentOf(trade);
    if (product !== 'qr') {
      const { method, code } = PAGES[product];
      const url = client.pageUrl(method, { ...content, product_code: code }, trade.returnUrl);
      return { next: { kind: 'redirect' as const, url }, reference: null };
    }
    const made = client.call('alipay.trade.precreate', content, Precreated, signal).catch((error) => {
      if (error instanceof GatewayRefusal && NEVER_MADE.includes(error.code)) throw new ChannelRefused(error.message);
      throw error;
    });
    return { next: { kind: 'qr' as const, text: (await made).qr_code }, reference: null };
  }

  async function query(orderNo: string, signal: AbortSignal): Promise<TradeState> {
    const asked = client.call('alipay.trade.query', { out_trade_no: orderNo }, Queried, signal);
    const found = await orRefused<v.InferOutput<typeof Queried> | null>(asked, (code) =>
      code === UNKNOWN_TRADE ? null : undefined,
    );
    if (!found) return { state: 'none' };
    if (!PAID.includes(found.trade_status))
      // A trade is closed after a full refund too.
      return { state: found.trade_status === 'TRADE_CLOSED' ? 'closed' : 'open' };
    return { state: 'paid', payment: paymentOf(orderNo, found) };
  }

  function paymentOf(orderNo: string, found: v.InferOutput<typeof Queried>): ChannelPayment {
    return {
      orderNo,
      transactionId: found.trade_no,
      // Alipay answers only about trades of the app that signs the query.
      merchant: account.sellerId,
      app: account.appId,
      amount: found.total_amount,
      currency: 'CNY',
      paidAt: found.send_pay_date ?? parts.clock(),
    };
  }

  async function close(orderNo: string, signal: AbortSignal): Promise<'closed' | 'paid'> {
    const closing = client.call('alipay.trade.close', { out_trade_no: orderNo }, Any, signal);
    return orRefused<'closed' | 'paid'>(
      closing.then(() => 'closed' as const),
      async (code) => {
        // The trade does not exist until the reader opens the page, which expires with the order.
        if (code === UNKNOWN_TRADE) return 'closed';
        if (!WRONG_STATE.includes(code)) return undefined;
        const { state } = await query(orderNo, signal);
        return state === 'paid' || state === 'closed' ? state : undefined;
      },
    );
  }

  async function queryRefund(orderNo: string, refundNo: string, signal: AbortSignal): Promise<'done' | 'none'> {
    const content = { out_trade_no: orderNo, out_request_no: refundNo };
    const asked = client.call('alipay.trade.fastpay.refund.query', content, RefundQueried, signal);
    const found = await orRefused<v.InferOutput<typeof RefundQueried>>(asked, (code) =>
      code === UNKNOWN_TRADE ? {} : undefined,
    );
    return found.refund_status === 'REFUND_SUCCESS' ? 'done' : 'none';
  }

  return {
    id: 'alipay',
    name: '支付宝',
    icon: 'alipay',
    test: account.test,
    scenes,
    currency: 'CNY',
    account: { merchant: account.sellerId, app: account.appId },
    create,
    parseNotify: async (raw) => readNotification(raw, account),
    answer: (verdict) => ({
      status: verdict === 'later' ? 503 : 200,
      contentType: 'text/plain',
      body: verdict === 'accepted' ? 'success' : 'fail',
    }),
    query: ({ orderNo }, signal) => query(orderNo, signal),
    close: ({ orderNo }, signal) => close(orderNo, signal),

    async refund({ orderNo, refundNo, transactionId, amount }, signal) {
      const content = { trade_no: transactionId, refund_amount: yuanOfFen(amount), out_request_no: refundNo };
      const asked = client.call('alipay.trade.refund', content, Refunded, signal);
      const done = await orRefused<v.InferOutput<typeof Refunded> | 'failed'>(asked, (code) =>
        HOPELESS.includes(code) ? 'failed' : undefined,
      );
      if (done === 'failed' || done.fund_change === 'Y') return done === 'failed' ? 'failed' : 'done';
      // No money moved in this try; an earlier try may have moved it.
      return (await queryRefund(orderNo, refundNo, signal)) === 'done' ? 'done' : 'pending';
    },

    queryRefund: ({ orderNo, refundNo }, signal) => queryRefund(orderNo, refundNo, signal),

    readBillFile: readBill,

    async downloadBill(day, signal) {
      expectBill(day, parts.clock());
      const asked = client.call(
        'alipay.data.dataservice.bill.downloadurl.query',
        { bill_type: 'trade', bill_date: day },
        BillAddress,
        signal,
      );
      const found = await orRefused<v.InferOutput<typeof BillAddress> | null>(asked, (code) =>
        NO_BILL.includes(code) ? null : undefined,
      );
      if (!found) return [];
      const response = await parts.fetch(found.bill_download_url, { signal });
      if (response.status !== 200) throw new Error(`the bill of alipay was answered with ${response.status}`);
      return readBill(Buffer.from(await response.arrayBuffer()));
    },

    async probe(signal) {
      await query(NO_ORDER, signal);
    },
  };
}

/** Alipay refuses titles with these signs, and titles that are too long. */
const MOST_LETTERS = 128;

function contentOf({ orderNo, title, amount, expiresAt }: NewTrade) {
  return {
    out_trade_no: orderNo,
    subject: cutText(title.replaceAll(/[/=&]/g, ' '), MOST_LETTERS),
    total_amount: yuanOfFen(amount),
    time_expire: alipayTime(expiresAt),
  };
}
