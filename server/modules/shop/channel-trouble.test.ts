import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { chargeLog, chargeOrder, chargeSubmit } from '#contract/calls/wallet';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { createTroubles, type Trouble } from '../../../testing/drills/troubled-channel.ts';
import { signedIn } from '../../../testing/factories/readers.ts';
import { expectSoundShop, newRequest, orderBy, press, seenBy } from '../../../testing/factories/shop.ts';
import { ChannelRefused } from './channel.ts';
import { ChannelTimeout, withinTime } from './channel-call.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

let site: TestApp;
const troubles = createTroubles();
const { askedAbout, fail } = troubles;
let lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  site = await startTestApp({ log, sandbox: troubles.of });
});
afterAll(async () => {
  await expectSoundShop(site);
  await site.close();
});
afterEach(() => {
  troubles.end();
  lines = [];
  site.setTime(null);
  vi.useRealTimers();
});

describe('a channel that does not create the trade', () => {
  test.each<[how: string, trouble: Trouble]>([
    ['breaks off', () => Promise.reject(new TypeError('fetch failed'))],
    ['makes it without an answer', (make) => make().then(() => Promise.reject(new TypeError('fetch failed')))],
  ])('because it %s: the same call again can still pay the order', async (_how, trouble) => {
    const { token } = await signedIn(site);
    const request = newRequest();
    fail('create', trouble);
    expect(await site.call(chargeSubmit, request, { token })).toMatchObject({
      code: 4003,
      message: '支付渠道暂时没有回应，请稍后再试',
    });
    expect(lines).toMatchObject([{ level: 50, alarm: 'shop', channel: 'sandbox' }]);
    troubles.end();
    const { data } = await site.call(chargeSubmit, request, { token });
    expect((await site.call(chargeLog, {}, { token })).data?.list).toHaveLength(1);
    const cashier = data?.next.kind === 'redirect' ? new URL(data.next.url).pathname : '';
    await press(site, cashier, 'pay');
    expect(await seenBy(site, token, data?.orderId ?? '')).toMatchObject({ state: 'granted' });
  });

  test('because it refuses it: the order is closed', async () => {
    const { token } = await signedIn(site);
    const request = newRequest();
    fail('create', () => Promise.reject(new ChannelRefused('no')));
    expect(await site.call(chargeSubmit, request, { token })).toMatchObject({ code: 4003 });
    expect((await site.call(chargeLog, {}, { token })).data).toMatchObject({ list: [{ state: 'closed' }] });
    troubles.end();
    expect(await site.call(chargeSubmit, request, { token })).toMatchObject({ code: 4003 });
  });

  test('because it hangs: the call ends after eight seconds, even if it ignores its signal', async () => {
    const { token } = await signedIn(site);
    const hangs = Promise.withResolvers<void>();
    fail('create', () => {
      hangs.resolve();
      return new Promise(() => {});
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answer = site.call(chargeSubmit, newRequest(), { token });
    await hangs.promise;
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await answer).toMatchObject({ code: 4003 });
  });

  test('the call of a channel ends after its time', async () => {
    const signals: AbortSignal[] = [];
    const call = (signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<never>(() => {});
    };
    await expect(withinTime(call, 5)).rejects.toThrow(ChannelTimeout);
    expect(signals[0]?.aborted).toBe(true);
    expect(await withinTime(async () => 7, 5)).toBe(7);
  });
});

test('an order can be paid before the channel has answered', async () => {
  const { token } = await signedIn(site);
  fail('create', async (make) => {
    const { next } = await make();
    await press(site, next.kind === 'redirect' ? new URL(next.url).pathname : '', 'pay');
    throw new TypeError('fetch failed');
  });
  const request = newRequest();
  expect(await site.call(chargeSubmit, request, { token })).toMatchObject({ code: 4003 });
  const { data } = await site.call(chargeLog, {}, { token });
  expect(data).toMatchObject({ list: [{ state: 'granted' }] });
});

describe('without a notification', () => {
  test('the page to which the reader returns queries the channel, at most every three seconds', async () => {
    const { token } = await signedIn(site);
    const now = Date.now();
    site.setTime(new Date(now));
    const { orderId, cashier } = await orderBy(site, token);
    await seenBy(site, token, orderId);
    await press(site, cashier, 'silent');
    troubles.end();
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'created' });
    site.setTime(new Date(now + 3 * SECOND_MS - 1));
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'created' });
    expect(askedAbout(orderId)).toEqual([]);
    site.setTime(new Date(now + 3 * SECOND_MS));
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'granted' });
    expect(askedAbout(orderId)).toEqual(['query']);
  });

  test('the channel is queried after 15 seconds, 1, 5 and 15 minutes, and the order is closed when it expires', async () => {
    const { token } = await signedIn(site);
    const now = Date.now();
    site.setTime(new Date(now));
    const { orderId } = await orderBy(site, token);
    const askedAt = async (ms: number) => {
      troubles.end();
      site.setTime(new Date(now + ms));
      await site.app.runFrequentJobs();
      return askedAbout(orderId);
    };
    for (const ms of [15, 60, 300, 900].map((seconds) => seconds * SECOND_MS)) {
      expect(await askedAt(ms - 1)).toEqual([]);
      expect(await askedAt(ms)).toEqual(['query']);
    }
    expect(await askedAt(30 * MINUTE_MS - 1)).toEqual([]);
    expect(await askedAt(30 * MINUTE_MS)).toEqual(['close']);
    expect(await askedAt(60 * MINUTE_MS)).toEqual([]);
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'closed', next: null });
  });

  test('these queries are enough to find a paid order', async () => {
    const { token } = await signedIn(site);
    const now = Date.now();
    site.setTime(new Date(now));
    const { orderId, cashier } = await orderBy(site, token);
    await press(site, cashier, 'silent');
    site.setTime(new Date(now + 15 * SECOND_MS));
    await site.app.runFrequentJobs();
    const { rows } = await site.pool.query('select state from shop.topup_order where no = $1', [orderId]);
    expect(rows).toEqual([{ state: 'granted' }]);
  });

  test('an order that is paid at the last moment is granted when it expires', async () => {
    const { token } = await signedIn(site);
    const now = Date.now();
    site.setTime(new Date(now));
    const { orderId, cashier } = await orderBy(site, token);
    site.setTime(new Date(now + 30 * MINUTE_MS - 1));
    await press(site, cashier, 'silent');
    site.setTime(new Date(now + 30 * MINUTE_MS));
    await site.app.runFrequentJobs();
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'granted' });
  });
});

