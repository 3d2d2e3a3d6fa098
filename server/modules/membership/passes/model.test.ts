import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { howMany, seedOf } from '../../../../testing/drills/drill.ts';
import { type Tx, transaction } from '../../../core/db/db.ts';
import { addDays } from '../../../core/time/shanghai-calendar.ts';
import { shanghaiDay, startOfShanghaiDay } from '../../../core/time/shanghai-day.ts';
import { checkPasses } from '../audit/check.ts';
import { grantPass, movePass, passUntil, restorePass, takePass, unusedPassDays } from './passes.ts';
import { sumPasses } from './store.ts';

const RUNS = howMany({ test: 30, drill: 3_000 });
const COMMANDS = howMany({ test: 25, drill: 80 });
vi.setConfig({ testTimeout: howMany({ test: 120_000, drill: 3_600_000 }) });
const HOUR_MS = 3600 * 1000;
/** An hour before midnight in Shanghai. */
const START = Date.parse('2026-03-10T15:00:00Z');

let site: TestApp;
let runs = 0;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());
afterEach(async () => expect((await checkPasses(site.pool)).broken).toEqual([]));

const within = <T>(work: (tx: Tx) => Promise<T>) => transaction(site.pool, work);

type Slot = { day: string; grant: number; fen: number };
type Model = { now: number; slots: Slot[]; grants: number; takings: { grant: number; fens: number[] | null }[] };
type Real = { readerId: number; run: number };
type Step = fc.AsyncCommand<Model, Real>;

const today = (model: Model) => shanghaiDay(new Date(model.now));
const sum = (fens: readonly number[]) => fens.reduce((total, fen) => total + fen, 0);

function append(model: Model, fens: readonly number[], grant: number): void {
  const last = model.slots.at(-1)?.day;
  const first = last !== undefined && last >= today(model) ? addDays(last, 1) : today(model);
  model.slots.push(...fens.map((fen, index) => ({ day: addDays(first, index), grant, fen })));
}

/** The price of each day, so that the days so far have the rounded-down part. */
function shares(days: number, price: number): number[] {
  const upTo = (count: number) => Math.floor((price * count) / days);
  return Array.from({ length: days }, (_, index) => upTo(index + 1) - upTo(index));
}

async function expectSame(model: Model, { readerId }: Real): Promise<void> {
  const last = model.slots.at(-1)?.day;
  const isRunning = last !== undefined && last >= today(model);
  const until = await passUntil(site.pool, readerId, new Date(model.now));
  expect(until).toEqual(isRunning ? startOfShanghaiDay(addDays(last, 1)) : null);
}

class Wait implements Step {
  readonly hours: number;
  constructor(hours: number) {
    this.hours = hours;
  }
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    model.now += this.hours * HOUR_MS;
    await expectSame(model, real);
  }
  toString = () => `wait ${this.hours} h`;
}

class Grant implements Step {
  readonly days: number;
  readonly priceFen: number;
  constructor(days: number, priceFen: number) {
    this.days = days;
    this.priceFen = priceFen;
  }
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    const { days, priceFen } = this;
    const given = { key: `${real.run}:${model.grants}`, source: 'order', days, priceFen } as const;
    const grant = () => within((tx) => grantPass(tx, real.readerId, given, new Date(model.now)));
    expect([await grant(), await grant()]).toEqual([true, false]);
    append(model, shares(days, priceFen), model.grants++);
    await expectSame(model, real);
  }
  toString = () => `grant ${this.days} days for ${this.priceFen}`;
}

class Take implements Step {
  readonly grant: number;
  readonly most: number;
  constructor(grant: number, most: number) {
    this.grant = grant;
    this.most = most;
  }
  check = (model: Readonly<Model>) => model.grants > 0;
  async run(model: Model, real: Real): Promise<void> {
    const grant = this.grant % model.grants;
    const free = model.slots.filter((slot) => slot.grant === grant && slot.day > today(model));
    const gone = free.slice(Math.max(0, free.length - this.most));
    const wanted = { key: `${real.run}:take:${model.takings.length}`, of: `${real.run}:${grant}`, most: this.most };
    const take = () => within((tx) => takePass(tx, wanted, new Date(model.now)));
    const taken = { days: gone.length, priceFen: sum(gone.map(({ fen }) => fen)) };
    expect([await take(), await take()]).toEqual([taken, taken]);
    const [first] = gone;
    if (first) {
      // Days of other grants can be between them. The remaining days become consecutive.
      const after = model.slots.splice(model.slots.indexOf(first)).filter((slot) => !gone.includes(slot));
      model.slots.push(...after.map((slot, index) => ({ ...slot, day: addDays(first.day, index) })));
    }
    model.takings.push({ grant, fens: gone.map(({ fen }) => fen) });
    await expectSame(model, real);
  }
  toString = () => `take ${this.most} days of ${this.grant}`;
}

/**
 * Gives back the days that were taken with a key, as a failed refund does. They can be taken again, as a part of the same grant.
 */
class Restore implements Step {
  readonly taking: number;
  constructor(taking: number) {
    this.taking = taking;
  }
  check = (model: Readonly<Model>) => model.takings.length > 0;
  async run(model: Model, real: Real): Promise<void> {
    const index = this.taking % model.takings.length;
    const taking = model.takings[index];
    const restore = () =>
      within((tx) => restorePass(tx, real.readerId, `${real.run}:take:${index}`, new Date(model.now)));
    for (let time = 0; time < 2; time++) await restore();
    if (taking?.fens && taking.fens.length > 0)
      append(model, shares(taking.fens.length, sum(taking.fens)), taking.grant);
    if (taking) taking.fens = null;
    await expectSame(model, real);
  }
  toString = () => `restore ${this.taking}`;
}

