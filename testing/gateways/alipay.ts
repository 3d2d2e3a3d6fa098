import { createPrivateKey, sign, X509Certificate } from 'node:crypto';
import { AlipaySdk } from 'alipay-sdk';
import { createAlipay } from '../../server/adapters/channels/alipay/alipay.ts';
import { type AlipayAccount, alipayTime } from '../../server/adapters/channels/alipay/client.ts';
import { certificateNumber, rootNumber } from '../../server/adapters/channels/alipay/signing.ts';
import { readCertificates } from '../../server/adapters/channels/keys.ts';
import { yuanOfFen } from '../../server/modules/shop/shop.ts';
import { alipayBill } from './bills.ts';
import { GATEWAY, MERCHANT, ROOTS } from './certificates.ts';
import { type FakeGateway, fetchOf, type NotificationFields, newTrade, takePayment } from './fake-gateway.ts';

export const ALIPAY: AlipayAccount = {
  appId: '2021000000000001',
  sellerId: '2088000000000001',
  privateKey: createPrivateKey(MERCHANT.privateKey),
  alipayKey: new X509Certificate(GATEWAY.certificate).publicKey,
  certificates: null,
  products: ['page', 'wap'],
  test: false,
};

/** The same account with certificates instead of keys. */
export const ALIPAY_BY_CERTIFICATES: AlipayAccount = {
  ...ALIPAY,
  certificates: {
    app: certificateNumber(new X509Certificate(MERCHANT.certificate)),
    alipay: certificateNumber(new X509Certificate(GATEWAY.certificate)),
    root: rootNumber(readCertificates(ROOTS)),
  },
};

/** The official package with Alipay's keys, to check our signatures. */
export const alipayOracle = new AlipaySdk({
  appId: ALIPAY.appId,
  privateKey: GATEWAY.privateKey,
  keyType: 'PKCS8',
  alipayPublicKey: pemOf(new X509Certificate(MERCHANT.certificate)),
});

export type FakeAlipay = FakeGateway & {
  account: AlipayAccount;
  /** The default bill. */
  bill: Buffer | null;
  /** Bills by day. */
  bills: Map<string, Buffer>;
  /** Refuses refunds with this code. */
  refusesRefunds: string | null;
  /** Makes a notification. */
  notification(fields: Record<string, string>): { headers: Record<string, string>; body: string };
};

export function createFakeAlipay(clock: () => Date, account: AlipayAccount = ALIPAY): FakeAlipay {
  const fetch = fetchOf(
    () => fake,
    (request) => answer(fake, request, clock()),
  );
  const fake: FakeAlipay = {
    account,
    fetch,
    channel: createAlipay(account, {
      fetch,
      clock,
      notifyUrl: 'https://manyu.test/pay/alipay/notify',
    }),
    trades: new Map(),
    asked: [],
    trouble: null,
    beforeAnswer: null,
    bill: null,
    bills: new Map(),
    setBill: (day, lines) => void fake.bills.set(day, alipayBill(lines)),
    refusesRefunds: null,
    notification: (fields) => ({
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
      body: new URLSearchParams(signNotification(fields)).toString(),
    }),
    pay(orderNo, says = {}) {
      const sent = fake.notification({ ...paidFields(fake, orderNo, says, clock()), ...says.more });
      return says.signature ? { ...sent, body: sent.body.replace(/sign=[^&]*/, `sign=${forgedSignature()}`) } : sent;
    },
    refundNotification(orderNo, refundNo) {
      const fields = paidFields(fake, orderNo, {}, clock());
      const refund = { refund_fee: '0.01', gmt_refund: `${alipayTime(clock())}.123`, out_biz_no: refundNo };
      return fake.notification({ ...fields, ...refund });
    },
  };
  return fake;
}

/** Signs like Alipay: `sign_type` is not part of the signed text. */
export function signNotification(fields: Record<string, string>): Record<string, string> {
  const text = Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&');
  return { ...fields, sign_type: 'RSA2', sign: signAsAlipay(text) };
}

function paidFields(fake: FakeAlipay, orderNo: string, says: NotificationFields, now: Date): Record<string, string> {
  const { title, amount, transactionId, paidAt } = takePayment(fake.trades, orderNo, now);
  return {
    notify_id: '2026112200222100000000000000000000',
    notify_type: 'trade_status_sync',
    notify_time: alipayTime(says.at ?? now),
    charset: 'utf-8',
    version: '1.0',
    app_id: says.app ?? fake.account.appId,
    auth_app_id: says.app ?? fake.account.appId,
    seller_id: says.merchant ?? fake.account.sellerId,
    out_trade_no: orderNo,
    trade_no: says.transactionId ?? transactionId,
    trade_status: 'TRADE_SUCCESS',
    subject: title || '充值100%',
    body: '',
    total_amount: yuanOfFen(says.amount ?? amount),
    receipt_amount: '0.00',
    gmt_create: alipayTime(now),
    gmt_payment: alipayTime(paidAt),
    fund_bill_list: '[{"amount":"6.00","fundChannel":"ALIPAYACCOUNT"}]',
  };
}

