import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { editPart } from '../../testing/factories/editorial.ts';
import { signedIn } from '../../testing/factories/readers.ts';
import { expectSoundShop, orderBy, press, seenBy } from '../../testing/factories/shop.ts';

let site: TestApp;
let token: string;

beforeAll(async () => {
  site = await startTestApp();
  token = (await signedIn(site)).token;
  const unlimited = { orderFen: null, dayFen: null };
  await editPart(site, 'limits', { adult: unlimited, undeclared: unlimited });
});
afterAll(async () => {
  await expectSoundShop(site);
  await site.close();
});
afterEach(() => site.setTime(null));

async function paymentsOf(orderId: string): Promise<number> {
  const { rows } = await site.pool.query(
    'select count(*)::int as count from shop.sandbox_transaction where order_no = $1 and refund_of is null',
    [orderId],
  );
  return rows[0].count;
}

describe('the page of the cashier', () => {
  test('needs no script, forbids frames, and sends its form only to this site', async () => {
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

  test('escapes texts of others', async () => {
    const { orderId, cashier } = await orderBy(site, token);
    await site.pool.query(`update shop.topup_order set title = '<b>"充值100%"</b>' where no = $1`, [orderId]);
    const { body } = await site.http.inject(cashier);
    expect(body).toContain('&#60;b&#62;&#34;充值100%&#34;&#60;/b&#62;');
    expect(body).toContain('6.00');
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

  test('is closed once it is paid or cancelled, and shows which', async () => {
    const [paid, cancelled] = [await orderBy(site, token), await orderBy(site, token)];
    await press(site, paid.cashier, 'pay');
    await press(site, cancelled.cashier, 'cancel');
    expect((await site.http.inject(paid.cashier)).body).toContain('已付款');
    expect((await site.http.inject(cancelled.cashier)).body).toContain('订单已关闭');
    for (const { orderId, cashier } of [paid, cancelled]) {
      const { body } = await site.http.inject(cashier);
      expect(body).not.toContain('<form');
      expect(body).toContain(`<a class="plain" href="/payment?order=${orderId}">返回商家</a>`);
    }
  });

  test('can’t be paid after the order has expired', async () => {
    const { orderId, cashier, expiresAt } = await orderBy(site, token);
    site.setTime(new Date(expiresAt));
    expect((await site.http.inject(cashier)).body).not.toContain('<form');
    await press(site, cashier, 'pay');
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'created', next: null });
  });

  test('has no other addresses: unknown ones are 404', async () => {
    const answer = await site.http.inject(`/sandbox/cashier/${'0'.repeat(32)}`);
    expect(answer).toMatchObject({ statusCode: 404 });
    expect(answer.body).toContain('没有这张订单');
    for (const url of ['/sandbox/', '/sandbox/cashier/x'])
      expect((await site.http.inject(url)).statusCode, url).toBe(404);
    expect((await site.http.inject({ method: 'PUT', url: '/sandbox/' })).statusCode).toBe(405);
  });
});

describe('coins are granted only by the button on the page of that order, not', () => {
  test('by another key, by the number of the order, or by a notification of a gateway', async () => {
    const { orderId, cashier } = await orderBy(site, token);
    const key = cashier.slice(-32);
    const other = (key.startsWith('0') ? '1' : '0') + key.slice(1);
    const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' };
    const post = async (url: string, payload: string) =>
      (await site.http.inject({ method: 'POST', url, headers, payload })).statusCode;
    for (const forged of [
      other,
      randomBytes(16).toString('hex'),
      key.toUpperCase().padEnd(33, '0'),
      orderId,
      '%25',
      '',
    ])
      expect(await post(`/sandbox/cashier/${forged}`, `act=pay&orderNo=${orderId}&key=${key}`), forged).toBe(404);
    const fields = { merchant: 'sandbox-merchant', app: 'sandbox-app', orderNo: orderId, transactionId: 'T-1234567' };
    const payment = { ...fields, amount: '6.00', currency: 'CNY', paidAt: new Date().toISOString() };
    for (const url of ['/pay/sandbox/notify', '/sandbox/api/pay', '/sandbox/api/notify'])
      expect(await post(url, JSON.stringify({ event: 'payment.paid', payment })), url).toBe(404);
    expect(await post(cashier, 'act=grant')).toBe(400);
    expect(await paymentsOf(orderId)).toBe(0);
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'created' });
  });

  test('by the key of another order, which pays only that order', async () => {
    const [mine, theirs] = [await orderBy(site, token), await orderBy(site, (await signedIn(site)).token)];
    await press(site, mine.cashier, 'pay');
    expect([await paymentsOf(mine.orderId), await paymentsOf(theirs.orderId)]).toEqual([1, 0]);
    expect(await seenBy(site, token, mine.orderId)).toMatchObject({ state: 'granted' });
  });

  test('by a repeated press, at once or later', async () => {
    const { orderId, cashier } = await orderBy(site, token);
    const answers = await Promise.all(Array.from({ length: 5 }, () => press(site, cashier, 'pay')));
    for (const act of ['pay', 'twice', 'cancel', 'late', 'silent'] as const)
      answers.push(await press(site, cashier, act));
    for (const { statusCode } of answers) expect(statusCode).toBe(303);
    expect(await paymentsOf(orderId)).toBe(1);
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'granted', refunds: [] });
  });

  test('by a press on an order that was cancelled', async () => {
    const { orderId, cashier } = await orderBy(site, token);
    await press(site, cashier, 'cancel');
    await press(site, cashier, 'pay');
    expect(await paymentsOf(orderId)).toBe(0);
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'closed' });
  });
});
