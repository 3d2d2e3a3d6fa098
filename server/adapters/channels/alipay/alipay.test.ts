import { createSign, X509Certificate } from 'node:crypto';
import { AlipaySdk } from 'alipay-sdk';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { howMany, seedOf } from '../../../../testing/drills/drill.ts';
import {
  ALIPAY,
  ALIPAY_BY_CERTIFICATES,
  alipayOracle,
  createFakeAlipay,
  type FakeAlipay,
  signNotification,
} from '../../../../testing/gateways/alipay.ts';
import { GATEWAY, MERCHANT, ROOTS } from '../../../../testing/gateways/certificates.ts';
import { newTrade } from '../../../../testing/gateways/fake-gateway.ts';
import { BadNotification, ChannelRefused, type Scene } from '../../../modules/shop/shop.ts';
import { isSignedNotification } from './signing.ts';

const NOW = new Date('2026-11-22T10:00:00+08:00');
const NO = '20261122100000ABCDEFG';
const TRADE = {
  orderNo: NO,
  title: '充值100%/A=B&C',
  amount: 990,
  currency: 'CNY',
  returnUrl: 'https://manyu.test/payment?order=1',
  siteUrl: 'https://manyu.test',
  readerAddress: '203.0.113.9',
  expiresAt: new Date('2026-11-22T10:30:00+08:00'),
};
const trade = (scene: Scene) => ({ ...TRADE, scene });
const known = { orderNo: NO, reference: null };
const signal = new AbortController().signal;

let alipay: FakeAlipay;
beforeEach(() => {
  alipay = createFakeAlipay(() => NOW);
});
const parse = ({ headers, body }: { headers: Record<string, string>; body: string }) =>
  alipay.channel.parseNotify({ headers, body: Buffer.from(body), query: '' });
const refusedFor = (reason: string) => ({ reason });

describe('an order', () => {
  test.each([
    ['pc', 'alipay.trade.page.pay', 'FAST_INSTANT_TRADE_PAY'],
    ['mobile', 'alipay.trade.wap.pay', 'QUICK_WAP_WAY'],
  ] as const)(
    'on %s is paid on a page whose address the official package finds signed',
    async (scene, method, code) => {
      const { next } = await alipay.channel.create(trade(scene), signal);
      if (next.kind !== 'redirect') throw new Error(next.kind);
      const params = Object.fromEntries(new URL(next.url).searchParams);
      expect(params).toMatchObject({
        method,
        app_id: ALIPAY.appId,
        sign_type: 'RSA2',
        charset: 'utf-8',
        timestamp: '2026-11-22 10:00:00',
        notify_url: 'https://manyu.test/pay/alipay/notify',
        return_url: TRADE.returnUrl,
      });
      expect(JSON.parse(params.biz_content ?? '')).toEqual({
        out_trade_no: NO,
        subject: '充值100% A B C',
        total_amount: '9.90',
        time_expire: '2026-11-22 10:30:00',
        product_code: code,
      });
      expect(alipayOracle.checkNotifySign(params, true)).toBe(true);
      expect(alipayOracle.checkNotifySign({ ...params, app_id: '1' }, true)).toBe(false);
      expect(alipay.asked).toEqual([]);
    },
  );

  test('is paid by a code if only that product is signed up for, and inside WeChat there is no step', async () => {
    const { channel, asked } = createFakeAlipay(() => NOW, { ...ALIPAY, products: ['qr'] });
    expect(channel.scenes).toEqual(['pc', 'mobile']);
    const { next } = await channel.create(trade('mobile'), signal);
    expect(next).toEqual({ kind: 'qr', text: 'https://qr.alipay.com/bax03431ljhokirwl38f00a7' });
    expect(asked).toEqual(['alipay.trade.precreate']);
    await expect(channel.create(trade('wechat'), signal)).rejects.toBeInstanceOf(ChannelRefused);
  });

  test('has the serial numbers of the certificates, equal to those of the official package', async () => {
    const { certificates } = ALIPAY_BY_CERTIFICATES;
    const sdk = new AlipaySdk({
      appId: ALIPAY.appId,
      privateKey: MERCHANT.privateKey,
      keyType: 'PKCS8',
      appCertContent: MERCHANT.certificate,
      alipayPublicCertContent: GATEWAY.certificate,
      alipayRootCertContent: ROOTS,
    });
    expect(certificates).toEqual({
      app: sdk.config.appCertSn,
      alipay: sdk.config.alipayCertSn,
      root: sdk.config.alipayRootCertSn,
    });
    expect(certificates?.root).not.toContain('_');
    const fake = createFakeAlipay(() => NOW, ALIPAY_BY_CERTIFICATES);
    const { next } = await fake.channel.create(trade('pc'), signal);
    expect(next).toMatchObject({ url: expect.stringContaining(`app_cert_sn=${certificates?.app}`) });
    expect(await fake.channel.query(known, signal)).toEqual({ state: 'none' });
    fake.account = { ...ALIPAY_BY_CERTIFICATES, certificates: { app: '', root: '', alipay: 'new' } };
    await expect(fake.channel.query(known, signal)).rejects.toThrow('another certificate');
  });
});

