import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { userInfo } from '#contract/calls/session';
import { chargeSubmit } from '#contract/calls/wallet';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { signedIn } from '../../../testing/factories/readers.ts';
import { expectSoundShop, newRequest, type SentNotification, seenBy } from '../../../testing/factories/shop.ts';
import { ALIPAY, createFakeAlipay } from '../../../testing/gateways/alipay.ts';
import type { FakeGateway, FakeTrade, NotificationFields } from '../../../testing/gateways/fake-gateway.ts';
import { createFakeStripe } from '../../../testing/gateways/stripe.ts';
import { createFakeWechat } from '../../../testing/gateways/wechat.ts';

/** The same tests for every channel of real money: the whole site with a gateway in the channel's wire format. */

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

/** The number of a second payment of the same order, unique in these tests. */
const anotherId = (trade: FakeTrade | undefined) => trade?.transactionId.replace(/^2026/, '2027') ?? '';
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
  const pay = (orderId: string, says?: NotificationFields) => send(gateway.pay(orderId, says));
  const answerFor = (verdict: 'accepted' | 'refused') => {
    const { status, body } = channel.answer(verdict);
    return { status, body };
  };

  test('grants a paid order once for repeated notifications', async () => {
    const { token, orderId } = await order();
    const notification = gateway.pay(orderId);
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(notification)));
    expect(answers).toEqual(answers.map(() => answerFor('accepted')));
    expect(await send(notification)).toEqual(answerFor('accepted'));
    expect(await coinsOf(token)).toBe(60);
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'granted', next: null });
  });

  test('grants an order that is paid before its creation is answered', async () => {
    const orderNo = () => [...gateway.trades.keys()].at(-1) ?? '';
    gateway.beforeAnswer = async () => {
      gateway.beforeAnswer = null;
      expect(await pay(orderNo())).toEqual(answerFor('accepted'));
    };
    const { token, orderId } = await order();
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'granted' });
  });

  test('grants an order without a notification when its reader returns', async () => {
    const { token, orderId } = await order();
    gateway.pay(orderId);
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'granted' });
    expect(await coinsOf(token)).toBe(60);
  });

  test('closes an unpaid order, and grants it after a late payment', async () => {
    const { token, orderId } = await order();
    setTime(new Date(Date.now() + 31 * MINUTE_MS));
    await site.app.runFrequentJobs();
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'closed' });
    expect(gateway.trades.get(orderId)?.state).toBe('closed');
    expect(await pay(orderId)).toEqual(answerFor('accepted'));
    expect(await coinsOf(token)).toBe(60);
  });

  test('refunds the second payment of an order', async () => {
    const { token, orderId } = await order();
    await pay(orderId);
    const trade = gateway.trades.get(orderId);
    expect(await pay(orderId, { transactionId: anotherId(trade) })).toEqual(answerFor('accepted'));
    expect(alarms()).toEqual(['an order was paid twice: the money is given back']);
    if (trade) trade.transactionId = anotherId(trade);
    await site.app.runFrequentJobs();
    const { rows } = await site.pool.query(
      `select r.state from shop.refund r join shop.payment p on p.id = r.payment_id
       join shop.topup_order o on o.id = p.order_id where o.no = $1`,
      [orderId],
    );
    expect(rows).toEqual([{ state: 'done' }]);
    expect([...(trade?.refunds.values() ?? [])]).toEqual([600]);
    expect(await coinsOf(token)).toBe(60);
  });

  const wrong: NotificationFields[] = [{ amount: 1 }, { amount: 601 }, { merchant: 'M0000001' }, { app: 'A0000001' }];
  // Alipay names no currency.
  if (channel.id !== 'alipay') wrong.push({ currency: 'usd' });
  test.each(wrong)('refuses a payment with %j, with an alarm', async (says) => {
    const { token, orderId } = await order();
    expect(await pay(orderId, says)).toEqual(answerFor('refused'));
    expect(alarms()).toEqual(['the channel says it took money that fits no order: look it up there']);
    expect(await coinsOf(token)).toBe(0);
  });

  test.each<NotificationFields>([{ signature: 'forged' }, { signature: 'probe' }])(
    'refuses a notification with %j',
    async (says) => {
      const { token, orderId } = await order();
      expect(await pay(orderId, says)).toEqual(answerFor('refused'));
      expect(await coinsOf(token)).toBe(0);
    },
  );

  test('ignores unknown kinds of notifications', async () => {
    const { token, orderId } = await order();
    expect(await pay(orderId, { more: { a_field_of_next_year: '“&=%”\u0000' } })).toEqual(answerFor('accepted'));
    expect(await coinsOf(token)).toBe(60);
  });

  // Alipay signs no time, so late notifications are accepted, once.
  test.each([-301, -299, 299, 301])('accepts only recent signatures: %i seconds from now', async (seconds) => {
    setTime(new Date(Math.floor(Date.now() / 1000) * 1000));
    const { token, orderId } = await order();
    const isAccepted = Math.abs(seconds) < 300 || channel.id === 'alipay';
    const at = new Date(now.getTime() + seconds * 1000);
    expect(await pay(orderId, { at })).toEqual(answerFor(isAccepted ? 'accepted' : 'refused'));
    expect(await coinsOf(token)).toBe(isAccepted ? 60 : 0);
  });

  test('makes one order of two requests when the answer to the first is lost', async () => {
    gateway.trouble = 'lost';
    const { token, request } = await order();
    gateway.trouble = null;
    const again = await site.call(chargeSubmit, request, { token });
    expect(again).toMatchObject({ code: 0 });
    expect(await pay(again.data?.orderId ?? '')).toEqual(answerFor('accepted'));
    await site.app.runFrequentJobs();
    expect(await coinsOf(token)).toBe(60);
  });

  test('refunds once when the answer is lost', async () => {
    setTime(new Date());
    const { token, orderId } = await order();
    await pay(orderId);
    const trade = gateway.trades.get(orderId);
    if (!trade) throw new Error('no trade');
    const second = anotherId(trade);
    gateway.trouble = 'lost';
    await pay(orderId, { transactionId: second });
    trade.transactionId = second;
    await site.app.runFrequentJobs();
    gateway.trouble = null;
    setTime(new Date(now.getTime() + 5 * MINUTE_MS));
    await site.app.runFrequentJobs();
    const { rows } = await site.pool.query(
      `select r.state, r.tries from shop.refund r join shop.payment p on p.id = r.payment_id
       join shop.topup_order o on o.id = p.order_id where o.no = $1`,
      [orderId],
    );
    expect(rows).toEqual([{ state: 'done', tries: 2 }]);
    expect([...trade.refunds.values()]).toEqual([600]);
    expect(await coinsOf(token)).toBe(60);
  });

  test('after an hour without connection grants all paid orders and closes the others', async () => {
    const start = Date.now();
    setTime(new Date(start));
    const [before, meanwhile, unpaid] = [await order(), await order(), await order()];
    gateway.pay(before.orderId);
    gateway.trouble = 'reset';
    for (let minute = 4; minute <= 60; minute += 4) {
      setTime(new Date(start + minute * MINUTE_MS));
      if (minute === 20) gateway.pay(meanwhile.orderId);
      await site.app.runFrequentJobs();
    }
    expect((await site.call(chargeSubmit, newRequest({ channel: channel.id, scene: 'pc' }), before)).code).toBe(4003);
    expect(await coinsOf(before.token)).toBe(0);
    gateway.trouble = null;
    setTime(new Date(start + 62 * MINUTE_MS));
    await site.app.runFrequentJobs();
    expect(await coinsOf(before.token)).toBe(60);
    expect(await coinsOf(meanwhile.token)).toBe(60);
    expect(await seenBy(site, unpaid.token, unpaid.orderId)).toMatchObject({ state: 'closed' });
    expect(gateway.trades.get(unpaid.orderId)?.state).toBe('closed');
  });

  test('refuses a payment of an unknown order', async () => {
    expect(await pay('20261122100000NOTOURS')).toEqual(answerFor('refused'));
  });

  test('accepts the notification of a refund that was made by hand, without an effect', async () => {
    const { token, orderId } = await order();
    // The notifications arrive in the wrong order.
    const notification = gateway.pay(orderId);
    expect(await send(gateway.refundNotification(orderId, 'BY-HAND-1'))).toEqual(answerFor('accepted'));
    expect(await send(notification)).toEqual(answerFor('accepted'));
    expect(alarms()).toEqual([]);
    expect(await coinsOf(token)).toBe(60);
  });

  test('refuses a notification with any changed byte', async () => {
    const { token, orderId } = await order();
    const { headers, body } = gateway.pay(orderId);
    gateway.trades.delete(orderId);
    for (let at = 0; at < body.length; at += 97) {
      const other = body[at] === 'A' ? 'B' : 'A';
      const answered = await send({ headers, body: body.slice(0, at) + other + body.slice(at + 1) });
      expect(answered, `byte ${at}`).toEqual(answerFor('refused'));
    }
    expect(await coinsOf(token)).toBe(0);
  });

  test.each(['500', 'reset', 'unsigned'] as const)('keeps an order that it could not create: %s', async (trouble) => {
    gateway.trouble = trouble;
    const { token, request, answered } = await order();
    expect(answered).toMatchObject({ code: 4003 });
    gateway.trouble = null;
    const again = await site.call(chargeSubmit, request, { token });
    expect(again).toMatchObject({ code: 0 });
    await pay(again.data?.orderId ?? '');
    expect(await coinsOf(token)).toBe(60);
  });

  test('stops waiting for a gateway that does not answer', async () => {
    gateway.trouble = 'hang';
    const asked = channel.query({ orderNo: '20261122100000NOTOURS', reference: 'cs_test_1' }, AbortSignal.timeout(5));
    await expect(asked).rejects.toThrow();
  });
});
