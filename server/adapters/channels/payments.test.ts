import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { userInfo } from '#contract/calls/session';
import { chargeSubmit } from '#contract/calls/wallet';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { ALIPAY, createFakeAlipay } from '../../testing/gateways/alipay.ts';
import type { FakeGateway, Says } from '../../testing/gateways/fake-gateway.ts';
import { createFakeStripe } from '../../testing/gateways/stripe.ts';
import { createFakeWechat } from '../../testing/gateways/wechat.ts';
import { signedIn } from '../../testing/readers.ts';
import { expectSoundShop, newRequest, type SentNotification, seenBy } from '../../testing/shop.ts';

/** Every channel of money goes through the same: the whole site, and its gateway in its own wire format. */

const MINUTE_MS = 60_000;

let now = new Date();
const clock = () => now;
const GATEWAYS: readonly FakeGateway[] = [
  createFakeAlipay(clock, { ...ALIPAY, products: ['qr'] }),
  createFakeWechat(clock),
  createFakeStripe(clock),
];

let site: TestApp;
let lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  site = await startTestApp({ log, channels: GATEWAYS.map(({ channel }) => channel) });
});
afterAll(async () => {
  await expectSoundShop(site);
  await site.close();
});
afterEach(() => {
  for (const gateway of GATEWAYS) Object.assign(gateway, { trouble: null, beforeAnswer: null });
  site.setTime(null);
  now = new Date();
  lines = [];
});

const alarms = () => lines.filter(({ alarm }) => alarm === 'shop').map(({ msg }) => msg);
const coinsOf = async (token: string) => (await site.call(userInfo, { token })).data?.coins;
const setTime = (time: Date) => {
  now = time;
  site.setTime(time);
};

describe.each(GATEWAYS)('$channel.name', (gateway) => {
  const { channel } = gateway;

  async function order() {
    const { token } = await signedIn(site);
    const request = newRequest({ channel: channel.id, scene: 'pc' });
    const answered = await site.call(chargeSubmit, request, { token });
    const orderId = answered.data?.orderId ?? [...gateway.trades.keys()].at(-1) ?? '';
    return { token, orderId, answered, request };
  }

  async function send({ headers, body }: SentNotification) {
    const url = `/pay/${channel.id}/notify`;
    const response = await site.http.inject({ method: 'POST', url, headers, payload: body });
    return { status: response.statusCode, body: response.body };
  }
  const pay = (orderId: string, says?: Says) => send(gateway.pay(orderId, says));
  const said = (verdict: 'accepted' | 'refused') => {
    const { status, body } = channel.answer(verdict);
    return { status, body };
  };

  test('grants an order that is paid once, however often it is told', async () => {
    const { token, orderId } = await order();
    const told = gateway.pay(orderId);
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(told)));
    expect(answers).toEqual(answers.map(() => said('accepted')));
    expect(await send(told)).toEqual(said('accepted'));
    expect(await coinsOf(token)).toBe(60);
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'granted', next: null });
  });

  test('grants an order that is paid before its creation is answered', async () => {
    const orderNo = () => [...gateway.trades.keys()].at(-1) ?? '';
    gateway.beforeAnswer = async () => {
      gateway.beforeAnswer = null;
      expect(await pay(orderNo())).toEqual(said('accepted'));
    };
    const { token, orderId } = await order();
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'granted' });
  });

  test('grants an order whose notification never came, when its reader is back', async () => {
    const { token, orderId } = await order();
    gateway.pay(orderId);
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'granted' });
    expect(await coinsOf(token)).toBe(60);
  });

  test('closes an order that nobody paid, and grants it all the same when the money comes late', async () => {
    const { token, orderId } = await order();
    setTime(new Date(Date.now() + 31 * MINUTE_MS));
    await site.app.keepUp();
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'closed' });
    expect(gateway.trades.get(orderId)?.state).toBe('closed');
    expect(await pay(orderId)).toEqual(said('accepted'));
    expect(await coinsOf(token)).toBe(60);
  });

  test('gives the second payment of an order back', async () => {
    const { token, orderId } = await order();
    await pay(orderId);
    const trade = gateway.trades.get(orderId);
    expect(await pay(orderId, { transactionId: `${trade?.transactionId.slice(0, -2)}99` })).toEqual(said('accepted'));
    expect(alarms()).toEqual(['an order was paid twice: the money is given back']);
    if (trade) trade.transactionId = `${trade.transactionId.slice(0, -2)}99`;
    await site.app.keepUp();
    const { rows } = await site.pool.query(
      `select r.state from shop.refund r join shop.payment p on p.id = r.payment_id
       join shop.topup_order o on o.id = p.order_id where o.no = $1`,
      [orderId],
    );
    expect(rows).toEqual([{ state: 'done' }]);
    expect([...(trade?.refunds.values() ?? [])]).toEqual([600]);
    expect(await coinsOf(token)).toBe(60);
  });

  const wrong: Says[] = [{ cashFen: 1 }, { cashFen: 601 }, { merchant: 'M0000001' }, { app: 'A0000001' }];
  // Alipay names no currency.
  if (channel.id !== 'alipay') wrong.push({ currency: 'usd' });
  test.each(wrong)('refuses money that says %j, with an alarm', async (says) => {
    const { token, orderId } = await order();
    expect(await pay(orderId, says)).toEqual(said('refused'));
    expect(alarms()).toEqual(['the channel says it took money that fits no order: look it up there']);
    expect(await coinsOf(token)).toBe(0);
  });

  test('refuses a payment of an order that it has not', async () => {
    expect(await pay('20261122100000NOTOURS')).toEqual(said('refused'));
  });

  test('learns of a refund that was made by hand, and changes nothing', async () => {
    const { token, orderId } = await order();
    // Told in the wrong order.
    const told = gateway.pay(orderId);
    expect(await send(gateway.tellRefund(orderId, 'BY-HAND-1'))).toEqual(said('accepted'));
    expect(await send(told)).toEqual(said('accepted'));
    expect(alarms()).toEqual([]);
    expect(await coinsOf(token)).toBe(60);
  });

  test('refuses a notification of which any byte is another', async () => {
    const { token, orderId } = await order();
    const { headers, body } = gateway.pay(orderId);
    gateway.trades.delete(orderId);
    for (let at = 0; at < body.length; at += 97) {
      const other = body[at] === 'A' ? 'B' : 'A';
      const answered = await send({ headers, body: body.slice(0, at) + other + body.slice(at + 1) });
      expect(answered, `byte ${at}`).toEqual(said('refused'));
    }
    expect(await coinsOf(token)).toBe(0);
  });

  test.each(['500', 'reset', 'unsigned'] as const)('keeps an order that it could not make: %s', async (trouble) => {
    gateway.trouble = trouble;
    const { token, request, answered } = await order();
    expect(answered).toMatchObject({ code: 4003 });
    gateway.trouble = null;
    const again = await site.call(chargeSubmit, request, { token });
    expect(again).toMatchObject({ code: 0 });
    await pay(again.data?.orderId ?? '');
    expect(await coinsOf(token)).toBe(60);
  });

  test('lets go of a gateway that does not answer', async () => {
    gateway.trouble = 'hang';
    const asked = channel.query({ orderNo: '20261122100000NOTOURS', reference: 'cs_test_1' }, AbortSignal.timeout(5));
    await expect(asked).rejects.toThrow();
  });
});
