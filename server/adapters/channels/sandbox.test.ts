import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { seededRandom } from '../../../testing/app/seeded-random.ts';
import { howMany, seedOf } from '../../../testing/drills/drill.ts';
import { editPart } from '../../../testing/factories/editorial.ts';
import { readersInBulk, signedIn } from '../../../testing/factories/readers.ts';
import {
  expectSoundShop,
  orderBy,
  press,
  refundBy,
  seenBy,
  untilLockAwaited,
} from '../../../testing/factories/shop.ts';
import { transaction } from '../../core/db/db.ts';
import { shanghaiDay } from '../../core/time/shanghai-day.ts';
import type { Channel } from '../../modules/shop/shop.ts';
import { createSandboxChannel, SANDBOX_ACTS, type SandboxAct } from './sandbox.ts';

const MINUTE_MS = 60_000;

let site: TestApp;
let token: string;
let channel: Channel;
const anySignal = new AbortController().signal;

beforeAll(async () => {
  site = await startTestApp();
  token = (await signedIn(site)).token;
  const unlimited = { orderFen: null, dayFen: null };
  await editPart(site, 'limits', { adult: unlimited, undeclared: unlimited });
  channel = createSandboxChannel(site.pool, () => new Date());
});
afterAll(async () => {
  await expectSoundShop(site);
  await site.close();
});
afterEach(() => site.setTime(null));

/** The state of an order in the database, without a query to its channel. */
async function stateOf(orderId: string): Promise<string> {
  const { rows } = await site.pool.query('select state from shop.topup_order where no = $1', [orderId]);
  return rows[0].state;
}

describe('a payment without a successful notification', () => {
  test('is granted a minute later if the grant failed', async () => {
    const now = Date.now();
    site.setTime(new Date(now));
    const { orderId, cashier } = await orderBy(site, token);
    await site.pool.query('alter table shop.payment rename to elsewhere');
    expect(await press(site, cashier, 'pay')).toMatchObject({ statusCode: 303 });
    await site.pool.query('alter table shop.elsewhere rename to payment');
    expect(await stateOf(orderId)).toBe('created');
    // Delays the query to the channel: it runs first if both are due.
    await site.pool.query('update shop.topup_order set look_at = $2 where no = $1', [orderId, new Date(now + 1e7)]);
    site.setTime(new Date(now + MINUTE_MS - 1));
    await site.app.runFrequentJobs();
    expect(await stateOf(orderId)).toBe('created');
    site.setTime(new Date(now + MINUTE_MS));
    await site.app.runFrequentJobs();
    expect(await stateOf(orderId)).toBe('granted');
  });

  test('is granted a minute later if the notification is late', async () => {
    const now = Date.now();
    site.setTime(new Date(now));
    const { orderId, cashier } = await orderBy(site, token);
    await press(site, cashier, 'late');
    await site.pool.query('update shop.topup_order set look_at = $2 where no = $1', [orderId, new Date(now + 1e7)]);
    site.setTime(new Date(now + MINUTE_MS - 1));
    await site.app.runFrequentJobs();
    expect(await stateOf(orderId)).toBe('created');
    site.setTime(new Date(now + MINUTE_MS));
    await site.app.runFrequentJobs();
    expect(await stateOf(orderId)).toBe('granted');
  });

  test('is reported by another node, and so is a second payment, which is refunded', async () => {
    const now = Date.now();
    site.setTime(new Date(now));
    const { orderId, cashier } = await orderBy(site, token);
    await press(site, cashier, 'twice');
    // As if the process had ended between the payment and its notification.
    await site.pool.query(
      `with r as (delete from shop.refund where payment_id in (select p.id from shop.payment p
         join shop.topup_order o on o.id = p.order_id where o.no = $1 and p.state = 'surplus') returning payment_id),
       p as (delete from shop.payment where id in (select payment_id from r) returning transaction_id)
       update shop.sandbox_transaction set tell_at = $2 where id in (select transaction_id from p)`,
      [orderId, new Date(now + MINUTE_MS)],
    );
    const other = await startTestApp({ beside: site, now: new Date(now + MINUTE_MS) });
    await other.app.runFrequentJobs();
    await other.app.runFrequentJobs();
    await other.close();
    const seen = await seenBy(site, token, orderId);
    expect(seen).toMatchObject({ state: 'granted' });
    const { rows } = await site.pool.query(
      `select r.state from shop.refund r join shop.payment p on p.id = r.payment_id
       join shop.topup_order o on o.id = p.order_id where o.no = $1`,
      [orderId],
    );
    expect(rows).toEqual([{ state: 'done' }]);
  });
});

