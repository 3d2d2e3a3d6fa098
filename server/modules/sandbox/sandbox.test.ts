import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createSandboxChannel } from '../../adapters/channels/sandbox.ts';
import { shanghaiDay } from '../../core/shanghai-day.ts';
import { ownFetchOf, startTestApp, type TestApp } from '../../testing/app.ts';
import { signedIn } from '../../testing/readers.ts';
import { orderBy, press, seenBy } from '../../testing/shop.ts';
import { type Channel, ChannelRefused } from '../shop/shop.ts';
import { readKeys } from './key-store.ts';
import { signBody } from './sandbox.ts';

let site: TestApp;
let token: string;
let channel: Channel;
/** Answers to notifications that are lost on the way; counted down. */
let lost = 0;
let told: { path: string; body: string }[] = [];
const anySignal = new AbortController().signal;

beforeAll(async () => {
  const own = ownFetchOf(() => site);
  site = await startTestApp({
    ownFetch: (path, request) => {
      if (path.startsWith('/pay/')) told.push({ path, body: String(request.body) });
      return path.startsWith('/pay/') && lost-- > 0
        ? Promise.reject(new TypeError('fetch failed'))
        : own(path, request);
    },
  });
  token = (await signedIn(site)).token;
  await site.pool.query('update account.reader set adult = true');
  channel = createSandboxChannel({ ownFetch: own, keys: () => readKeys(site.pool), clock: () => new Date() });
});
afterAll(() => site.close());
afterEach(() => {
  site.setTime(null);
  lost = 0;
  told = [];
});

const SECOND_MS = 1000;

describe('the page of the cashier', () => {
  test('needs no script, stands in no frame, and sends its form to this site alone', async () => {
    const { cashier } = await orderBy(site, token);
    const { headers, body } = await site.http.inject(cashier);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
    });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain("form-action 'self'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(body).not.toContain('<script');
    for (const text of ['付两次', '通知晚到', '不发通知']) expect(body).toContain(text);
  });

  test('shows what others wrote as text', async () => {
    const now = new Date(Date.now() + 60_000);
    const trade = {
      orderNo: `T-${randomUUID().slice(0, 8)}`,
      title: '<b>"充值100%"</b>',
      amount: 990,
      currency: 'CNY',
    };
    const where = { returnUrl: 'http://a/payment', siteUrl: 'http://a', readerAddress: '::1', expiresAt: now };
    const { next } = await channel.create({ ...trade, ...where, scene: 'pc' }, anySignal);
    const { body } = await site.http.inject(next.kind === 'redirect' ? new URL(next.url).pathname : '');
    expect(body).toContain('&#60;b&#62;&#34;充值100%&#34;&#60;/b&#62;');
    expect(body).toContain('9.90');
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another site beside this', { 'sec-fetch-site': 'same-site' }],
    ['an older browser on another site', { origin: 'https://evil.example' }],
    ['nobody knows where', {}],
  ])('refuses a form from %s', async (_where, headers) => {
    const { orderId, cashier } = await orderBy(site, token);
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const posted = { method: 'POST', url: cashier, headers: { ...type, ...headers }, payload: 'act=pay' } as const;
    expect(await site.http.inject(posted)).toMatchObject({ statusCode: 403 });
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'created' });
  });

  test('takes a form of an older browser on this site', async () => {
    const { orderId, cashier } = await orderBy(site, token);
    const headers = { host: 'manyu.example', origin: 'http://manyu.example' };
    expect(await site.http.inject({ method: 'POST', url: cashier, headers, payload: 'act=pay' })).toMatchObject({
      statusCode: 303,
    });
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'granted' });
  });

  test('is over once it is paid or cancelled, and says which', async () => {
    const [paid, cancelled] = [await orderBy(site, token), await orderBy(site, token)];
    await press(site, paid.cashier, 'pay');
    await press(site, cancelled.cashier, 'cancel');
    expect((await site.http.inject(paid.cashier)).body).toContain('已付款');
    expect((await site.http.inject(cancelled.cashier)).body).toContain('订单已关闭');
    for (const { cashier } of [paid, cancelled]) {
      expect((await site.http.inject(cashier)).body).not.toContain('<form');
      expect((await press(site, cashier, 'pay')).statusCode).toBe(303);
    }
    expect(await channel.query({ orderNo: cancelled.orderId, reference: null }, anySignal)).toEqual({
      state: 'closed',
    });
    expect(told).toHaveLength(1);
  });

  test('can not be paid any more once the order has expired', async () => {
    const { orderId, cashier, expiresAt } = await orderBy(site, token);
    site.setTime(new Date(expiresAt));
    expect((await site.http.inject(cashier)).body).not.toContain('<form');
    await press(site, cashier, 'pay');
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'created', next: null });
  });

  test('is nowhere else', async () => {
    const answer = await site.http.inject(`/sandbox/cashier/${'0'.repeat(32)}`);
    expect(answer).toMatchObject({ statusCode: 404 });
    expect(answer.body).toContain('没有这张订单');
    for (const url of ['/sandbox/', '/sandbox/cashier/x', '/sandbox/api/create'])
      expect((await site.http.inject(url)).statusCode, url).toBe(404);
    expect((await site.http.inject({ method: 'PUT', url: '/sandbox/' })).statusCode).toBe(405);
  });
});

