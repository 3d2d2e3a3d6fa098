import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InputOf } from '#contract/call';
import { comicPay } from '#contract/calls/comic';
import { transaction } from '../../core/db.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addComic } from '../../testing/comics.ts';
import { howMany, seedOf } from '../../testing/drill.ts';
import { readersInBulk } from '../../testing/readers.ts';
import { expectSoundLedger } from '../../testing/wallets.ts';
import { createDataOwner, MERGE_LIMITS } from './data-owner.ts';
import { type Asset, adjust, credit, readBalances, TooLittle } from './wallet.ts';

const RUNS = howMany({ test: 40, drill: 10_000 });
const COMMANDS = howMany({ test: 40, drill: 100 });
const HOUR_MS = 3600 * 1000;
const ACCOUNTS = 2;
const GUESTS = 2;
const PRICES = [1, 5, 12, 30];

const dataOwner = createDataOwner({ withheldFromMerge: async () => [] });
let site: TestApp;
let chapters: { id: number; price: number }[];
beforeAll(async () => {
  site = await startTestApp();
  const added = await addComic(site, { chapters: PRICES.map((price) => ({ price })) });
  chapters = added.chapters.map(({ id }, index) => ({ id, price: PRICES[index] ?? 0 }));
});
afterAll(() => site.close());

/** The ledger in a few lines: lots in the order in which they were made, and chapters that are owned. */
type ModelLot = { asset: Asset; left: number; until: number };
type Sale = {
  payload: InputOf<typeof comicPay>;
  data: { chapterIds: number[]; spent: { coins: number; bonus: number; tickets: number } };
};
type ModelWallet = { lots: ModelLot[]; owned: Set<number>; merged: Record<Asset, number>; sales: Sale[] };
type Model = { now: number; wallets: ModelWallet[] };

const newWallet = (): ModelWallet => ({
  lots: [],
  owned: new Set(),
  merged: { coin: 0, bonus: 0, ticket: 0 },
  sales: [],
});

const spendable = ({ lots }: ModelWallet, asset: Asset, now: number) =>
  lots.filter((lot) => lot.asset === asset && lot.left > 0 && lot.until > now).sort((a, b) => a.until - b.until);
const sum = (wallet: ModelWallet, asset: Asset, now: number) =>
  spendable(wallet, asset, now).reduce((total, { left }) => total + left, 0);

/** Takes an amount, soonest expiry first; gives the parts that were taken. */
function take(wallet: ModelWallet, asset: Asset, amount: number, now: number): ModelLot[] {
  let missing = amount;
  return spendable(wallet, asset, now).flatMap((lot) => {
    const part = Math.min(lot.left, missing);
    lot.left -= part;
    missing -= part;
    return part > 0 ? [{ ...lot, left: part }] : [];
  });
}

type Real = { readers: { id: number; token: string }[] };
type Step = fc.AsyncCommand<Model, Real>;

const walletOf = (model: Model, who: number): ModelWallet => model.wallets[who] ?? newWallet();
const readerOf = (real: Real, who: number) => real.readers[who] ?? { id: 0, token: '' };

async function expectSame(model: Model, real: Real, who: number): Promise<void> {
  const wallet = walletOf(model, who);
  const of = (asset: Asset) => sum(wallet, asset, model.now);
  const balances = await readBalances(site.pool, readerOf(real, who).id, new Date(model.now));
  expect(balances).toEqual({ coins: of('coin'), bonus: of('bonus'), tickets: of('ticket') });
}

class Wait implements Step {
  readonly hours: number;
  constructor(hours: number) {
    this.hours = hours;
  }
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    model.now += this.hours * HOUR_MS;
    site.setTime(new Date(model.now));
    for (const who of real.readers.keys()) await expectSame(model, real, who);
  }
  toString = () => `wait ${this.hours} h`;
}

class Sweep implements Step {
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    await site.sweep(new Date(model.now));
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
    const give = () => transaction(site.pool, (tx) => credit(tx, readerOf(real, this.who).id, given[asset], now));
    expect([await give(), await give()]).toEqual([true, false]);
    const until = asset === 'coin' ? Number.POSITIVE_INFINITY : expiresAt.getTime();
    walletOf(model, this.who).lots.push({ asset, left: amount, until });
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
    if (sum(wallet, asset, model.now) < amount) await expect(work).rejects.toThrow(TooLittle);
    else {
      await work;
      take(wallet, asset, amount, model.now);
    }
    await expectSame(model, real, this.who);
  }
  toString = () => `take ${this.amount} ${this.asset} back from ${this.who}`;
}