const STEPS = fc.commands<Model, Real, false>(
  [
    fc.integer({ min: 1, max: 24 * 12 }).map((hours) => new Wait(hours)),
    fc
      .tuple(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 0, max: 3_001 }))
      .map(([days, price]) => new Grant(days, price)),
    fc
      .tuple(fc.nat(9), fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constant(10_000)))
      .map(([grant, most]) => new Take(grant, most)),
    fc.nat(9).map((taking) => new Restore(taking)),
  ],
  { maxCommands: COMMANDS },
);

test('days follow one another, only days that have not begun are taken back, and the price follows the days', async () => {
  await fc.assert(
    fc.asyncProperty(STEPS, async (steps) => {
      const model: Model = { now: START, slots: [], grants: 0, takings: [] };
      const real = { readerId: 3_000_000 + runs, run: runs++ };
      await site.pool.query('truncate membership.pass_grant cascade');
      await fc.asyncModelRun(() => ({ model, real }), steps);
      // All of it as one period, up to the day that it is.
      const end = startOfShanghaiDay(addDays(today(model), 1));
      const sums = await sumPasses(site.pool, new Date(START - 1), end, '2026-01-01', addDays(today(model), 1));
      const used = sum(model.slots.filter(({ day }) => day <= today(model)).map(({ fen }) => fen));
      const outstanding = sum(model.slots.filter(({ day }) => day > today(model)).map(({ fen }) => fen));
      expect({ used: sums.used, outstanding: sums.outstanding }).toEqual({ used, outstanding });
      expect(sums.used).toBe(sums.sold - sums.refunded - sums.outstanding);
    }),
    { numRuns: RUNS, seed: seedOf('passes') },
  );
});

test('a day is used from its first moment in Shanghai: at midnight one day less can be taken back', async () => {
  const [reader, key] = [4_000_000, 'midnight'];
  const late = new Date('2026-03-10T15:59:59.999Z');
  const given = { key, source: 'order', days: 30, priceFen: 3_000 } as const;
  await within((tx) => grantPass(tx, reader, given, late));
  const most = (at: Date) =>
    within(async (tx) => {
      const taken = await takePass(tx, { key: `${key}:${at.getTime()}`, of: key, most: 99 }, at);
      await tx.query(`delete from membership.pass_taking where key like '${key}:%'`);
      await tx.query('update membership.pass_grant set taken_days = 0 where key = $1', [key]);
      return taken;
    });
  expect(await most(late)).toEqual({ days: 29, priceFen: 2_900 });
  expect(await most(new Date('2026-03-10T16:00:00.000Z'))).toEqual({ days: 28, priceFen: 2_800 });
  expect(await passUntil(site.pool, reader, late)).toEqual(new Date('2026-04-08T16:00:00.000Z'));
  expect(await passUntil(site.pool, reader, new Date('2026-04-08T15:59:59.999Z'))).not.toBeNull();
  expect(await passUntil(site.pool, reader, new Date('2026-04-08T16:00:00.000Z'))).toBeNull();
});

test('days that are given back follow the last one, once', async () => {
  const reader = 4_000_001;
  const now = new Date(START);
  await within((tx) => grantPass(tx, reader, { key: 'back', source: 'order', days: 10, priceFen: 100 }, now));
  await within((tx) => takePass(tx, { key: 'back:hold', of: 'back', most: 4 }, now));
  expect(await passUntil(site.pool, reader, now)).toEqual(startOfShanghaiDay('2026-03-16'));
  for (let time = 0; time < 2; time++) await within((tx) => restorePass(tx, reader, 'back:hold', now));
  expect(await passUntil(site.pool, reader, now)).toEqual(startOfShanghaiDay('2026-03-20'));
});

test('a merge moves the days that have not begun after those of the other reader', async () => {
  const [from, to] = [4_000_002, 4_000_003];
  const now = new Date(START);
  await within((tx) => grantPass(tx, from, { key: 'from', source: 'code', days: 5, priceFen: 50 }, now));
  await within((tx) => grantPass(tx, to, { key: 'to', source: 'code', days: 2, priceFen: 0 }, now));
  await within((tx) => movePass(tx, from, to, now));
  expect(await passUntil(site.pool, to, now)).toEqual(startOfShanghaiDay('2026-03-16'));
  expect(await passUntil(site.pool, from, now)).toEqual(startOfShanghaiDay('2026-03-11'));
});

test('a merge keeps the day of today for a reader without 月卡, and a refund can still take back its days', async () => {
  const [from, to] = [4_000_004, 4_000_005];
  const bought = new Date(START - 48 * HOUR_MS);
  const now = new Date(START);
  await within((tx) => grantPass(tx, from, { key: 'running', source: 'order', days: 5, priceFen: 99 }, bought));
  await within((tx) => grantPass(tx, from, { key: 'next', source: 'order', days: 2, priceFen: 7 }, bought));
  await within((tx) => grantPass(tx, to, { key: 'over', source: 'order', days: 2, priceFen: 5 }, bought));
  const until = await passUntil(site.pool, from, now);
  const unused = await unusedPassDays(site.pool, 'running', now);
  await within((tx) => movePass(tx, from, to, now));
  expect(await passUntil(site.pool, to, now)).toEqual(until);
  expect(await passUntil(site.pool, from, now)).toBeNull();
  expect(await unusedPassDays(site.pool, 'running', now)).toBe(unused);
});