test('a late notification has no effect if a query of the reader has granted the order', async () => {
  const { token } = await signedIn(site);
  const now = Date.now();
  site.setTime(new Date(now));
  const { orderId, cashier } = await orderBy(site, token);
  await press(site, cashier, 'late');
  expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'granted' });
  site.setTime(new Date(now + MINUTE_MS));
  await site.app.runFrequentJobs();
  const { rows } = await site.pool.query(
    'select count(*)::int as waiting from shop.sandbox_transaction where tell_at is not null',
  );
  expect(rows).toEqual([{ waiting: 0 }]);
});

test('an order is closed here even if the channel cannot close it, and there later', async () => {
  const { token } = await signedIn(site);
  const now = Date.now();
  site.setTime(new Date(now));
  const { orderId, cashier } = await orderBy(site, token);
  fail('close');
  site.setTime(new Date(now + 30 * MINUTE_MS));
  await site.app.runFrequentJobs();
  expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'closed' });
  troubles.end();
  site.setTime(new Date(now + 31 * MINUTE_MS));
  await site.app.runFrequentJobs();
  expect(askedAbout(orderId)).toEqual(['close']);
  site.setTime(new Date(now));
  await press(site, cashier, 'pay');
  expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'closed' });
});

test('a channel that answers paid to closing and unpaid to a query is queried again later', async () => {
  const { token } = await signedIn(site);
  const now = Date.now();
  site.setTime(new Date(now));
  const { orderId, cashier } = await orderBy(site, token);
  await press(site, cashier, 'silent');
  fail('query');
  site.setTime(new Date(now + 30 * MINUTE_MS));
  await site.app.runFrequentJobs();
  expect(await site.call(chargeOrder, { orderId }, { token })).toMatchObject({ data: { state: 'closed' } });
  troubles.end();
  site.setTime(new Date(now + 31 * MINUTE_MS));
  await site.app.runFrequentJobs();
  expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'granted' });
});

test('a refund that fails is tried again with the same number and growing delays', async () => {
  const { token } = await signedIn(site);
  const now = Date.now();
  site.setTime(new Date(now));
  const { orderId, cashier } = await orderBy(site, token);
  fail('refund');
  await press(site, cashier, 'twice');
  const refund = async () =>
    (
      await site.pool.query(
        `select r.no, r.state, r.tries from shop.refund r join shop.payment p on p.id = r.payment_id
         join shop.topup_order o on o.id = p.order_id where o.no = $1`,
        [orderId],
      )
    ).rows[0];
  await site.app.runFrequentJobs();
  const { no } = await refund();
  expect(await refund()).toMatchObject({ state: 'pending', tries: 1 });
  site.setTime(new Date(now + 2 * MINUTE_MS - 1));
  await site.app.runFrequentJobs();
  expect(await refund()).toMatchObject({ tries: 1 });
  troubles.end();
  site.setTime(new Date(now + 2 * MINUTE_MS));
  await site.app.runFrequentJobs();
  expect(await refund()).toEqual({ no, state: 'done', tries: 2 });
});

test('an order of a removed channel is closed when it expires', async () => {
  const { token } = await signedIn(site);
  const now = Date.now();
  site.setTime(new Date(now));
  const { orderId } = await orderBy(site, token);
  const without = await startTestApp({ beside: site, sandbox: false, now: new Date(now + 30 * MINUTE_MS) });
  await without.app.runFrequentJobs();
  expect(await seenBy(without, token, orderId)).toMatchObject({ state: 'closed' });
  await without.close();
});

test('one of two nodes queries an order, and the other continues after it has failed', async () => {
  const { token } = await signedIn(site);
  const now = Date.now();
  site.setTime(new Date(now));
  const { orderId, cashier } = await orderBy(site, token);
  const other = await startTestApp({ beside: site, now: new Date(now + 15 * SECOND_MS), sandbox: troubles.of });
  site.setTime(new Date(now + 15 * SECOND_MS));
  troubles.end();
  await Promise.all([site.app.runFrequentJobs(), other.app.runFrequentJobs()]);
  expect(askedAbout(orderId)).toEqual(['query']);
  await press(other, cashier, 'pay');
  expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'granted' });
  await other.close();
});
