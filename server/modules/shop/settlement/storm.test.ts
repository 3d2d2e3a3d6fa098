import { afterAll, beforeAll, expect, test } from 'vitest';
import { chargeOrder } from '#contract/calls/wallet';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { seededRandom } from '../../../../testing/app/seeded-random.ts';
import { howMany, seedOf } from '../../../../testing/drills/drill.ts';
import { readersInBulk } from '../../../../testing/factories/readers.ts';
import { answerBy, CHEAPEST, expectSoundShop, send } from '../../../../testing/factories/shop.ts';
import { newTrade } from '../../../../testing/gateways/fake-gateway.ts';
import { createFakeStripe } from '../../../../testing/gateways/stripe.ts';
import { transaction } from '../../../core/db/db.ts';
import { addOrder, keepNext } from '../orders/store.ts';

const ORDERS = howMany({ test: 25, drill: 10_000 });
const TIMES = 20;
const AT_ONCE = 16;

const gateway = createFakeStripe(() => new Date());
const { channel } = gateway;

let sites: [TestApp, TestApp];
beforeAll(async () => {
  const site = await startTestApp({ channels: [channel] });
  sites = [site, await startTestApp({ beside: site, channels: [channel] })];
});
afterAll(async () => {
  const [site, other] = sites;
  await other.close();
  await site.close();
});

/** An order that is paid at the gateway, before any notification. */
async function paidOrder(site: TestApp, readerId: number, index: number): Promise<string> {
  const now = new Date();
  const no = `storm-${index}-${now.getTime()}`;
  const order = {
    no,
    readerId,
    key: no,
    packageId: CHEAPEST.id,
    title: '60 漫币',
    cashFen: 600,
    amount: 600,
    currency: 'CNY',
  };
  const sold = {
    coins: 60,
    passDays: 0,
    bonus: 0,
    firstBonus: 30,
    channel: channel.id,
    scene: 'pc',
    back: '/',
  } as const;
  const expiresAt = new Date(now.getTime() + 1_800_000);
  const times = { createdAt: now, expiresAt, lookAt: now };
  await transaction(site.pool, async (tx) => {
    const { id } = await addOrder(tx, { ...order, ...sold, ...times, request: Buffer.alloc(32) });
    await keepNext(tx, id, { next: { kind: 'redirect', url: '' }, reference: `cs_${no}` }, now);
  });
  gateway.trades.set(no, newTrade('', 600));
  gateway.pay(no);
  return no;
}

test(`${ORDERS} paid orders with ${TIMES} notifications each, queries and closing on two nodes are granted once`, async () => {
  const [site] = sites;
  const random = seededRandom(seedOf('storm'), 0);
  const readers = await readersInBulk(site, Math.ceil(ORDERS / 4));
  const acts: ((node: TestApp) => Promise<void>)[] = [];
  for (let index = 0; index < ORDERS; index++) {
    const { id, token } = readers[index % readers.length] ?? { id: 0, token: '' };
    const no = await paidOrder(site, id, index);
    // Signed when it is sent, because a signature is valid for minutes and this test can take longer.
    for (let time = 0; time < TIMES; time++)
      acts.push(async (node) =>
        expect(await send(node, channel, gateway.pay(no))).toEqual(answerBy(channel, 'accepted')),
      );
    acts.push(async (node) => void (await node.call(chargeOrder, { orderId: no }, { token })));
  }
  for (let i = 0; i < 4; i++) acts.push((node) => node.app.runFrequentJobs());
  for (let i = acts.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    const [a, b] = [acts[i], acts[j]];
    if (a && b) [acts[i], acts[j]] = [b, a];
  }
  const work = async () => {
    for (let act = acts.pop(); act; act = acts.pop()) await act(random.oneOf(sites));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const { rows } = await site.pool.query(
    `select state, count(*)::int as orders, sum(granted_bonus)::int as bonus from shop.topup_order group by state`,
  );
  expect(rows).toEqual([{ state: 'granted', orders: ORDERS, bonus: readers.length * 30 }]);
  const { rows: money } = await site.pool.query(
    `select count(*)::int as payments, (select count(*)::int from shop.refund) as refunds from shop.payment`,
  );
  expect(money).toEqual([{ payments: ORDERS, refunds: 0 }]);
  await expectSoundShop(site);
}, 3_600_000);
