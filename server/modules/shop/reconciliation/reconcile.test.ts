import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chargeSubmit } from '#contract/calls/wallet';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { signedIn } from '../../../../testing/factories/readers.ts';
import { expectSoundShop, newRequest, seenBy } from '../../../../testing/factories/shop.ts';
import { createFakeAlipay } from '../../../../testing/gateways/alipay.ts';
import { linesOf } from '../../../../testing/gateways/bills.ts';
import type { FakeGateway } from '../../../../testing/gateways/fake-gateway.ts';
import { createFakeStripe } from '../../../../testing/gateways/stripe.ts';
import { createFakeWechat } from '../../../../testing/gateways/wechat.ts';
import { shanghaiDay } from '../../../core/time/shanghai-day.ts';
import { readReconcileArgs, runReconcile } from '../../../operator/commands/orders/reconcile.ts';
import type { BillLine } from '../shop.ts';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;

let now = new Date();
const clock = () => now;
const alipay = createFakeAlipay(clock);
const wechat = createFakeWechat(clock);
const stripe = createFakeStripe(clock);
const GATEWAYS: readonly FakeGateway[] = [alipay, wechat, stripe];

let site: TestApp;
let node: TestApp;
let lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const options = { log, sandbox: false, channels: GATEWAYS.map(({ channel }) => channel) };
  site = await startTestApp(options);
  node = await startTestApp({ ...options, beside: site });
});
afterAll(async () => {
  await expectSoundShop(site);
  await node.close();
  await site.close();
});
afterEach(() => {
  for (const gateway of GATEWAYS) Object.assign(gateway, { trouble: null, asked: [] });
  lines = [];
});

/** Each test gets its own days, later than the days of earlier tests: older bills are compared first. */
let days = 0;
function newDay() {
  const start = Date.parse('2027-03-01T00:00:00+08:00') + ++days * 3 * DAY_MS;
  const at = (hours: number) => new Date(start + hours * HOUR_MS);
  return { day: shanghaiDay(at(0)), next: shanghaiDay(at(24)), at };
}
const HALF_PAST_TEN = 34.5;

function setTime(time: Date) {
  now = time;
  site.setTime(time);
  node.setTime(time);
}

/** A paid order, with its notification unless that is left out. */
async function paid({ channel, pay }: FakeGateway, at: Date, isNotified = true) {
  setTime(at);
  const { token } = await signedIn(site);
  const { data } = await site.call(chargeSubmit, newRequest({ channel: channel.id, scene: 'pc' }), { token });
  const orderId = data?.orderId ?? '';
  const { headers, body } = pay(orderId);
  const url = `/pay/${channel.id}/notify`;
  if (isNotified) await site.http.inject({ method: 'POST', url, headers, payload: body });
  return { token, orderId };
}

async function billOf({ channel }: FakeGateway, day: string) {
  const { rows } = await site.pool.query(
    `select state, matched, recovered, fault, tries, try_at is not null as again, (select sum(fee)::int from shop.bill_line l where (l.channel, l.day) = (b.channel, b.day)) as fee
     from shop.bill b where channel = $1 and day = $2`,
    [channel.id, day],
  );
  return rows[0];
}

async function differencesOf({ channel }: FakeGateway, day: string) {
  const { rows } = await site.pool.query(
    `select class, kind, order_no as order, our_amount as ours, their_amount as theirs
     from shop.bill_difference where channel = $1 and day = $2 order by class, kind`,
    [channel.id, day],
  );
  return rows;
}

const lineOf = (list: readonly BillLine[], orderId: string) => {
  const line = list.find(({ orderNo }) => orderNo === orderId);
  if (!line) throw new Error('no such line');
  return line;
};
const alarms = () => lines.filter(({ alarm }) => alarm === 'shop').map(({ msg }) => msg);
const DIFFER = 'the bill of a channel and our records differ: manyu reconcile says what to do';
const FOUND = 'paid orders of which no notification came were found in the bill';

async function command(...argv: string[]) {
  let out = '';
  const stdout = { write: (text: string) => (out += text) };
  const args = readReconcileArgs(argv, { stdout, stderr: stdout });
  const channels = GATEWAYS.map(({ channel }) => channel);
  const context = { pool: site.pool, log: pino({ level: 'silent' }), channels, clock, stdout };
  return { code: typeof args === 'number' ? args : await runReconcile(args, context), out };
}