class Buy implements Step {
  readonly who: number;
  readonly which: number[];
  readonly ticket: boolean;
  constructor(who: number, which: number[], ticket: boolean) {
    this.who = who;
    this.which = ticket ? which.slice(0, 1) : which;
    this.ticket = ticket;
  }
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    const wallet = walletOf(model, this.who);
    const chosen = this.which.map((index) => chapters[index] ?? { id: 0, price: 0 });
    const missing = chosen.filter(({ id }) => !wallet.owned.has(id));
    const total = missing.reduce((cost, { price }) => cost + price, 0);
    const payload = { chapterIds: chosen.map(({ id }) => id), expect: total, ticket: this.ticket, key: randomUUID() };
    const answer = await site.call(comicPay, payload, { token: readerOf(real, this.who).token });
    const expected = this.#expected(wallet, missing, total, model.now);
    expect(answer).toMatchObject(expected);
    if (expected.data && missing.length > 0) wallet.sales.push({ payload, data: expected.data });
    await expectSame(model, real, this.who);
  }

  #expected(
    wallet: ModelWallet,
    missing: typeof chapters,
    total: number,
    now: number,
  ): { code: number; data?: Sale['data'] } {
    if (missing.length === 0) return { code: 0, data: { chapterIds: [], spent: { coins: 0, bonus: 0, tickets: 0 } } };
    const bonus = Math.min(total, sum(wallet, 'bonus', now));
    if (this.ticket && sum(wallet, 'ticket', now) === 0) return { code: 4005 };
    if (!this.ticket && total > bonus + sum(wallet, 'coin', now)) return { code: 4001 };
    const spent = this.ticket ? { coins: 0, bonus: 0, tickets: 1 } : { coins: total - bonus, bonus, tickets: 0 };
    take(wallet, 'coin', spent.coins, now);
    take(wallet, 'bonus', spent.bonus, now);
    take(wallet, 'ticket', spent.tickets, now);
    for (const { id } of missing) wallet.owned.add(id);
    return { code: 0, data: { chapterIds: missing.map(({ id }) => id), spent } };
  }
  toString = () => `buy ${this.who} ${this.which.join('+')}${this.ticket ? ' by ticket' : ''}`;
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
    const answer = await site.call(comicPay, sale.payload, { token: readerOf(real, this.who).token });
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
      to.lots.push(...moved);
    }
    await expectSame(model, real, this.from);
    await expectSame(model, real, this.to);
  }
  toString = () => `merge ${this.from} into ${this.to}`;
}

const anyone = fc.nat(ACCOUNTS + GUESTS - 1);
const account = fc.nat(ACCOUNTS - 1);
const asset = fc.constantFrom<Asset>('coin', 'bonus', 'ticket');
const STEPS = [
  fc.integer({ min: 1, max: 30 }).map((hours) => new Wait(hours)),
  fc.constant(new Sweep()),
  fc
    .tuple(anyone, asset, fc.integer({ min: 1, max: 25 }), fc.integer({ min: 1, max: 60 }))
    .map(([who, what, amount, hours]) => new Give(who, what, what === 'ticket' ? 1 : amount, hours)),
  fc
    .tuple(anyone, asset, fc.integer({ min: 1, max: 15 }))
    .map(([who, what, amount]) => new TakeBack(who, what, amount)),
  fc
    .tuple(account, fc.uniqueArray(fc.nat(PRICES.length - 1), { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([who, which, ticket]) => new Buy(who, which, ticket)),
  fc.tuple(account, fc.nat(3)).map(([who, which]) => new Repeat(who, which)),
  fc.tuple(fc.integer({ min: ACCOUNTS, max: ACCOUNTS + GUESTS - 1 }), account).map(([from, to]) => new Merge(from, to)),
];

test('whatever is granted, bought, taken back and merged as time goes by, the wallet is what the model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(STEPS, { maxCommands: COMMANDS, size: 'max' }), async (commands) => {
      const now = Date.now();
      site.setTime(new Date(now));
      const readers = await readersInBulk(site, ACCOUNTS + GUESTS);
      await fc.asyncModelRun(() => ({ model: { now, wallets: readers.map(newWallet) }, real: { readers } }), commands);
      await expectSoundLedger(site);
    }),
    { numRuns: RUNS, seed: seedOf('the wallet and its model'), endOnFailure: true },
  );
}, 43_200_000);
