import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Aes, Formatter, Rsa } from 'wechatpay-axios-plugin';
import type { WechatAccount } from '../../server/adapters/channels/wechat/client.ts';
import { createWechat } from '../../server/adapters/channels/wechat/wechat.ts';
import { wechatBill } from './bills.ts';
import { GATEWAY, MERCHANT, ROTATED } from './certificates.ts';
import {
  type FakeGateway,
  type FakeTrade,
  fetchOf,
  type NotificationFields,
  newTrade,
  takePayment,
} from './fake-gateway.ts';

const SEAL_KEY = 'a-key-of-thirty-two-bytes-012345';

export const WECHAT: WechatAccount = {
  merchant: {
    id: '1900000109',
    certificateSerial: new X509Certificate(MERCHANT.certificate).serialNumber,
    privateKey: createPrivateKey(MERCHANT.privateKey),
  },
  appId: 'wxd678efa567ab6787',
  sealKey: Buffer.from(SEAL_KEY),
  publicKey: null,
  appSecret: '0123456789abcdef0123456789abcdef',
  products: ['native', 'h5', 'jsapi'],
};

/** The same account with a public key, which WeChat gives to new shops instead of certificates. */
export const WECHAT_BY_PUBLIC_KEY: WechatAccount = {
  ...WECHAT,
  publicKey: {
    id: 'PUB_KEY_ID_0119000001092026112200001',
    key: new X509Certificate(GATEWAY.certificate).publicKey,
  },
};

type Signer = { serial: string; privateKey: string };
export const signerOf = ({ certificate, privateKey }: typeof GATEWAY): Signer => ({
  serial: new X509Certificate(certificate).serialNumber,
  privateKey,
});

export type FakeWechat = FakeGateway & {
  account: WechatAccount;
  signer: Signer;
  /** The platform certificates that can be downloaded. */
  certificates: readonly string[];
  /** The default bill. */
  bill: string | null;
  /** Bills by day. */
  bills: Map<string, string>;
  /** Returns a wrong digest of the bill. */
  lies: boolean;
  /** The state of refunds, or the code with which they are refused. */
  refunds: { status?: string; refuses?: string };
  /** The openid for each code. A code is valid once. */
  payers: Map<string, string>;
  /** The number of h5 addresses it has made; each is different. */
  addresses: number;
  /** Refuses trades with this code. */
  makesNone: string | null;
  /** The last request. */
  last: { body: string; headers: Headers };
  notification(eventType: string, resource: object, at?: Date): { headers: Record<string, string>; body: string };
};

export function createFakeWechat(clock: () => Date, account: WechatAccount = WECHAT): FakeWechat {
  const fetch = fetchOf(
    () => fake,
    (request) => answer(fake, request, clock()),
  );
  const fake: FakeWechat = {
    account,
    fetch,
    signer: account.publicKey ? { serial: account.publicKey.id, privateKey: GATEWAY.privateKey } : signerOf(GATEWAY),
    certificates: [GATEWAY.certificate],
    channel: createWechat(account, {
      fetch,
      clock,
      notifyUrl: 'https://manyu.test/pay/wechat/notify',
    }),
    trades: new Map(),
    asked: [],
    trouble: null,
    beforeAnswer: null,
    bill: null,
    bills: new Map(),
    setBill: (day, lines) => void fake.bills.set(day, wechatBill(lines)),
    lies: false,
    refunds: {},
    payers: new Map(),
    addresses: 0,
    makesNone: null,
    last: { body: '', headers: new Headers() },
    notification(eventType, resource, at = clock()) {
      const body = JSON.stringify({
        id: 'EV-2018022511223320873',
        create_time: at.toISOString(),
        resource_type: 'encrypt-resource',
        event_type: eventType,
        summary: '支付成功',
        resource: { ...seal(JSON.stringify(resource), 'transaction'), original_type: 'transaction' },
      });
      return { headers: { 'content-type': 'application/json', ...signed(fake.signer, body, at) }, body };
    },
    pay(orderNo, says = {}) {
      const trade = takePayment(fake.trades, orderNo, clock());
      const sent = fake.notification(
        'TRANSACTION.SUCCESS',
        { ...tradeOf(fake, orderNo, trade, says), ...says.more },
        says.at,
      );
      if (!says.signature) return sent;
      // Signed by the merchant, not by WeChat.
      const forged = signed({ ...fake.signer, privateKey: MERCHANT.privateKey }, sent.body, says.at ?? clock());
      const probe = { 'wechatpay-signature': `WECHATPAY/SIGNTEST/${forged['wechatpay-signature']}` };
      return { ...sent, headers: { ...sent.headers, ...forged, ...(says.signature === 'probe' && probe) } };
    },
    refundNotification: (orderNo, refundNo) =>
      fake.notification('REFUND.SUCCESS', {
        mchid: account.merchant.id,
        out_trade_no: orderNo,
        out_refund_no: refundNo,
        refund_status: 'SUCCESS',
      }),
  };
  return fake;
}

