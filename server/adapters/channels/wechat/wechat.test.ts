import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { Aes, Formatter, Rsa } from 'wechatpay-axios-plugin';
import { howMany, seedOf } from '../../../../testing/drills/drill.ts';
import { GATEWAY, MERCHANT, ROTATED, STRANGER } from '../../../../testing/gateways/certificates.ts';
import { newTrade } from '../../../../testing/gateways/fake-gateway.ts';
import {
  BOTH,
  createFakeWechat,
  type FakeWechat,
  signed,
  signerOf,
  WECHAT,
  WECHAT_BY_PUBLIC_KEY,
} from '../../../../testing/gateways/wechat.ts';
import { ChannelRefused, type Scene } from '../../../modules/shop/shop.ts';
import { authorization, faultOf, open } from './signing.ts';

const NOW = new Date('2026-12-22T10:00:00+08:00');
const NO = '20261122100000ABCDEFG';
const TRADE = {
  orderNo: NO,
  title: '充值100%',
  amount: 990,
  currency: 'CNY',
  returnUrl: 'https://manyu.test/payment?order=1',
  siteUrl: 'https://manyu.test',
  readerAddress: '203.0.113.9',
  expiresAt: new Date('2026-12-22T10:30:00+08:00'),
};
const trade = (scene: Scene) => ({ ...TRADE, scene });
const known = { orderNo: NO, reference: null };
const signal = new AbortController().signal;

let now = NOW;
let wechat: FakeWechat;
beforeEach(() => {
  now = NOW;
  wechat = createFakeWechat(() => now);
});
type Sent = { headers: Record<string, string>; body: string };
const parse = ({ headers, body }: Sent) => wechat.channel.parseNotify({ headers, body: Buffer.from(body), query: '' });
const later = (ms: number) => new Date(NOW.getTime() + ms);
const secondsOf = (date: Date) => String(date.getTime() / 1000);
const downloads = () => wechat.asked.filter((each) => each === 'GET /v3/certificates').length;

describe('an order', () => {
  test('is paid by a code on a desktop, with its expiry in the time of Shanghai', async () => {
    const { next } = await wechat.channel.create(trade('pc'), signal);
    expect(next).toEqual({ kind: 'qr', text: 'weixin://wxpay/bizpayurl?pr=p4lpSuKzz' });
    expect(wechat.asked).toEqual(['POST /v3/pay/transactions/native', 'GET /v3/certificates']);
    wechat.trades.clear();
    await wechat.channel.create(trade('pc'), signal);
    expect(JSON.parse(wechat.last.body)).toEqual({
      appid: WECHAT.appId,
      mchid: WECHAT.merchant.id,
      description: '充值100%',
      out_trade_no: NO,
      time_expire: '2026-12-22T10:30:00+08:00',
      notify_url: 'https://manyu.test/pay/wechat/notify',
      amount: { total: 990, currency: 'CNY' },
    });
  });

  test('is paid in WeChat from a phone, which returns to its page', async () => {
    const { next } = await wechat.channel.create(trade('mobile'), signal);
    if (next.kind !== 'redirect') throw new Error(next.kind);
    expect(Object.fromEntries(new URL(next.url).searchParams)).toEqual({
      prepay_id: 'wx20161',
      package: '2150917749',
      redirect_url: TRADE.returnUrl,
    });
    await wechat.channel.create(trade('mobile'), signal);
    expect(JSON.parse(wechat.last.body).scene_info).toMatchObject({ payer_client_ip: '203.0.113.9' });
  });

  test('is refused for a browser without a product', async () => {
    wechat = createFakeWechat(() => now, { ...WECHAT, appSecret: null, products: ['native'] });
    expect(wechat.channel.scenes).toEqual(['pc']);
    await expect(wechat.channel.create(trade('wechat'), signal)).rejects.toBeInstanceOf(ChannelRefused);
  });
});

