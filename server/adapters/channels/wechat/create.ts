import { randomBytes, sign } from 'node:crypto';
import * as v from 'valibot';
import { cutText } from '../../../core/text/cut-text.ts';
import { shanghaiTime } from '../../../core/time/shanghai-day.ts';
import { ChannelRefused, type CreatedTrade, type NewTrade } from '../../../modules/shop/shop.ts';
import { type GatewayParts, GatewayRefusal } from '../gateway.ts';
import type { WechatAccount, WechatClient, WechatProduct } from './client.ts';

/** Codes of orders that will always fail. A used or paid number does not end an order. */
const NEVER_MADE: readonly string[] = [
  'PARAM_ERROR',
  'INVALID_REQUEST',
  'NO_AUTH',
  'APPID_MCHID_NOT_MATCH',
  'MCH_NOT_EXISTS',
  'RULE_LIMIT',
  'ORDER_CLOSED',
];

const Native = v.object({ code_url: v.string() });
const H5 = v.object({ h5_url: v.pipe(v.string(), v.url()) });
const Jsapi = v.object({ prepay_id: v.pipe(v.string(), v.minLength(1)) });

/** An h5 address is valid for five minutes; the reader needs some time to open it. */
const H5_LASTS_MS = 4.5 * 60 * 1000;

type Parts = Pick<GatewayParts, 'clock' | 'notifyUrl'> & { account: WechatAccount; client: WechatClient };

/** Creates a trade of a product: a code to scan, an address that opens WeChat, or a script inside WeChat. */
export function createTrades({ account, client, clock, notifyUrl }: Parts) {
  async function make<Schema extends v.GenericSchema>(
    product: WechatProduct,
    content: object,
    schema: Schema,
    signal: AbortSignal,
  ): Promise<v.InferOutput<Schema>> {
    const request = { method: 'POST' as const, path: `/v3/pay/transactions/${product}`, content };
    return client.call(request, schema, signal).catch((error: unknown) => {
      if (error instanceof GatewayRefusal && NEVER_MADE.includes(error.code)) throw new ChannelRefused(error.message);
      throw error;
    });
  }

  const by: Readonly<Record<WechatProduct, (trade: NewTrade, signal: AbortSignal) => Promise<CreatedTrade>>> = {
    async native(trade, signal) {
      const { code_url } = await make('native', contentOf(trade, account, notifyUrl), Native, signal);
      return { next: { kind: 'qr', text: code_url }, reference: null };
    },

    async h5(trade, signal) {
      const scene_info = { payer_client_ip: trade.readerAddress, h5_info: { type: 'Wap', app_url: trade.siteUrl } };
      const content = { ...contentOf(trade, account, notifyUrl), scene_info };
      const { h5_url } = await make('h5', content, H5, signal);
      const url = new URL(h5_url);
      url.searchParams.set('redirect_url', trade.returnUrl);
      const nextUntil = new Date(clock().getTime() + H5_LASTS_MS);
      return { next: { kind: 'redirect', url: String(url) }, reference: null, nextUntil };
    },

    async jsapi(trade, signal) {
      if (trade.payer === undefined) throw new Error('wechat has to know who pays inside it');
      const content = { ...contentOf(trade, account, notifyUrl), payer: { openid: trade.payer } };
      const { prepay_id } = await make('jsapi', content, Jsapi, signal);
      return { next: { kind: 'jsapi', params: bridgeParams(account, prepay_id, clock()) }, reference: null };
    },
  };
  return by;
}

/** The parameters of WeChat's script `getBrandWCPayRequest`, signed by the shop. */
export function bridgeParams(
  { appId, merchant }: Pick<WechatAccount, 'appId' | 'merchant'>,
  prepayId: string,
  now: Date,
): Record<string, string> {
  const timeStamp = String(Math.floor(now.getTime() / 1000));
  const nonceStr = randomBytes(16).toString('hex');
  const text = `${appId}\n${timeStamp}\n${nonceStr}\nprepay_id=${prepayId}\n`;
  const paySign = sign('sha256', Buffer.from(text), merchant.privateKey).toString('base64');
  return { appId, timeStamp, nonceStr, package: `prepay_id=${prepayId}`, signType: 'RSA', paySign };
}

/** 127 bytes of UTF-8 are allowed. */
const MOST_LETTERS = 42;

function contentOf(
  { orderNo, title, amount, currency, expiresAt }: NewTrade,
  account: WechatAccount,
  notifyUrl: string,
) {
  return {
    appid: account.appId,
    mchid: account.merchant.id,
    description: cutText(title, MOST_LETTERS),
    out_trade_no: orderNo,
    time_expire: `${shanghaiTime(expiresAt).slice(0, 19)}+08:00`,
    notify_url: notifyUrl,
    amount: { total: amount, currency },
  };
}
