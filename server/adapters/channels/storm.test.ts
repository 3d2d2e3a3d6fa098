import { afterAll, beforeAll, expect, test } from 'vitest';
import { chargeOrder } from '#contract/calls/wallet';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { seededRandom } from '../../../testing/app/seeded-random.ts';
import { howMany, seedOf } from '../../../testing/drills/drill.ts';
import { readersInBulk } from '../../../testing/factories/readers.ts';
import { CHEAPEST, expectSoundShop } from '../../../testing/factories/shop.ts';
import { ALIPAY, createFakeAlipay } from '../../../testing/gateways/alipay.ts';
import { ROTATED } from '../../../testing/gateways/certificates.ts';
import { type FakeGateway, newTrade } from '../../../testing/gateways/fake-gateway.ts';
import { createFakeStripe, STRIPE } from '../../../testing/gateways/stripe.ts';
import { BOTH, createFakeWechat, signerOf } from '../../../testing/gateways/wechat.ts';
import { transaction } from '../../core/db/db.ts';
import { addOrder, keepNext } from '../../modules/shop/orders/store.ts';

const ORDERS = howMany({ test: 12, drill: 1_000 });
const TIMES = howMany({ test: 3, drill: 8 });
const AT_ONCE = 12;
/** WeChat's certificates are requested at most once a minute. */
const LATER_MS = 61_000;

let now = new Date();
const clock = () => now;
/** One for each node, with its own certificates and the same trades. */
const newGateways = () => ({
  alipay: createFakeAlipay(clock, { ...ALIPAY, products: ['qr'] }),
  wechat: createFakeWechat(clock),
  stripe: createFakeStripe(clock),
});
const [gateways, others] = [newGateways(), newGateways()];
const listed: readonly FakeGateway[] = Object.values(gateways);

let sites: [TestApp, TestApp];
beforeAll(async () => {
  for (const [id, other] of Object.entries(others))
    other.trades = listed.find(({ channel }) => channel.id === id)?.trades ?? new Map();
  const channelsOf = (each: typeof gateways) => Object.values(each).map(({ channel }) => channel);
  const site = await startTestApp({ sandbox: false, channels: channelsOf(gateways) });
  sites = [site, await startTestApp({ sandbox: false, channels: channelsOf(others), beside: site })];
});
afterAll(async () => {
  const [site, other] = sites;
  await other.close();
  await site.close();
});

/** An order that is paid at its channel. */
async function paidOrder(site: TestApp, { channel, trades, pay }: FakeGateway, readerId: number, index: number) {
  const no = `storm-${channel.id}-${index}`;
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
  const times = { createdAt: now, expiresAt: new Date(now.getTime() + 1_800_000), lookAt: now };
  await transaction(site.pool, async (tx) => {
    const { id } = await addOrder(tx, { ...order, ...sold, ...times, request: Buffer.alloc(32) });
    await keepNext(tx, id, { next: { kind: 'qr', text: '' }, reference: `cs_${no}` }, now);
  });
  trades.set(no, newTrade('', 600));
  pay(no);
  return no;
}

/** Changes the keys of the gateways while notifications with the old keys are being sent. */
function rotateKeys() {
  now = new Date(now.getTime() + LATER_MS);
  for (const site of sites) site.setTime(now);
  for (const { wechat, stripe } of [gateways, others]) {
    wechat.certificates = BOTH;
    wechat.signer = signerOf(ROTATED);
    stripe.secret = STRIPE.webhookSecrets[0] ?? '';
  }
}

test(`${ORDERS} paid orders of each channel with ${TIMES} notifications each, queries and new keys on two nodes are granted once`, async () => {
  const [site] = sites;
  for (const each of sites) each.setTime(now);
  const random = seededRandom(seedOf('storm of the channels'), 0);
  const readers = await readersInBulk(site, ORDERS);
  const acts: ((node: TestApp) => Promise<void>)[] = [];
  let refused = 0;
  const notify = async (node: TestApp, gateway: FakeGateway, no: string) => {
    const { headers, body } = gateway.pay(no);
    const url = `/pay/${gateway.channel.id}/notify`;
    const { statusCode, body: text } = await node.http.inject({ method: 'POST', url, headers, payload: body });
    const accepted = gateway.channel.answer('accepted');
    if (statusCode === accepted.status && text === accepted.body) return;
    // As every channel does, it repeats notifications that were not accepted.
    refused += 1;
    acts.push((other) => notify(other, gateway, no));
  };
  for (let index = 0; index < ORDERS; index++)
    for (const gateway of listed) {
      const { id, token } = readers[index] ?? { id: 0, token: '' };
      const no = await paidOrder(site, gateway, id, index);
      for (let time = 0; time < TIMES; time++) acts.push((node) => notify(node, gateway, no));
      if (random.below(3) === 0)
        acts.push(async (node) => void (await node.call(chargeOrder, { orderId: no }, { token })));
    }
  for (let i = 0; i < 4; i++) acts.push((node) => node.app.runFrequentJobs());
  for (let i = acts.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    const [a, b] = [acts[i], acts[j]];
    if (a && b) [acts[i], acts[j]] = [b, a];
  }
  acts.splice(acts.length / 2, 0, async () => rotateKeys());
  const work = async () => {
    for (let act = acts.pop(); act; act = acts.pop()) await act(random.oneOf(sites));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const { rows } = await site.pool.query(
    `select state, count(*)::int as orders, sum(granted_bonus)::int as bonus from shop.topup_order group by state`,
  );
  expect(rows).toEqual([{ state: 'granted', orders: ORDERS * listed.length, bonus: ORDERS * 30 }]);
  const { rows: money } = await site.pool.query(
    `select count(*)::int as payments, (select count(*)::int from shop.refund) as refunds from shop.payment`,
  );
  expect(money).toEqual([{ payments: ORDERS * listed.length, refunds: 0 }]);
  // No notification with either key had to be repeated.
  expect(refused).toBe(0);
  await expectSoundShop(site);
}, 3_600_000);
