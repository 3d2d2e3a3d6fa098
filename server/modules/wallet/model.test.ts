import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { howMany, seedOf } from '../../../testing/drills/drill.ts';
import { readersInBulk } from '../../../testing/factories/readers.ts';
import {
  buyFrom,
  buyInModel,
  CHAPTERS,
  type Model,
  missingOf,
  newWallet,
  payDebt,
  sum,
  take,
} from '../../../testing/factories/wallet-model.ts';
import { EndRefund, type Real, Refund, readerOf, walletOf } from '../../../testing/factories/wallet-refunds.ts';
import { expectSoundLedger } from '../../../testing/factories/wallets.ts';
import { transaction } from '../../core/db/db.ts';
import { createLog } from '../../core/log/log.ts';
import { createDataOwner, MERGE_LIMITS } from './data-owner.ts';
import { lockWallet } from './ledger/ledger.ts';
import {
  type Asset,
  adjust,
  balanceBefore,
  createWallet,
  credit,
  readBalances,
  spendBonus,
  TooLittle,
  type Wallet,
  type WalletHistoryPosition,
} from './wallet.ts';

const RUNS = howMany({ test: 60, drill: 10_000 });
const COMMANDS = howMany({ test: 40, drill: 100 });
const HOUR_MS = 3600 * 1000;
const ACCOUNTS = 2;
const GUESTS = 2;
/** Concurrent runs; each has its own readers and clock. */
const AT_ONCE = 10;

const dataOwner = createDataOwner({ withheldFromMerge: async () => [] });
let site: TestApp;
let bought: Wallet;
beforeAll(async () => {
  site = await startTestApp();
  bought = createWallet(site.pool, createLog('silent'), { withheldFromMerge: async () => [] });
});
afterAll(() => site.close());

type Step = fc.AsyncCommand<Model, Real>;

async function expectSame(model: Model, real: Real, who: number): Promise<void> {
  const wallet = walletOf(model, who);
  const of = (asset: Asset) => sum(wallet, asset, model.now);
  const balances = await readBalances(site.pool, readerOf(real, who).id, new Date(model.now));
  expect(balances).toEqual({ coins: of('coin') - wallet.debt, bonus: of('bonus'), tickets: of('ticket') });
}

class Wait implements Step {
  readonly hours: number;
  constructor(hours: number) {
    this.hours = hours;
  }
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    model.now += this.hours * HOUR_MS;
    for (const who of real.readers.keys()) await expectSame(model, real, who);
  }
  toString = () => `wait ${this.hours} h`;
}

class Sweep implements Step {
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    // The sweep of these readers only: the whole sweep would also change runs whose clocks are behind.
    for (const { id } of real.readers) await transaction(site.pool, (tx) => lockWallet(tx, id, new Date(model.now)));
    for (const who of real.readers.keys()) await expectSame(model, real, who);
  }
  toString = () => 'sweep';
}

class Give implements Step {
  readonly who: number;
  readonly asset: Asset;
  readonly amount: number;
  readonly hours: number;
  constructor(who: number, asset: Asset, amount: number, hours: number) {
    this.who = who;
    this.asset = asset;
    this.amount = amount;
    this.hours = hours;
  }
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    const { asset, amount } = this;
    const now = new Date(model.now);
    const expiresAt = new Date(model.now + this.hours * HOUR_MS);
    const common = { key: randomUUID(), title: 'model' };
    const given = {
      coin: { ...common, kind: 'topup', coins: { amount, costFen: amount } },
      bonus: { ...common, kind: 'gift', bonus: { amount, expiresAt } },
      ticket: { ...common, kind: 'sign', tickets: { amount, expiresAt } },
    } as const;
    const { id } = readerOf(real, this.who);
    const give = () => transaction(site.pool, (tx) => credit(tx, id, given[asset], now));
    expect([await give(), await give()]).toEqual([await readBalances(site.pool, id, now), null]);
    const until = asset === 'coin' ? Number.POSITIVE_INFINITY : expiresAt.getTime();
    const wallet = walletOf(model, this.who);
    wallet.lots.push({ asset, left: amount, until, key: common.key });
    payDebt(wallet, model.now);
    await expectSame(model, real, this.who);
  }
  toString = () => `give ${this.who} ${this.amount} ${this.asset} for ${this.hours} h`;
}