describe.each(GATEWAYS)('the bill of $channel.name', (gateway) => {
  const { channel } = gateway;

  test('is compared at half past ten with every class of difference, and payments without notification are granted', async () => {
    const { day, at } = newDay();
    const matched = await paid(gateway, at(9));
    const missing = await paid(gateway, at(10));
    const another = await paid(gateway, at(11));
    const unnotified = await paid(gateway, at(12), false);
    // Queries failed too, until the last check.
    gateway.trouble = 'reset';
    for (const hours of [12.1, 12.6, 38]) {
      setTime(at(hours));
      await site.app.runFrequentJobs();
    }
    gateway.trouble = null;
    const billLines = linesOf(gateway, day);
    const unknownOrder = {
      ...lineOf(billLines, matched.orderId),
      orderNo: '20270301000000UNKNOWN',
      transactionId: 'T-UNKNOWN',
    };
    gateway.setBill(day, [
      lineOf(billLines, matched.orderId),
      { ...lineOf(billLines, another.orderId), amount: 500 },
      lineOf(billLines, unnotified.orderId),
      unknownOrder,
      { ...lineOf(billLines, matched.orderId), refundNo: 'BY-HAND-1', amount: 100, fee: 0 },
    ]);
    setTime(at(HALF_PAST_TEN - 0.1));
    await site.app.runJob('reconciliation');
    expect(await billOf(gateway, day)).toBeUndefined();
    setTime(at(HALF_PAST_TEN));
    await site.app.runJob('reconciliation');
    const differences = [
      { class: 'amount-differs', kind: 'payment', order: another.orderId, ours: 600, theirs: 500 },
      { class: 'ours-only', kind: 'payment', order: missing.orderId, ours: 600, theirs: null },
      { class: 'theirs-only', kind: 'payment', order: unknownOrder.orderNo, ours: null, theirs: 600 },
      { class: 'theirs-only', kind: 'refund', order: matched.orderId, ours: null, theirs: 100 },
    ];
    expect(await differencesOf(gateway, day)).toEqual(differences);
    expect(await billOf(gateway, day)).toMatchObject({ state: 'different', matched: 2, again: false, fee: 24 });
    expect(await seenBy(site, unnotified.token, unnotified.orderId)).toMatchObject({ state: 'granted' });
    expect(alarms().filter((line) => line === DIFFER)).toHaveLength(4);
    expect(alarms()).toContainEqual(expect.stringContaining(FOUND));

    lines = [];
    // A second comparison reports the same to the caller only, and logs nothing.
    await site.pool.query('update shop.bill set try_at = $1 where channel = $2 and day = $3', [now, channel.id, day]);
    await site.app.runJob('reconciliation');
    const { code, out } = await command(day, '--channel', channel.id);
    expect(code).toBe(1);
    expect(out).toContain('收款 4 笔 ¥23.00，退款 1 笔 ¥1.00，手续费 ¥0.24\n  相符 2 笔，不符 4 笔\n');
    expect(out).toContain(`✗ 收款，我们有，渠道没有：订单 ${missing.orderId}，`);
    expect(out).toContain('我们 ¥6.00，渠道 ¥5.00');
    expect(out).toContain('是在渠道后台手工退的：漫币没有收回');
    expect(await differencesOf(gateway, day)).toEqual(differences);
    await site.app.runJob('reconciliation');
    expect(alarms()).toEqual([]);
  });

  test('is requested again if it is late, or empty for a day with payments', async () => {
    const { day, at } = newDay();
    await paid(gateway, at(9));
    setTime(at(HALF_PAST_TEN));
    gateway.trouble = '500';
    await site.app.runJob('reconciliation');
    expect(await billOf(gateway, day)).toMatchObject({ state: 'awaited', tries: 1, again: true });
    gateway.trouble = null;
    await site.app.runJob('reconciliation');
    expect(await billOf(gateway, day)).toMatchObject({ tries: 1 });
    setTime(at(HALF_PAST_TEN + 0.25));
    await site.app.runJob('reconciliation');
    expect(await billOf(gateway, day)).toMatchObject({ tries: 2, fault: expect.stringContaining('is empty') });
    gateway.setBill(day, linesOf(gateway, day));
    setTime(at(HALF_PAST_TEN + 0.75));
    await site.app.runJob('reconciliation');
    expect(await billOf(gateway, day)).toMatchObject({ state: 'matched', matched: 1, fault: null, again: false });
    expect(alarms()).toEqual([]);
  });

  test('of the next day can have a payment of the last minute', async () => {
    const { day, next, at } = newDay();
    const [late, lost] = [await paid(gateway, at(24 - 1 / 3600)), await paid(gateway, at(24 - 2 / 3600))];
    const [line] = [lineOf(linesOf(gateway, day), late.orderId)];
    gateway.setBill(day, []);
    setTime(at(HALF_PAST_TEN + 13));
    await site.app.runJob('reconciliation');
    expect(await billOf(gateway, day)).toMatchObject({ state: 'matched', matched: 0, again: true });
    expect((await command(day, '--channel', channel.id)).out).toContain('2 笔在零点前后，等下一天的账单再看');
    gateway.setBill(next, [{ ...line, at: at(25) }]);
    setTime(at(HALF_PAST_TEN + 24));
    await site.app.runJob('reconciliation');
    expect(await differencesOf(gateway, day)).toMatchObject([{ class: 'ours-only', order: lost.orderId }]);
    expect(await billOf(gateway, day)).toMatchObject({ state: 'different', again: false });
  });

  test('has both payments of an order that was paid twice, and the refund of the second', async () => {
    const { day, at } = newDay();
    const { orderId } = await paid(gateway, at(9));
    const line = lineOf(linesOf(gateway, day), orderId);
    gateway.setBill(day, [line, { ...line, transactionId: `${line.transactionId}2` }]);
    setTime(at(HALF_PAST_TEN));
    await site.app.runJob('reconciliation');
    expect(await billOf(gateway, day)).toMatchObject({ state: 'matched', matched: 2, recovered: 1 });
    expect(alarms()).toContain('an order was paid twice: the money is given back');
    const trade = gateway.trades.get(orderId);
    if (trade) trade.transactionId += '2';
    await site.app.runFrequentJobs();
    expect([...(trade?.refunds.values() ?? [])]).toEqual([600]);
  });

  test('has a payment that was refunded there by hand: nothing is granted for it', async () => {
    const { day, at } = newDay();
    const { token, orderId } = await paid(gateway, at(9), false);
    gateway.setBill(day, linesOf(gateway, day));
    const trade = gateway.trades.get(orderId);
    if (trade) trade.state = 'closed';
    setTime(at(HALF_PAST_TEN));
    await site.app.runJob('reconciliation');
    expect(await differencesOf(gateway, day)).toMatchObject([{ class: 'theirs-only', order: orderId }]);
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'closed' });
  });
});