describe('when a trade is paid and closed at the same moment, the first change counts', () => {
  /** Runs `work` while another transaction holds the trade and changes it to this state. */
  async function whileBecoming<T>(state: string, orderId: string, work: () => Promise<T>): Promise<T> {
    const there = Promise.withResolvers<void>();
    const becoming = transaction(site.pool, async (tx) => {
      await tx.query('update shop.sandbox_trade set state = $2 where order_no = $1', [orderId, state]);
      there.resolve();
      await untilLockAwaited(site.pool);
    });
    await there.promise;
    const [done] = await Promise.all([work(), becoming]);
    return done;
  }

  test('the payment', async () => {
    const { orderId } = await orderBy(site, token);
    const close = () => channel.close({ orderNo: orderId, reference: null }, anySignal);
    expect(await whileBecoming('paid', orderId, close)).toBe('paid');
    await site.pool.query(`update shop.sandbox_trade set state = 'closed' where order_no = $1`, [orderId]);
  });

  test('the close', async () => {
    const { orderId, cashier } = await orderBy(site, token);
    await whileBecoming('closed', orderId, () => press(site, cashier, 'pay'));
    const bill = await channel.downloadBill(shanghaiDay(new Date()), anySignal);
    expect(bill.filter(({ orderNo }) => orderNo === orderId)).toEqual([]);
  });
});

describe('the channel of the sandbox', () => {
  test('does not make a second trade with the same number', async () => {
    const { orderId, cashier } = await orderBy(site, token);
    const trade = { orderNo: orderId, title: '60 漫币', amount: 600, currency: 'CNY', scene: 'pc' } as const;
    const where = { returnUrl: 'http://a/payment', siteUrl: 'http://a', readerAddress: '::1', expiresAt: new Date() };
    const made = await Promise.all([1, 2, 3].map(() => channel.create({ ...trade, ...where }, anySignal)));
    const next = { kind: 'redirect', url: `http://a${cashier}` };
    expect(made).toEqual(made.map(() => ({ next, reference: null })));
  });

  test('queries, closes and refunds, once for each number and never more than was paid', async () => {
    const { orderId, cashier } = await orderBy(site, token);
    const trade = { orderNo: orderId, reference: null };
    expect(await channel.query({ orderNo: 'none-such', reference: null }, anySignal)).toEqual({ state: 'none' });
    expect(await channel.close({ orderNo: 'none-such', reference: null }, anySignal)).toBe('closed');
    expect(await channel.query(trade, anySignal)).toEqual({ state: 'open' });
    await press(site, cashier, 'pay');
    const found = await channel.query(trade, anySignal);
    if (found.state !== 'paid') throw new Error('it is not paid');
    expect(found.payment).toMatchObject({ orderNo: orderId, amount: 600, currency: 'CNY', ...channel.account });
    expect(await channel.close(trade, anySignal)).toBe('paid');
    const { transactionId } = found.payment;
    const refund = { ...trade, refundNo: `${orderId}-a`, transactionId, paidAmount: 600, amount: 400, currency: 'CNY' };
    expect(await channel.queryRefund(refund, anySignal)).toBe('none');
    const twice = await Promise.all([1, 2].map(() => channel.refund(refund, anySignal)));
    expect(twice).toEqual(['done', 'done']);
    expect(await channel.queryRefund(refund, anySignal)).toBe('done');
    expect(await channel.refund({ ...refund, amount: 100 }, anySignal)).toBe('failed');
    expect(await channel.refund({ ...refund, refundNo: `${orderId}-b`, amount: 201 }, anySignal)).toBe('failed');
    expect(await channel.refund({ ...refund, refundNo: `${orderId}-c`, amount: 200 }, anySignal)).toBe('done');
    for (const id of ['none-such', `${orderId}-a`])
      expect(
        await channel.refund({ ...refund, refundNo: `${orderId}-d`, transactionId: id, amount: 1 }, anySignal),
      ).toBe('failed');
    const bill = await channel.downloadBill(shanghaiDay(new Date()), anySignal);
    const line = { orderNo: orderId, transactionId, fee: 0, currency: 'CNY' };
    expect(bill.filter(({ orderNo }) => orderNo === orderId)).toMatchObject([
      { ...line, refundNo: null, amount: 600 },
      { ...line, refundNo: `${orderId}-a`, amount: 400 },
      { ...line, refundNo: `${orderId}-c`, amount: 200 },
    ]);
  });

  test('puts exactly the events of a Shanghai day into its bill, to the millisecond', async () => {
    const start = Date.parse('2027-03-01T00:00:00+08:00');
    site.setTime(new Date(start - 1));
    const { token: reader } = await signedIn(site);
    const paidAt = async (ms: number) => {
      site.setTime(new Date(ms));
      const { orderId, cashier } = await orderBy(site, reader);
      await press(site, cashier, 'pay');
      return orderId;
    };
    const [first, last] = [await paidAt(start), await paidAt(start + 24 * 60 * MINUTE_MS - 1)];
    for (const ms of [start - 1, start + 24 * 60 * MINUTE_MS]) await paidAt(ms);
    const bill = await channel.downloadBill('2027-03-01', anySignal);
    expect(bill.map(({ orderNo }) => orderNo)).toEqual([first, last]);
  });
});