describe('an answer of wechat', () => {
  test('is the state of an order, in fen', async () => {
    expect(await wechat.channel.query(known, signal)).toEqual({ state: 'none' });
    wechat.trades.set(NO, newTrade('', 990));
    expect(await wechat.channel.query(known, signal)).toEqual({ state: 'open' });
    wechat.pay(NO);
    expect(await wechat.channel.query(known, signal)).toMatchObject({
      state: 'paid',
      payment: { orderNo: NO, amount: 990, currency: 'CNY', merchant: '1900000109', app: WECHAT.appId, paidAt: NOW },
    });
    expect(await wechat.channel.close(known, signal)).toBe('paid');
  });

  test('closes an unpaid order, known or unknown, also twice', async () => {
    expect(await wechat.channel.close(known, signal)).toBe('closed');
    wechat.trades.set(NO, newTrade('', 990));
    expect(await wechat.channel.close(known, signal)).toBe('closed');
    expect(await wechat.channel.close(known, signal)).toBe('closed');
    expect(await wechat.channel.query(known, signal)).toEqual({ state: 'closed' });
  });

  test.each(['500', 'reset'] as const)('proves nothing after: %s', async (trouble) => {
    wechat.trouble = trouble;
    await expect(wechat.channel.query(known, signal)).rejects.toThrow();
    await expect(wechat.channel.close(known, signal)).rejects.toThrow();
  });

  test('is refused if it is unsigned, signed with another key, or old', async () => {
    wechat.trades.set(NO, newTrade('', 990));
    wechat.trouble = 'unsigned';
    await expect(wechat.channel.query(known, signal)).rejects.toThrow('signature');
    wechat.trouble = null;
    wechat.signer = { ...signerOf(GATEWAY), privateKey: STRANGER.privateKey };
    await expect(wechat.channel.query(known, signal)).rejects.toThrow();
  });

  test('is a failure while the clock is wrong, and the free check shows it', async () => {
    await wechat.channel.probe(signal);
    const slow = createFakeWechat(() => NOW, { ...WECHAT, merchant: { ...WECHAT.merchant, id: '1900000999' } });
    slow.account = WECHAT;
    await expect(slow.channel.probe(signal)).rejects.toThrow('SIGN_ERROR');
  });
});

describe('the certificates of the platform', () => {
  test('are downloaded once, and again when an unknown one is named', async () => {
    for (let i = 0; i < 3; i++) await parse(wechat.pay(NO));
    expect(downloads()).toBe(1);
    [wechat.certificates, wechat.signer] = [BOTH, signerOf(ROTATED)];
    now = later(60_000);
    for (let i = 0; i < 3; i++) await parse(wechat.pay(NO));
    expect(downloads()).toBe(2);
  });

  test('are not downloaded again for every unknown number', async () => {
    const { headers, body } = wechat.pay(NO);
    for (let i = 0; i < 20; i++) {
      const forged = { ...headers, 'wechatpay-serial': `1A${String(i).padStart(38, '0')}` };
      await expect(parse({ headers: forged, body })).rejects.toMatchObject({ reason: 'signature' });
    }
    expect(downloads()).toBe(1);
  });

  test('are accepted only if they are encrypted with the key of the shop and one of them has signed the answer', async () => {
    wechat.signer = signerOf(STRANGER);
    await expect(parse(wechat.pay(NO))).rejects.toThrow('the certificates of wechat');
  });

  test('are accepted only while they are valid', async () => {
    now = new Date('2019-01-01');
    await expect(parse(wechat.pay(NO))).rejects.toMatchObject({ reason: 'signature' });
    now = NOW;
    expect(await parse(wechat.pay(NO))).toMatchObject({ kind: 'paid' });
  });

  test('are not needed with a public key of WeChat', async () => {
    wechat = createFakeWechat(() => now, WECHAT_BY_PUBLIC_KEY);
    expect(await wechat.channel.query(known, signal)).toEqual({ state: 'none' });
    expect(wechat.last.headers.get('wechatpay-serial')).toBe(WECHAT_BY_PUBLIC_KEY.publicKey?.id);
    expect(await parse(wechat.pay(NO))).toMatchObject({ kind: 'paid' });
    expect(downloads()).toBe(0);
    wechat.signer = signerOf(GATEWAY);
    expect(await parse(wechat.pay(NO))).toMatchObject({ kind: 'paid' });
  });
});