test('is read by one of two nodes, and after three days without a server the bills of all three days', async () => {
  const { at } = newDay();
  setTime(at(HALF_PAST_TEN + 48));
  stripe.asked = [];
  await Promise.all([site.app.runJob('reconciliation'), node.app.runJob('reconciliation')]);
  await Promise.all([site.app.runJob('reconciliation'), node.app.runJob('reconciliation')]);
  const { rows } = await site.pool.query(`select distinct day::text from shop.bill order by day desc limit 4`);
  expect(rows).toHaveLength(4);
  expect(stripe.asked.filter((asked) => asked === 'GET /v1/balance_transactions')).toHaveLength(5);
});

test('a bill that is missing for hours is an alarm', async () => {
  const { day, at } = newDay();
  wechat.trouble = 'reset';
  const missing = () => alarms().filter((line) => String(line).startsWith('the bill of a channel could not be read'));
  for (const hours of [0, 0.25, 0.75, 1.75, 3.75]) {
    expect(missing()).toEqual([]);
    setTime(at(HALF_PAST_TEN + hours));
    await site.app.runJob('reconciliation');
  }
  expect(missing()).toHaveLength(1);
  const { code, out } = await command(day, '--channel', 'wechat');
  expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining('账单读不到：') });
});

describe('an invalid command', () => {
  test.each([[['yesterday']], [['2026-02-30']], [['2026-11-21', 'x']], [['--nothing']]])('%j', async (argv) => {
    expect(await command(...argv)).toMatchObject({ code: 2, out: expect.stringContaining('用法：') });
  });

  test('with an unknown channel', async () => {
    expect(await command('2026-11-21', '--channel', 'cash')).toEqual({ code: 1, out: '没有「cash」这个渠道。\n' });
  });
});