test('a notification that is not heard is sent again, later and later', async () => {
  const now = Date.now();
  site.setTime(new Date(now));
  const { orderId, cashier } = await orderBy(site, token);
  lost = 2;
  await press(site, cashier, 'pay');
  const state = async () =>
    (await site.pool.query('select state from shop.topup_order where no = $1', [orderId])).rows[0].state;
  const tellAt = async (ms: number) => {
    site.setTime(new Date(now + ms));
    await site.app.runFrequentJobs();
    return told.length;
  };
  expect(told).toHaveLength(1);
  expect(await tellAt(5 * SECOND_MS - 1)).toBe(1);
  expect(await tellAt(5 * SECOND_MS)).toBe(2);
  expect(await state()).toBe('created');
  expect(await tellAt(19 * SECOND_MS)).toBeLessThanOrEqual(3);
  await tellAt(20 * SECOND_MS);
  expect(await state()).toBe('granted');
  expect(await tellAt(3600 * SECOND_MS)).toBe(3);
  expect(new Set(told.map(({ body }) => body)).size).toBe(1);
});

describe('the gateway answers the shop alone', () => {
  const ask = async (work: string, payload: unknown, headers?: Record<string, string>) => {
    const { merchant } = await readKeys(site.pool);
    const body = JSON.stringify(payload);
    const url = `/sandbox/api/${work}`;
    const signed = headers ?? signBody(merchant.privateKey, `POST ${url}`, body, new Date());
    return (await site.http.inject({ method: 'POST', url, headers: { ...signed }, payload: body })).statusCode;
  };

  test('what is not signed for this call and these bytes is refused', async () => {
    const { merchant, gateway } = await readKeys(site.pool);
    const order = { orderNo: 'A1234567' };
    const body = JSON.stringify(order);
    expect(await ask('query', order)).toBe(200);
    expect(await ask('query', order, {})).toBe(401);
    const sign = (key: string, subject: string, text = body, now = new Date()) => ({
      ...signBody(key, subject, text, now),
    });
    const subject = 'POST /sandbox/api/query';
    expect(await ask('query', order, sign(gateway.privateKey, subject))).toBe(401);
    expect(await ask('query', order, sign(merchant.privateKey, 'POST /sandbox/api/close'))).toBe(401);
    expect(await ask('query', order, sign(merchant.privateKey, subject, `${body} `))).toBe(401);
    const old = new Date(Date.now() - 301_000);
    expect(await ask('query', order, sign(merchant.privateKey, subject, body, old))).toBe(401);
  });

  test('what it can not read is refused', async () => {
    expect(await ask('nothing', {})).toBe(404);
    const trade = {
      orderNo: 'A1234567',
      title: 'x',
      amount: '6.00',
      returnUrl: 'http://a/',
      expiresAt: new Date().toISOString(),
    };
    for (const change of [
      { amount: '6' },
      { amount: '-6.00' },
      { orderNo: 'x' },
      { returnUrl: 'a' },
      { more: 1 },
      { expiresAt: '' },
    ])
      expect(await ask('create', { ...trade, ...change }), JSON.stringify(change)).toBe(400);
  });
});