describe('a refund', () => {
  const refund = { refundNo: `${NO}-1`, ...known, transactionId: '', paidAmount: 990, amount: 90, currency: 'CNY' };
  const paid = () => {
    wechat.trades.set(NO, newTrade('', 990));
    wechat.pay(NO);
    return { ...refund, transactionId: wechat.trades.get(NO)?.transactionId ?? '' };
  };

  test.each([
    ['SUCCESS', 'done'],
    ['PROCESSING', 'pending'],
    ['ABNORMAL', 'failed'],
    ['CLOSED', 'failed'],
  ] as const)('with the status %s is %s', async (status, state) => {
    const asked = paid();
    expect(await wechat.channel.queryRefund(asked, signal)).toBe('none');
    wechat.refunds = { status };
    expect(await wechat.channel.refund(asked, signal)).toBe(state);
    expect(await wechat.channel.queryRefund(asked, signal)).toBe(state);
    expect([...(wechat.trades.get(NO)?.refunds ?? [])]).toEqual([[asked.refundNo, 90]]);
  });

  test('is refused for good or temporarily, depending on the code', async () => {
    const asked = paid();
    expect(await wechat.channel.refund(refund, signal)).toBe('failed');
    wechat.refunds = { refuses: 'NOT_ENOUGH' };
    await expect(wechat.channel.refund(asked, signal)).rejects.toThrow('NOT_ENOUGH');
  });

  test('is reported by a notification, if it belongs to this shop', async () => {
    const own = wechat.refundNotification(NO, 'R-1');
    expect(await parse(own)).toEqual({ kind: 'refund', refundNo: 'R-1', state: 'done' });
    const other = { mchid: '1900000999', out_refund_no: 'R-1', refund_status: 'SUCCESS' };
    await expect(parse(wechat.notification('REFUND.SUCCESS', other))).rejects.toMatchObject({ reason: 'unreadable' });
  });
});

describe('a notification', () => {
  test('is valid for five minutes', async () => {
    for (const ms of [300_000, -300_000]) expect(await parse(wechat.pay(NO, { at: later(ms) }))).toBeTruthy();
    for (const ms of [301_000, -301_000])
      await expect(parse(wechat.pay(NO, { at: later(ms) }))).rejects.toMatchObject({ reason: 'time' });
  });

  test('that is a probe is refused without an alarm', async () => {
    const { headers, body } = wechat.pay(NO);
    const probe = { ...headers, 'wechatpay-signature': `WECHATPAY/SIGNTEST/${headers['wechatpay-signature']}` };
    await expect(parse({ headers: probe, body })).rejects.toMatchObject({ reason: 'probe' });
  });

  test('is answered with a status code, because a failure with 200 would count as success', () => {
    const { answer } = wechat.channel;
    expect([answer('accepted').status, answer('refused').status, answer('later').status]).toEqual([200, 400, 503]);
  });

  test.each([
    ['of another body', ({ headers, body }: Sent) => ({ headers, body: `${body} ` })],
    ['without headers', ({ body }: Sent) => ({ headers: {}, body })],
    [
      'of another time',
      ({ headers, body }: Sent) => ({ headers: { ...headers, 'wechatpay-timestamp': secondsOf(later(1000)) }, body }),
    ],
    ['of another nonce', ({ headers, body }: Sent) => ({ headers: { ...headers, 'wechatpay-nonce': 'x' }, body })],
    [
      'signed by the shop itself',
      ({ headers, body }: Sent) => ({
        headers: { ...headers, ...signed({ ...signerOf(GATEWAY), privateKey: MERCHANT.privateKey }, body, NOW) },
        body,
      }),
    ],
  ])('%s is refused', async (_how, change) => {
    await expect(parse(change(wechat.pay(NO)))).rejects.toMatchObject({ reason: 'signature' });
  });

  test('that is signed but encrypted with another key is unreadable', async () => {
    const body = JSON.stringify({
      event_type: 'TRANSACTION.SUCCESS',
      resource: {
        algorithm: 'AEAD_AES_256_GCM',
        nonce: '0123456789ab',
        ciphertext: Aes.AesGcm.encrypt('{}', 'another-key-of-thirty-two-bytes0', '0123456789ab'),
      },
    });
    const sent = { headers: signed(wechat.signer, body, NOW), body };
    await expect(parse(sent)).rejects.toMatchObject({ reason: 'unreadable' });
  });

  test.each([
    ['TRANSACTION.SUCCESS', { amount: { total: 1.5 } }],
    ['TRANSACTION.SUCCESS', { trade_state: 'NOTPAY' }],
  ])('of %s with %j is refused', async (type, says) => {
    const trade = { mchid: '1', appid: '1', out_trade_no: NO, transaction_id: '1', trade_state: 'SUCCESS' };
    const paid = { ...trade, success_time: NOW.toISOString(), amount: { total: 1 }, ...says };
    await expect(parse(wechat.notification(type, paid))).rejects.toMatchObject({ reason: 'unreadable' });
    for (const other of ['PAYSCORE.USER_OPEN_SERVICE', 'TRANSACTION.PAYBACK'])
      expect(await parse(wechat.notification(other, trade))).toEqual({ kind: 'other' });
  });
});