/** Both certificates, as during WeChat's rotation. */
export const BOTH = [GATEWAY.certificate, ROTATED.certificate];

function seal(text: string, associatedData: string) {
  const nonce = Formatter.nonce(12);
  return {
    algorithm: 'AEAD_AES_256_GCM',
    associated_data: associatedData,
    nonce,
    ciphertext: Aes.AesGcm.encrypt(text, SEAL_KEY, nonce, associatedData),
  };
}

export function signed({ serial, privateKey }: Signer, body: string, at: Date): Record<string, string> {
  const [timestamp, nonce] = [String(Math.floor(at.getTime() / 1000)), Formatter.nonce()];
  return {
    'wechatpay-serial': serial,
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-signature': Rsa.sign(Formatter.response(timestamp, nonce, body), privateKey),
  };
}

function tradeOf(fake: FakeWechat, orderNo: string, trade: FakeTrade, says: NotificationFields = {}) {
  const states = { open: 'NOTPAY', paid: 'SUCCESS', closed: 'CLOSED' };
  const paid = {
    transaction_id: says.transactionId ?? trade.transactionId,
    success_time: trade.paidAt.toISOString(),
    trade_type: 'NATIVE',
    amount: {
      total: says.amount ?? trade.amount,
      payer_total: 1,
      currency: says.currency ?? 'CNY',
      payer_currency: 'CNY',
    },
    promotion_detail: [{ coupon_id: '109519', name: '充值100%' }],
  };
  return {
    mchid: says.merchant ?? fake.account.merchant.id,
    appid: says.app ?? fake.account.appId,
    out_trade_no: orderNo,
    trade_state: states[trade.state],
    ...(trade.state === 'paid' && paid),
  };
}

const AUTHORIZATION =
  /^WECHATPAY2-SHA256-RSA2048 mchid="(\d+)",nonce_str="(\w+)",signature="([^"]+)",timestamp="(\d+)",serial_no="(\w+)"$/;
const H5 = 'https://wx.tenpay.com/cgi-bin/mmpayweb-bin/checkmweb?package=2150917749&prepay_id=wx2016';
export const PREPAID = 'wx201410272009395522657a690389285100';
const BILL = 'https://api.mch.weixin.qq.com/v3/billdownload/file?token=x%2F';

async function answer(fake: FakeWechat, request: Request, now: Date): Promise<Response> {
  const { origin, pathname, search, searchParams } = new URL(request.url);
  const body = await request.text();
  fake.asked.push(`${request.method} ${pathname}`);
  fake.last = { body, headers: request.headers };
  if (origin === 'https://api.weixin.qq.com') return payerOf(fake, request.url);
  const header = request.headers.get('authorization') ?? '';
  const [, mchid, nonce = '', signature = '', timestamp = '', serial] = AUTHORIZATION.exec(header) ?? [];
  const text = Formatter.request(request.method, pathname + search, timestamp, nonce, body);
  const certificate = new X509Certificate(MERCHANT.certificate);
  const isKnown =
    Rsa.verify(text, signature, String(certificate.publicKey.export({ type: 'spki', format: 'pem' }))) &&
    mchid === fake.account.merchant.id &&
    serial === certificate.serialNumber &&
    Math.abs(Number(timestamp) * 1000 - now.getTime()) <= 300_000;
  if (!isKnown) return Response.json({ code: 'SIGN_ERROR', message: '签名错误' }, { status: 401 });
  if (request.url.startsWith(BILL))
    return new Response(new Uint8Array(gzipSync(Buffer.from(billOf(fake, request.url.slice(BILL.length)) ?? ''))));
  if (pathname === '/v3/bill/tradebill')
    return answerSigned(fake, billResult(fake, searchParams.get('bill_date')), now);
  const result = resultOf(fake, `${request.method} ${pathname}`, body === '' ? {} : JSON.parse(body));
  return answerSigned(fake, result, now);
}