const BILL = 'https://dwbillcenter.alipay.com/downloadBillFile.resource?token=';

async function answer(fake: FakeAlipay, request: Request, now: Date): Promise<Response> {
  if (request.url.startsWith(BILL))
    return new Response(new Uint8Array(billOf(fake, request.url.slice(BILL.length)) ?? []));
  const params = Object.fromEntries([
    ...new URL(request.url).searchParams,
    ...new URLSearchParams(await request.text()),
  ]);
  const { method = '', biz_content = '{}' } = params;
  fake.asked.push(method);
  // Unlike notifications, requests are signed with `sign_type`. The package tries both.
  const isKnown = alipayOracle.checkNotifySign({ ...params }, true) && params.app_id === fake.account.appId;
  const result = isKnown ? resultOf(fake, method, JSON.parse(biz_content), now) : refusal('isv.invalid-signature');
  // Alipay escapes characters and slashes, and signs the escaped text.
  const text = JSON.stringify(result).replaceAll('/', '\\/');
  const certificate = fake.account.certificates && `"alipay_cert_sn":"${fake.account.certificates.alipay}",`;
  const signature = fake.trouble === 'unsigned' ? '' : signAsAlipay(text);
  const name = `${method.replaceAll('.', '_')}_response`;
  return new Response(`{"${name}":${text},${certificate ?? ''}"sign":"${signature}"}`);
}

function refusal(subCode: string): Record<string, string> {
  return { code: '40004', msg: 'Business Failed', sub_code: subCode, sub_msg: '“}”不行' };
}

function resultOf(fake: FakeAlipay, method: string, content: Record<string, string>, now: Date) {
  const done = { code: '10000', msg: 'Success' };
  const { out_trade_no: orderNo = '', out_request_no: refundNo = '' } = content;
  const found = fake.trades.get(orderNo);
  const trade = found ?? [...fake.trades.values()].find(({ transactionId }) => transactionId === content.trade_no);
  if (method === 'alipay.trade.precreate') {
    if (!found) fake.trades.set(orderNo, newTrade(String(content.subject), Number(content.total_amount) * 100));
    return { ...done, out_trade_no: orderNo, qr_code: 'https://qr.alipay.com/bax03431ljhokirwl38f00a7' };
  }
  if (method === 'alipay.data.dataservice.bill.downloadurl.query')
    return billOf(fake, content.bill_date)
      ? { ...done, bill_download_url: `${BILL}${content.bill_date}` }
      : refusal('isp.bill_not_exist');
  if (!trade) return refusal('ACQ.TRADE_NOT_EXIST');
  if (method === 'alipay.trade.query')
    return {
      ...done,
      out_trade_no: orderNo,
      trade_no: trade.transactionId,
      trade_status: { open: 'WAIT_BUYER_PAY', paid: 'TRADE_SUCCESS', closed: 'TRADE_CLOSED' }[trade.state],
      total_amount: yuanOfFen(trade.amount),
      ...(trade.state === 'paid' && { send_pay_date: alipayTime(trade.paidAt) }),
    };
  if (method === 'alipay.trade.close') {
    if (trade.state !== 'open') return refusal('ACQ.TRADE_STATUS_ERROR');
    trade.state = 'closed';
    return { ...done, out_trade_no: orderNo };
  }
  if (method === 'alipay.trade.refund') return refund(fake, trade, refundNo, Number(content.refund_amount) * 100);
  if (method === 'alipay.trade.fastpay.refund.query')
    return trade.refunds.has(refundNo) ? { ...done, refund_status: 'REFUND_SUCCESS', gmt: alipayTime(now) } : done;
  return refusal('isv.invalid-method');
}

function billOf({ bill, bills }: FakeAlipay, day = ''): Buffer | null {
  return bills.get(day) ?? bill;
}

function refund(fake: FakeAlipay, trade: { refunds: Map<string, number> }, refundNo: string, amount: number) {
  if (fake.refusesRefunds) return refusal(fake.refusesRefunds);
  const isNew = !trade.refunds.has(refundNo);
  trade.refunds.set(refundNo, amount);
  return { code: '10000', msg: 'Success', fund_change: isNew ? 'Y' : 'N' };
}

/** A signature with another key. */
function forgedSignature(): string {
  return encodeURIComponent(sign('sha256', Buffer.from('x'), MERCHANT.privateKey).toString('base64'));
}

function signAsAlipay(text: string): string {
  return sign('sha256', Buffer.from(text), GATEWAY.privateKey).toString('base64');
}

function pemOf({ publicKey }: X509Certificate): string {
  return String(publicKey.export({ type: 'spki', format: 'pem' }));
}