describe('an answer of alipay', () => {
  test('is the state of an order', async () => {
    expect(await alipay.channel.query(known, signal)).toEqual({ state: 'none' });
    alipay.trades.set(NO, newTrade('', 990));
    expect(await alipay.channel.query(known, signal)).toEqual({ state: 'open' });
    alipay.pay(NO);
    const payment = {
      orderNo: NO,
      transactionId: alipay.trades.get(NO)?.transactionId,
      merchant: ALIPAY.sellerId,
      app: ALIPAY.appId,
      amount: 990,
      currency: 'CNY',
      paidAt: NOW,
    };
    expect(await alipay.channel.query(known, signal)).toEqual({ state: 'paid', payment });
    expect(await alipay.channel.close(known, signal)).toBe('paid');
  });

  test('closes an unpaid order, known or unknown, also twice', async () => {
    expect(await alipay.channel.close(known, signal)).toBe('closed');
    alipay.trades.set(NO, newTrade('', 990));
    expect(await alipay.channel.close(known, signal)).toBe('closed');
    expect(await alipay.channel.close(known, signal)).toBe('closed');
    expect(await alipay.channel.query(known, signal)).toEqual({ state: 'closed' });
  });

  test.each(['500', 'reset', 'unsigned'] as const)('proves nothing after: %s', async (trouble) => {
    alipay.trouble = trouble;
    await expect(alipay.channel.query(known, signal)).rejects.toThrow();
    await expect(alipay.channel.close(known, signal)).rejects.toThrow();
    await expect(alipay.channel.probe(signal)).rejects.toThrow();
  });

  test('is a failure if the app has another key, and the free check shows it', async () => {
    await alipay.channel.probe(signal);
    alipay.account = { ...ALIPAY, appId: '2021000000000009' };
    await expect(alipay.channel.probe(signal)).rejects.toThrow('isv.invalid-signature');
  });
});

describe('a refund', () => {
  const refund = { refundNo: `${NO}-1`, ...known, transactionId: '', paidAmount: 990, amount: 990, currency: 'CNY' };
  const paid = () => {
    alipay.trades.set(NO, newTrade('', 990));
    alipay.pay(NO);
    return { ...refund, transactionId: alipay.trades.get(NO)?.transactionId ?? '' };
  };

  test('is done once for repeated calls', async () => {
    const asked = paid();
    expect(await alipay.channel.queryRefund(asked, signal)).toBe('none');
    expect(await alipay.channel.refund(asked, signal)).toBe('done');
    expect(await alipay.channel.refund(asked, signal)).toBe('done');
    expect([...(alipay.trades.get(NO)?.refunds ?? [])]).toEqual([[asked.refundNo, 990]]);
    expect(await alipay.channel.queryRefund(asked, signal)).toBe('done');
  });

  test('is refused for good or temporarily, depending on the code', async () => {
    const asked = paid();
    expect(await alipay.channel.refund(refund, signal)).toBe('failed');
    alipay.refusesRefunds = 'ACQ.SELLER_BALANCE_NOT_ENOUGH';
    await expect(alipay.channel.refund(asked, signal)).rejects.toThrow('SELLER_BALANCE_NOT_ENOUGH');
  });

  test('is reported by a notification in which the trade is still a success', async () => {
    paid();
    expect(await parse(alipay.refundNotification(NO, 'R-1'))).toEqual({
      kind: 'refund',
      refundNo: 'R-1',
      state: 'done',
    });
    alipay.account = { ...ALIPAY, appId: '2021000000000009' };
    await expect(parse(alipay.refundNotification(NO, 'R-1'))).rejects.toMatchObject(refusedFor('unreadable'));
  });
});