function answerSigned(fake: FakeWechat, { status, content }: Result, now: Date): Response {
  const answered = content === null ? '' : JSON.stringify(content);
  const headers = fake.trouble === 'unsigned' ? {} : signed(fake.signer, answered, now);
  return new Response(content === null ? null : answered, { status, headers });
}

/** The API of official accounts, which has no signatures and always responds with 200. */
function payerOf({ account, payers }: FakeWechat, url: string): Response {
  const asked = Object.fromEntries(new URL(url).searchParams);
  const says = (content: object) =>
    new Response(JSON.stringify(content), { headers: { 'content-type': 'text/plain' } });
  if (asked.secret !== account.appSecret) return says({ errcode: 40125, errmsg: 'invalid appsecret, rid: 1' });
  const openid = payers.get(asked.code ?? '');
  if (asked.appid !== account.appId || openid === undefined) return says({ errcode: 40029, errmsg: 'invalid code' });
  payers.delete(asked.code ?? '');
  return says({ access_token: 'A', expires_in: 7200, refresh_token: 'R', openid, scope: 'snsapi_base' });
}

function billOf({ bill, bills }: FakeWechat, day: string | null): string | null {
  return bills.get(day ?? '') ?? bill;
}

function billResult(fake: FakeWechat, day: string | null): Result {
  const bill = billOf(fake, day);
  if (bill === null) return refusal(400, 'NO_STATEMENT_EXIST');
  const hash = createHash('sha1')
    .update(fake.lies ? '' : bill)
    .digest('hex');
  return { status: 200, content: { download_url: `${BILL}${day}`, hash_type: 'SHA1', hash_value: hash } };
}

type Result = { status: number; content: object | null };
const refusal = (status: number, code: string): Result => ({ status, content: { code, message: '不行' } });

function resultOf(fake: FakeWechat, asked: string, content: Record<string, unknown>): Result {
  const ok = (result: object): Result => ({ status: 200, content: result });
  if (asked === 'GET /v3/certificates') return ok({ data: fake.certificates.map(sealedCertificate) });
  const refundNo = /^GET \/v3\/refund\/domestic\/refunds\/(.+)$/.exec(asked)?.[1] ?? String(content.out_refund_no);
  if (asked.includes('/v3/refund/')) return refundResult(fake, asked, refundNo, content);
  const orderNo = /out-trade-no\/([^/]+)/.exec(asked)?.[1] ?? String(content.out_trade_no);
  const trade = fake.trades.get(orderNo);
  const made = /^POST \/v3\/pay\/transactions\/(native|h5|jsapi)$/.exec(asked)?.[1];
  if (made && fake.makesNone !== null) return refusal(400, fake.makesNone);
  if (made) {
    if (!trade) fake.trades.set(orderNo, newTrade(String(content.description), totalOf(content)));
    if (made === 'native') return ok({ code_url: 'weixin://wxpay/bizpayurl?pr=p4lpSuKzz' });
    return ok(made === 'h5' ? { h5_url: `${H5}${++fake.addresses}` } : { prepay_id: PREPAID });
  }
  if (!trade) return refusal(404, 'ORDER_NOT_EXIST');
  if (!asked.endsWith('/close')) return ok(tradeOf(fake, orderNo, trade));
  if (trade.state !== 'open') return refusal(400, trade.state === 'paid' ? 'ORDERPAID' : 'ORDER_CLOSED');
  trade.state = 'closed';
  return { status: 204, content: null };
}

function refundResult(fake: FakeWechat, asked: string, refundNo: string, content: Record<string, unknown>): Result {
  const all = [...fake.trades.values()];
  if (asked.startsWith('POST')) {
    const trade = all.find(({ transactionId }) => transactionId === content.transaction_id);
    if (!trade || fake.refunds.refuses) return refusal(403, fake.refunds.refuses ?? 'RESOURCE_NOT_EXISTS');
    trade.refunds.set(refundNo, Number(Object(content.amount).refund));
  }
  const isKnown = all.some(({ refunds }) => refunds.has(refundNo));
  if (!isKnown) return refusal(404, 'RESOURCE_NOT_EXISTS');
  return { status: 200, content: { status: fake.refunds.status ?? 'SUCCESS', out_refund_no: refundNo } };
}

function totalOf({ amount }: Record<string, unknown>): number {
  return Number(Object(amount).total);
}

function sealedCertificate(certificate: string) {
  return {
    serial_no: new X509Certificate(certificate).serialNumber,
    effective_time: '2026-01-01T00:00:00+08:00',
    expire_time: '2126-01-01T00:00:00+08:00',
    encrypt_certificate: seal(certificate, 'certificate'),
  };
}