class TakeBack implements Step {
  readonly who: number;
  readonly asset: Asset;
  readonly amount: number;
  constructor(who: number, asset: Asset, amount: number) {
    this.who = who;
    this.asset = asset;
    this.amount = amount;
  }
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    const { asset, amount } = this;
    const wallet = walletOf(model, this.who);
    const now = new Date(model.now);
    const adjustment = { asset, amount: -amount, expiresAt: now, actor: 'model', reason: 'model' };
    const work = transaction(site.pool, (tx) => adjust(tx, readerOf(real, this.who).id, randomUUID(), adjustment, now));
    if (sum(wallet, asset, model.now) < amount) await expect(work).rejects.toMatchObject({ name: 'balanceTooLow' });
    else {
      await work;
      take(wallet, asset, amount, model.now);
    }
    await expectSame(model, real, this.who);
  }
  toString = () => `take ${this.amount} ${this.asset} back from ${this.who}`;
}

/** Spends bonus on a service, once. */
class Repair implements Step {
  readonly who: number;
  readonly amount: number;
  constructor(who: number, amount: number) {
    this.who = who;
    this.amount = amount;
  }
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    const { amount } = this;
    const wallet = walletOf(model, this.who);
    const repair = { kind: 'repair', key: randomUUID(), title: 'model', amount } as const;
    const spend = () =>
      transaction(site.pool, (tx) => spendBonus(tx, readerOf(real, this.who).id, repair, new Date(model.now)));
    if (sum(wallet, 'bonus', model.now) < amount) await expect(spend()).rejects.toThrow(TooLittle);
    else {
      expect([await spend(), await spend()]).toEqual([true, false]);
      take(wallet, 'bonus', amount, model.now);
    }
    await expectSame(model, real, this.who);
  }
  toString = () => `repair ${this.who} for ${this.amount}`;
}

class Buy implements Step {
  readonly who: number;
  readonly which: number[];
  readonly how: { ticket: boolean; pass: boolean };
  constructor(who: number, which: number[], how: Buy['how']) {
    this.who = who;
    this.which = how.ticket ? which.slice(0, 1) : which;
    this.how = how;
  }
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    const [wallet, { ticket, pass }] = [walletOf(model, this.who), this.how];
    const chosen = this.which.map((index) => CHAPTERS[index] ?? { id: 0, price: 0 });
    const { missing, total } = missingOf(wallet, chosen, pass);
    const request = { chapterIds: chosen.map(({ id }) => id), expect: total, ticket, key: randomUUID() };
    const answer = await buyFrom(bought, readerOf(real, this.who).id, request, model.now, pass);
    const expected = buyInModel(wallet, missing, ticket, model.now);
    expect(answer).toMatchObject(expected);
    if (expected.data && missing.length > 0) wallet.sales.push({ request, data: expected.data });
    await expectSame(model, real, this.who);
  }
  toString = () => `buy ${this.who} ${this.which.join('+')} ${JSON.stringify(this.how)}`;
}

class Repeat implements Step {
  readonly who: number;
  readonly which: number;
  constructor(who: number, which: number) {
    this.who = who;
    this.which = which;
  }
  check = (model: Model) => walletOf(model, this.who).sales.length > 0;
  async run(model: Model, real: Real): Promise<void> {
    const { sales } = walletOf(model, this.who);
    const sale = sales[this.which % sales.length];
    if (!sale) return;
    const answer = await buyFrom(bought, readerOf(real, this.who).id, sale.request, model.now);
    expect(answer).toMatchObject({ code: 0, data: sale.data });
    await expectSame(model, real, this.who);
  }
  toString = () => `repeat ${this.who} ${this.which}`;
}