test('the records of a day agree with the bill of the sandbox, and the bill finds a payment without a notification', async () => {
  const fresh = await startTestApp();
  const noon = Date.parse('2027-03-01T12:00:00+08:00');
  fresh.setTime(new Date(noon));
  const { token: reader } = await signedIn(fresh);
  const order = async (act: SandboxAct) => {
    const { orderId, cashier } = await orderBy(fresh, reader);
    await press(fresh, cashier, act);
    return orderId;
  };
  const back = await order('pay');
  await order('twice');
  await order('cancel');
  await refundBy(fresh, back, { now: new Date(noon) });
  await fresh.app.runFrequentJobs();
  const silent = await order('silent');
  fresh.setTime(new Date(noon + 23 * 60 * MINUTE_MS));
  await fresh.app.runJob('reconciliation');
  const { rows } = await fresh.pool.query(
    `select b.state, b.day::text, (select count(*)::int from shop.bill_line) as lines, o.state as silent,
       (select count(*)::int from shop.bill_difference) as differences
     from shop.bill b, shop.topup_order o where o.no = $1`,
    [silent],
  );
  expect(rows).toEqual([{ state: 'matched', day: '2027-03-01', lines: 6, silent: 'granted', differences: 0 }]);
  await expectSoundShop(fresh);
  await fresh.close();
});

const ORDERS = howMany({ test: 24, drill: 2_000 });
const PRESSES = 6;
const AT_ONCE = 16;

test(`${ORDERS} orders with ${PRESSES} button presses each, on two nodes that query and close, are paid once on both sides`, async () => {
  const start = Date.now();
  const nodes = [site, await startTestApp({ beside: site })] as const;
  const random = seededRandom(seedOf('presses'), 0);
  const readers = await readersInBulk(site, Math.ceil(ORDERS / 3));
  const acts: ((node: TestApp) => Promise<unknown>)[] = [];
  const orders: string[] = [];
  for (let index = 0; index < ORDERS; index++) {
    const reader = readers[index % readers.length]?.token ?? '';
    const { orderId, cashier } = await orderBy(site, reader);
    orders.push(orderId);
    for (let time = 0; time < PRESSES; time++) {
      const act = random.oneOf(SANDBOX_ACTS);
      acts.push((node) => press(node, cashier, act));
    }
    acts.push((node) => seenBy(node, reader, orderId));
  }
  for (let i = acts.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    const [a, b] = [acts[i], acts[j]];
    if (a && b) [acts[i], acts[j]] = [b, a];
  }
  const work = async () => {
    for (let act = acts.pop(); act; act = acts.pop()) await act(random.oneOf(nodes));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const minutes of [2, 31])
    for (const node of nodes) {
      node.setTime(new Date(start + minutes * MINUTE_MS));
      await node.app.runFrequentJobs();
    }
  const { rows } = await site.pool.query(
    `select distinct t.state || ', ' || o.state as outcome,
       (select count(*)::int from shop.sandbox_transaction x where x.order_no = t.order_no and x.refund_of is null)
         - (select count(*)::int from shop.payment p where p.order_id = o.id) as unknown,
       (select count(*)::int from shop.sandbox_transaction x where x.order_no = t.order_no and x.tell_at is not null) as unnotified
     from shop.sandbox_trade t join shop.topup_order o on o.no = t.order_no where t.order_no = any($1) order by 1`,
    [orders],
  );
  expect(rows).toEqual([
    { outcome: 'closed, closed', unknown: 0, unnotified: 0 },
    { outcome: 'paid, granted', unknown: 0, unnotified: 0 },
  ]);
  await nodes[1].close();
}, 3_600_000);