test('the official package accepts the signatures and encryption of this one, and vice versa', async () => {
  const key = String(WECHAT_BY_PUBLIC_KEY.publicKey?.key.export({ type: 'spki', format: 'pem' }));
  const findKey = async () => WECHAT_BY_PUBLIC_KEY.publicKey?.key ?? null;
  const text = fc.string({ unit: 'grapheme', maxLength: 60 });
  const property = fc.asyncProperty(
    text,
    fc.stringMatching(/^\/v3\/[\w/%?=&-]{0,30}$/),
    fc.nat(),
    async (body, path, seed) => {
      const header = authorization(WECHAT.merchant, { method: 'POST', path, body }, NOW);
      const [, nonce = '', signature = '', time = ''] =
        /nonce_str="(.*)",signature="(.*)",timestamp="(.*)",serial/.exec(header) ?? [];
      const merchantKey = MERCHANT.certificate;
      expect(Rsa.verify(Formatter.request('POST', path, time, nonce, body), signature, merchantKey)).toBe(true);
      const headers = signed({ serial: 'x', privateKey: GATEWAY.privateKey }, body, NOW);
      const bytes = Buffer.from(body);
      expect(await faultOf({ headers, body: bytes }, findKey, NOW)).toBe(null);
      const other = Buffer.concat([bytes, Buffer.from('!')]);
      if (bytes.length > 0) other[seed % bytes.length] = (other[seed % bytes.length] ?? 0) ^ 1;
      expect(await faultOf({ headers, body: other }, findKey, NOW)).toBe('signature');
      const [stamp = '', nonceThere = ''] = [headers['wechatpay-timestamp'], headers['wechatpay-nonce']];
      const signedText = Formatter.response(stamp, nonceThere, body);
      expect(Rsa.verify(signedText, headers['wechatpay-signature'] ?? '', key)).toBe(true);
      const sealed = { nonce: 'abcdef012345', associated_data: path, ciphertext: '' };
      sealed.ciphertext = Aes.AesGcm.encrypt(body, String(WECHAT.sealKey), sealed.nonce, path);
      expect(open(WECHAT.sealKey, sealed)).toBe(body);
      expect(() => open(WECHAT.sealKey, { ...sealed, associated_data: `${path}!` })).toThrow();
    },
  );
  await fc.assert(property, { numRuns: howMany({ test: 30, drill: 10_000 }), seed: seedOf('wechat signatures') });
});