class Merge implements Step {
  readonly from: number;
  readonly to: number;
  constructor(from: number, to: number) {
    this.from = from;
    this.to = to;
  }
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    const [from, to] = [walletOf(model, this.from), walletOf(model, this.to)];
    const now = new Date(model.now);
    await transaction(site.pool, (tx) =>
      dataOwner.mergeReader(tx, readerOf(real, this.from).id, readerOf(real, this.to).id, now),
    );
    for (const asset of ['coin', 'bonus', 'ticket'] as const) {
      const room = MERGE_LIMITS[asset] - to.merged[asset];
      const moved = take(from, asset, Math.min(room, sum(from, asset, model.now)), model.now);
      to.merged[asset] += moved.reduce((total, { left }) => total + left, 0);
      to.lots.push(...moved.map(({ key: _key, ...lot }) => lot));
    }
    to.debt += from.debt;
    from.debt = 0;
    payDebt(to, model.now);
    await expectSame(model, real, this.from);
    await expectSame(model, real, this.to);
  }
  toString = () => `merge ${this.from} into ${this.to}`;
}

const anyone = fc.nat(ACCOUNTS + GUESTS - 1);
const account = fc.nat(ACCOUNTS - 1);
const asset = fc.constantFrom<Asset>('coin', 'bonus', 'ticket');
const place = { pool: () => site.pool, expectSame };
const amount = fc.integer({ min: 0, max: 25 });
const how = fc.record({ ticket: fc.boolean(), pass: fc.boolean() });
const STEPS = [
  fc.integer({ min: 1, max: 30 }).map((hours) => new Wait(hours)),
  fc.constant(new Sweep()),
  fc.tuple(account, fc.integer({ min: 1, max: 15 })).map(([who, amount]) => new Repair(who, amount)),
  fc
    .tuple(anyone, asset, fc.integer({ min: 1, max: 25 }), fc.integer({ min: 1, max: 60 }))
    .map(([who, what, amount, hours]) => new Give(who, what, what === 'ticket' ? 1 : amount, hours)),
  fc
    .tuple(anyone, asset, fc.integer({ min: 1, max: 15 }))
    .map(([who, what, amount]) => new TakeBack(who, what, amount)),
  fc
    .tuple(account, fc.uniqueArray(fc.nat(CHAPTERS.length - 1), { minLength: 1, maxLength: 3 }), how)
    .map(([who, which, how]) => new Buy(who, which, how)),
  fc
    .tuple(anyone, fc.nat(9), amount, amount)
    .map(([who, which, coins, bonus]) => new Refund(place, who, which, coins, bonus)),
  fc.tuple(fc.nat(3), fc.boolean()).map(([which, done]) => new EndRefund(place, which, done)),
  fc.tuple(account, fc.nat(3)).map(([who, which]) => new Repeat(who, which)),
  fc.tuple(fc.integer({ min: ACCOUNTS, max: ACCOUNTS + GUESTS - 1 }), account).map(([from, to]) => new Merge(from, to)),
];

/** All pages of the history together explain the balances, from 0. */
async function expectHistory(readerId: number, now: number): Promise<void> {
  const balances = await readBalances(site.pool, readerId, new Date(now));
  let after: WalletHistoryPosition | null = null;
  for (let isFirst = true; ; isFirst = false) {
    const { rows, last } = await bought.history(readerId, { after, size: 7 }, new Date(now));
    if (isFirst) expect(rows[0]?.balance ?? balances).toEqual(balances);
    const oldest = rows.at(-1);
    if (!last) return expect(oldest ? balanceBefore(oldest) : NOTHING).toEqual(NOTHING);
    after = { id: last.id, balance: balanceBefore(last) };
  }
}

const NOTHING = { coins: 0, bonus: 0, tickets: 0 };

test('after any credits, purchases, corrections and merges over time the wallet is equal to the model', async () => {
  const seed = seedOf('the wallet and its model');
  const property = fc.asyncProperty(fc.commands(STEPS, { maxCommands: COMMANDS, size: 'max' }), async (commands) => {
    const now = Date.now();
    const readers = await readersInBulk(site, ACCOUNTS + GUESTS);
    const model: Model = { now, wallets: readers.map(newWallet), holds: [] };
    await fc.asyncModelRun(() => ({ model, real: { readers } }), commands);
    for (const { id } of readers) await expectHistory(id, model.now);
  });
  const lanes = Array.from({ length: AT_ONCE }, (_, lane) =>
    fc.assert(property, { numRuns: RUNS / AT_ONCE, seed: seed + lane, endOnFailure: true }),
  );
  // All of them must end before the database is dropped.
  for (const lane of await Promise.allSettled(lanes)) if (lane.status === 'rejected') throw lane.reason;
  await expectSoundLedger(site);
}, 43_200_000);
