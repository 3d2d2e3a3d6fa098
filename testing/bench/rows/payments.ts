import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { transaction } from '../../../server/core/db/db.ts';
import { addGrowth, lockReader } from '../../../server/modules/account/account.ts';
import { addOrder, lockOrder, markGranted } from '../../../server/modules/shop/orders/store.ts';
import {
  setNotificationResult,
  storeNotification,
} from '../../../server/modules/shop/settlement/notification-store.ts';
import { putPayment } from '../../../server/modules/shop/settlement/payment-store.ts';
import type { RawNotification } from '../../../server/modules/shop/shop.ts';
import { credit } from '../../../server/modules/wallet/wallet.ts';
import { addBuyers, type Buyer } from '../buying-catalogue.ts';
import type { Rounds } from '../cost.ts';
import { type ListingApp, openListingApp } from '../listing-app.ts';
import { cpuMicrosOf, readProcesses } from '../proc-stat.ts';
import { ratiosOf, spreadOf } from '../spread.ts';
import type { Stage } from '../stage.ts';
import { figureRow, type Row, ratioRow } from '../table.ts';
import { openWechatShop, type WechatShop } from '../wechat-shop.ts';

const GOALS = { bare: 0.8, addedMs: 2 };
const ORDERS_A_ROUND = 200;
const AT_ONCE = 8;
const FEN = 600;
const COINS = 60;

type Order = { id: number; no: string; readerId: number };
type Paid = { order: Order; transactionId: string; raw: RawNotification };

/** A verified notification until its coins are granted, against its bare statements; and what an order takes besides its channel. */
export async function measurePayments(stage: Stage, { count }: Rounds): Promise<Row[]> {
  const shop = openWechatShop();
  // Nothing is read there; the number names the database.
  const app = await openListingApp(stage.app.connection, 3, { channels: [shop.channel] });
  try {
    const granted = await measureGrants(app, shop, stage.app.postmasterPid, count);
    return [granted, await measureCreation(app, shop, count)];
  } finally {
    await app.close();
  }
}

async function measureGrants(app: ListingApp, shop: WechatShop, postmasterPid: number, rounds: number): Promise<Row> {
  const buyers = await addBuyers(app.pool, ORDERS_A_ROUND);
  const costs: [number[], number[]] = [[], []];
  const ways = [grantByApp(app, shop), grantBarely(app.pool, shop)];
  // The first round only warms up.
  for (let round = 0; round <= rounds; round++)
    for (const [index, grant] of ways.entries()) {
      const paid = await payOrders(app.pool, shop, buyers);
      const spent = () => processMicros() + cpuMicrosOf([postmasterPid], readProcesses());
      const before = spent();
      await inParallel(paid, grant);
      if (round > 0) costs[index as 0 | 1].push((spent() - before) / paid.length);
      await expectGranted(app.pool, paid);
    }
  const [ours, bare] = costs;
  const shown = (micros: number[]) => `${spreadOf(micros).median.toFixed(0)} µs`;
  const figures = { ours: shown(ours), baseline: `${shown(bare)} (bare, same check and statements)` };
  return ratioRow('notification to granted coins', figures, ratiosOf(bare, ours), { atLeast: GOALS.bare });
}

function grantByApp(app: ListingApp, { channel }: WechatShop) {
  const accepted = channel.answer('accepted').status;
  return async ({ raw }: Paid) => {
    const answer = await app.receiveNotification(channel.id, raw);
    if (answer?.status !== accepted) throw new Error(`a notification was answered with ${answer?.status}`);
  };
}

function grantBarely(pool: pg.Pool, { channel }: WechatShop) {
  return async ({ order: { id, no, readerId }, raw }: Paid) => {
    const now = new Date();
    const stored = await storeNotification(pool, channel.id, raw, now);
    const notice = await channel.parseNotify(raw);
    if (notice.kind !== 'paid') throw new Error('a payment was not read');
    await transaction(pool, async (tx) => {
      await lockReader(tx, readerId);
      await lockOrder(tx, id);
      await putPayment(tx, id, channel.id, notice.payment, 'credited', now);
      await addGrowth(tx, readerId, FEN);
      const coins = { amount: COINS, costFen: FEN };
      await credit(tx, readerId, { kind: 'topup', key: `topup:${no}`, title: `充值 ${COINS} 漫币`, coins }, now);
      await markGranted(tx, id, 0, now);
    });
    await setNotificationResult(pool, stored.id, 'accepted');
  };
}

/** Orders of a reader each, paid at the gateway just now: a signature is good for minutes. */
async function payOrders(pool: pg.Pool, shop: WechatShop, buyers: readonly Buyer[]): Promise<Paid[]> {
  const now = new Date();
  const paid: Paid[] = [];
  for (const { readerId } of buyers) {
    const no = randomUUID().replaceAll('-', '');
    const sold = {
      packageId: 1,
      title: '60 漫币',
      cashFen: FEN,
      amount: FEN,
      currency: 'CNY',
      coins: COINS,
      bonus: 0,
      firstBonus: 0,
    };
    const where = { channel: 'wechat', scene: 'pc', back: '/', request: Buffer.alloc(32) } as const;
    const times = {
      createdAt: now,
      expiresAt: new Date(now.getTime() + 1_800_000),
      lookAt: new Date(now.getTime() + 900_000),
    };
    const order = await transaction(pool, (tx) => addOrder(tx, { no, readerId, key: no, ...sold, ...where, ...times }));
    const transactionId = randomUUID();
    paid.push({ order: { id: order.id, no, readerId }, transactionId, raw: shop.paid(no, transactionId, FEN) });
  }
  return paid;
}

async function expectGranted(pool: pg.Pool, paid: readonly Paid[]): Promise<void> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from shop.topup_order where state = 'granted' and no = any($1)`,
    [paid.map(({ order }) => order.no)],
  );
  if (rows[0]?.count !== paid.length) throw new Error('not every order was granted');
}

const ORDERS_A_READER = 2;

/** Milliseconds that `charge/submit` takes longer than the call of its channel alone, taken in turn. */
async function measureCreation(app: ListingApp, { channel }: WechatShop, rounds: number): Promise<Row> {
  const added: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const buyers = await addBuyers(app.pool, ORDERS_A_ROUND / ORDERS_A_READER);
    const [whole, alone]: [number[], number[]] = [[], []];
    for (const { token } of buyers)
      for (let turn = 0; turn < ORDERS_A_READER; turn++) {
        const request = { itemId: 1, channel: channel.id, scene: 'pc', back: '/', key: randomUUID() };
        whole.push(await app.time('charge/submit', request, token));
        const started = performance.now();
        await channel.create(tradeOf(randomUUID().replaceAll('-', '')), AbortSignal.timeout(1_000));
        alone.push(performance.now() - started);
      }
    if (round > 0) added.push(spreadOf(whole).median - spreadOf(alone).median);
  }
  return figureRow(
    'charge/submit, besides its channel',
    spreadOf(added).median,
    { atMost: GOALS.addedMs },
    (ms) => `${ms.toFixed(2)} ms`,
  );
}

function tradeOf(orderNo: string) {
  const site = { returnUrl: 'https://bench.test/payment', siteUrl: 'https://bench.test', readerAddress: '2001:db8::1' };
  const expiresAt = new Date(Date.now() + 1_800_000);
  return { orderNo, title: '60 漫币', amount: FEN, currency: 'CNY', scene: 'pc', ...site, expiresAt } as const;
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const lane = async () => {
    for (let item = left.pop(); item; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

function processMicros(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