describe('the channel of the sandbox', () => {
  test('does not make a second trade of one number', async () => {
    const trade = {
      orderNo: `T-${randomUUID().slice(0, 8)}`,
      title: '60 漫币',
      amount: 600,
      currency: 'CNY',
      scene: 'pc',
    } as const;
    const expiresAt = new Date(Date.now() + 60_000);
    const where = { returnUrl: 'http://a/payment', siteUrl: 'http://a', readerAddress: '::1', expiresAt };
    const first = await channel.create({ ...trade, ...where }, anySignal);
    expect(await channel.create({ ...trade, ...where }, anySignal)).toEqual(first);
    await expect(channel.create({ ...trade, ...where, returnUrl: 'nowhere' }, anySignal)).rejects.toThrow(
      ChannelRefused,
    );
  });

  test('queries, closes and gives back what was paid, once a number and never more', async () => {
    const { orderId, cashier } = await orderBy(site, token);
    const trade = { orderNo: orderId, reference: null };
    expect(await channel.query({ orderNo: 'none-such', reference: null }, anySignal)).toEqual({ state: 'none' });
    expect(await channel.close({ orderNo: 'none-such', reference: null }, anySignal)).toBe('closed');
    expect(await channel.query(trade, anySignal)).toEqual({ state: 'open' });
    await press(site, cashier, 'pay');
    const found = await channel.query(trade, anySignal);
    if (found.state !== 'paid') throw new Error('it is not paid');
    expect(found.payment).toMatchObject({ orderNo: orderId, amount: 600, ...channel.account });
    expect(await channel.close(trade, anySignal)).toBe('paid');
    const { transactionId } = found.payment;
    const refund = { ...trade, refundNo: `${orderId}-a`, transactionId, paidAmount: 600, amount: 400, currency: 'CNY' };
    expect(await channel.queryRefund(refund, anySignal)).toBe('none');
    for (let i = 0; i < 2; i++) expect(await channel.refund(refund, anySignal)).toBe('done');
    expect(await channel.queryRefund(refund, anySignal)).toBe('done');
    expect(await channel.refund({ ...refund, refundNo: `${orderId}-b` }, anySignal)).toBe('failed');
    expect(await channel.refund({ ...refund, refundNo: `${orderId}-c`, amount: 200 }, anySignal)).toBe('done');
    expect(await channel.refund({ ...refund, refundNo: `${orderId}-d`, transactionId: 'none-such' }, anySignal)).toBe(
      'failed',
    );
    const bill = await channel.downloadBill(shanghaiDay(new Date()), anySignal);
    expect(bill.filter(({ orderNo }) => orderNo === orderId)).toMatchObject([
      { transactionId, refundNo: null, amount: 600, fee: 0 },
      { transactionId, refundNo: `${orderId}-a`, amount: 400 },
      { transactionId, refundNo: `${orderId}-c`, amount: 200 },
    ]);
  });
});

test('both sides have their keys from the database, made once by whichever node needs them first', async () => {
  const fresh = await startTestApp();
  const [a, b] = await Promise.all([readKeys(fresh.pool), readKeys(fresh.pool)]);
  expect(a).toEqual(b);
  expect(a.gateway.publicKey).not.toBe(a.merchant.publicKey);
  await fresh.close();
});