describe('a notification', () => {
  const signedFields = () => Object.fromEntries(new URLSearchParams(alipay.pay(NO).body));

  test('of a title with a per cent sign is accepted, also by the official package', async () => {
    const fields = signedFields();
    expect(fields.subject).toBe('充值100%');
    expect(alipayOracleOfShop.checkNotifySignV2(fields)).toBe(true);
    expect(await parse(alipay.pay(NO))).toMatchObject({ kind: 'paid', payment: { orderNo: NO, amount: 600 } });
  });

  test('is answered with the exact word that alipay expects', () => {
    const { answer } = alipay.channel;
    expect(answer('accepted')).toEqual({ status: 200, contentType: 'text/plain', body: 'success' });
    expect(answer('refused').body).toBe('fail');
    expect(answer('later')).toMatchObject({ status: 503, body: 'fail' });
  });

  test('signed with SHA-1 is refused, although the package accepts it', async () => {
    const { sign: _sign, sign_type: _type, ...fields } = signedFields();
    const text = Object.keys(fields)
      .sort()
      .map((name) => `${name}=${fields[name]}`)
      .join('&');
    const weak = {
      ...fields,
      sign_type: 'RSA',
      sign: createSign('RSA-SHA1').update(text).sign(GATEWAY.privateKey, 'base64'),
    };
    expect(alipayOracleOfShop.checkNotifySignV2(weak)).toBe(true);
    const sent = (params: Record<string, string>) =>
      parse({ headers: {}, body: new URLSearchParams(params).toString() });
    await expect(sent(weak)).rejects.toMatchObject(refusedFor('signature'));
    await expect(sent({ ...weak, sign_type: 'RSA2' })).rejects.toMatchObject(refusedFor('signature'));
    await expect(sent({ ...signedFields(), sign_type: 'RSA' })).rejects.toMatchObject(refusedFor('signature'));
  });

  test.each([
    ['without a signature', (body: string) => body.replace(/&sign=[^&]*/, ''), 'signature'],
    ['of another amount', (body: string) => body.replace('total_amount=6.00', 'total_amount=0.01'), 'signature'],
    ['with a field twice', (body: string) => `${body}&total_amount=6.00`, 'unreadable'],
    ['with a signature written otherwise', (body: string) => body.replace(/(&sign=[^&]*?)(%3D)*$/, '$1'), 'signature'],
    ['with a field more', (body: string) => `${body}&extra=1`, 'signature'],
    ['of no form', () => '{"a":1}', 'signature'],
    ['of nothing', () => '', 'signature'],
  ])('%s is refused', async (_how, change, reason) => {
    const { headers, body } = alipay.pay(NO);
    await expect(parse({ headers, body: change(body) })).rejects.toMatchObject(refusedFor(reason));
  });

  test.each<Record<string, string>>([
    { total_amount: '6,00' },
    { total_amount: '6e0' },
    { gmt_payment: 'today' },
    { gmt_payment: '' },
  ])('that is signed but has %j is unreadable', async (wrong) => {
    await expect(parse(alipay.notification({ ...unsigned(signedFields()), ...wrong }))).rejects.toBeInstanceOf(
      BadNotification,
    );
  });

  test.each([
    [{ trade_status: 'TRADE_FINISHED' }, 'paid'],
    [{ trade_status: 'WAIT_BUYER_PAY' }, 'other'],
    [{ trade_status: 'TRADE_CLOSED' }, 'other'],
    [{ a_field_of_next_year: '“&=”' }, 'paid'],
  ])('with %j is %s', async (says, kind) => {
    expect(await parse(alipay.notification({ ...unsigned(signedFields()), ...says }))).toMatchObject({ kind });
  });

  const unsigned = ({ sign: _sign, sign_type: _type, ...fields }: Record<string, string>) => fields;
});

/** As the shop would use it. */
const alipayOracleOfShop = new AlipaySdk({
  appId: ALIPAY.appId,
  privateKey: MERCHANT.privateKey,
  keyType: 'PKCS8',
  alipayPublicKey: String(new X509Certificate(GATEWAY.certificate).publicKey.export({ type: 'spki', format: 'pem' })),
});

test('the official package and this one agree on the signature of any notification', () => {
  const name = fc.stringMatching(/^[a-z_]{1,12}$/).filter((each) => !each.startsWith('sign'));
  const anyParams = fc.dictionary(name, fc.string({ unit: 'grapheme', maxLength: 20 }), { minKeys: 1, maxKeys: 8 });
  const property = fc.property(anyParams, fc.nat(), (params, seed) => {
    const sent = Object.fromEntries(new URLSearchParams(new URLSearchParams(signNotification(params)).toString()));
    expect(isSignedNotification(sent, ALIPAY.alipayKey)).toBe(true);
    expect(alipayOracleOfShop.checkNotifySignV2(sent)).toBe(true);
    const names = Object.keys(params);
    const changed = { ...sent, [names[seed % names.length] ?? '']: 'changed' };
    expect(isSignedNotification(changed, ALIPAY.alipayKey)).toBe(alipayOracleOfShop.checkNotifySignV2(changed));
  });
  fc.assert(property, { numRuns: howMany({ test: 80, drill: 10_000 }), seed: seedOf('alipay notifications') });
});
