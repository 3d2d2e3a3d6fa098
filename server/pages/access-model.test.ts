import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { comicInfo, comicPay, comicRead, waitOpen } from '#contract/calls/comic';
import { userInfo } from '#contract/calls/session';
import * as refusals from '#contract/codes';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { howMany, seedOf } from '../../testing/drills/drill.ts';
import { addComic, changeComic } from '../../testing/factories/comics.ts';
import { editPart } from '../../testing/factories/editorial.ts';
import { readersInBulk } from '../../testing/factories/readers.ts';
import { addBatch, redeeming } from '../../testing/factories/redeeming.ts';
import { expectSoundRewards } from '../../testing/factories/rewards.ts';
import { expectSoundLedger } from '../../testing/factories/wallets.ts';
import { addDays } from '../core/time/shanghai-calendar.ts';
import { shanghaiDay, startOfShanghaiDay } from '../core/time/shanghai-day.ts';
import { checkPasses } from '../modules/membership/membership.ts';

const RUNS = howMany({ test: 12, drill: 1_000 });
const COMMANDS = howMany({ test: 30, drill: 80 });
vi.setConfig({ testTimeout: howMany({ test: 120_000, drill: 3_600_000 }) });

const HOUR_MS = 3600 * 1000;
/** Two hours before midnight in Shanghai. */
const START = Date.parse('2026-11-23T22:00:00+08:00');
const [PRICE, PASS_PERCENT, WAIT_HOURS, READ_HOURS, AFTER_DAYS, PASS_DAYS, CODE_COINS] = [10, 70, 24, 48, 10, 2, 15];
/** When the chapters were published, in days before the start. The first is free, the last too new for 等就免费. */
const AGES = [20, 20, 12, 9.5, 9, 1];
const CODES = 4;

type Model = {
  now: number;
  coins: number;
  owned: Set<number>;
  /** The chapters that 等就免费 opened, and until when. */
  opened: Map<number, number>;
  readyAt: number;
  /** The day after the last one of 月卡. */
  passEnd: string;
  used: Set<string>;
};
type Real = { token: string; codes: Record<'coins' | 'pass', string[]> };
type Step = fc.AsyncCommand<Model, Real>;

let site: TestApp;
let comicId: number;
let ids: number[];
beforeAll(async () => {
  site = await startTestApp({ now: new Date(START) });
  const published = AGES.map((days) => new Date(START - days * 24 * HOUR_MS));
  const chapters = published.map((publishedAt, index) => ({ publishedAt, ...(index > 0 && { price: PRICE }) }));
  const made = await addComic(site, { createdAt: published[0], chapters });
  comicId = made.comicId;
  ids = made.chapters.map(({ id }) => id);
  const waits = { waitHours: WAIT_HOURS, waitExceptLatest: 1, waitReadHours: READ_HOURS };
  await changeComic(site, comicId, { ...waits, passAfterDays: AFTER_DAYS });
  await editPart(site, 'discounts', [{ chapters: 1, percent: PASS_PERCENT, pass: true }]);
  await site.caughtUp();
});
afterAll(() => site.close());

const hasPass = (model: Model) => model.passEnd > shanghaiDay(new Date(model.now));
const costIn = (model: Model) => (hasPass(model) ? (PRICE * PASS_PERCENT) / 100 : PRICE);

/** How the reader may read a chapter. */
function accessIn(model: Model, index: number): 'free' | 'owned' | 'pass' | 'wait' | 'locked' {
  if (index === 0) return 'free';
  if (model.owned.has(index)) return 'owned';
  const isOld = model.now - START + (AGES[index] ?? 0) * 24 * HOUR_MS >= AFTER_DAYS * 24 * HOUR_MS;
  if (hasPass(model) && isOld) return 'pass';
  return (model.opened.get(index) ?? 0) > model.now ? 'wait' : 'locked';
}

/** The answers about the reader and the comic are those of the model. */
async function expectSame(model: Model, { token }: Real): Promise<void> {
  site.setTime(new Date(model.now));
  const me = (await site.call(userInfo, { token }, { token })).data;
  expect({ coins: me?.coins, pass: me?.pass?.until }).toEqual({
    coins: model.coins,
    pass: hasPass(model) ? startOfShanghaiDay(model.passEnd).toISOString() : undefined,
  });
  const detail = (await site.call(comicInfo, { id: comicId }, { token })).data;
  expect(detail?.chapters.map(({ access, opened }) => opened?.by ?? access)).toEqual(
    ids.map((_, index) => accessIn(model, index)),
  );
  const next = ids.findIndex((_, index) => index < ids.length - 1 && accessIn(model, index) === 'locked');
  expect(detail?.waitFree?.next).toBe(next < 0 ? undefined : ids[next]);
}

class Wait implements Step {
  readonly ms: number;
  constructor(ms: number) {
    this.ms = ms;
  }
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    model.now += this.ms;
    await expectSame(model, real);
  }
  toString = () => `wait ${this.ms} ms`;
}

class Open implements Step {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    const request = { id: ids[this.index] ?? 0, key: randomUUID() };
    const open = async () => {
      const { code, data } = await site.call(waitOpen, request, { token: real.token });
      return code === 0 ? data : code;
    };
    const expected = this.expected(model);
    expect(await open()).toEqual(expected);
    // A repeated key has no second effect.
    if (typeof expected === 'object' && expected.until) expect(await open()).toEqual(expected);
    await expectSame(model, real);
  }
  private expected(model: Model) {
    if (accessIn(model, this.index) !== 'locked') return { until: null, readyAt: null };
    if (this.index === ids.length - 1) return refusals.waitUnavailable;
    if (model.readyAt > model.now) return refusals.waitNotReady;
    model.readyAt = model.now + WAIT_HOURS * HOUR_MS;
    const until = model.now + READ_HOURS * HOUR_MS;
    model.opened.set(this.index, until);
    return { until: new Date(until).toISOString(), readyAt: new Date(model.readyAt).toISOString() };
  }
  toString = () => `open ${this.index}`;
}

class UseCode implements Step {
  readonly kind: 'coins' | 'pass';
  readonly index: number;
  constructor(kind: 'coins' | 'pass', index: number) {
    this.kind = kind;
    this.index = index;
  }
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    const name = String(this);
    const answer = await redeeming(site, real.token, real.codes[this.kind][this.index] ?? '');
    if (model.used.has(name)) expect(answer).toBe(refusals.redeemCodeUsed);
    else {
      const coins = this.kind === 'coins' ? CODE_COINS : 0;
      expect(answer).toEqual({ coins, bonus: 0, tickets: 0, ...(coins === 0 && { passDays: PASS_DAYS }) });
      model.used.add(name);
      model.coins += coins;
      const from = hasPass(model) ? model.passEnd : shanghaiDay(new Date(model.now));
      if (coins === 0) model.passEnd = addDays(from, PASS_DAYS);
    }
    await expectSame(model, real);
  }
  toString = () => `use the code ${this.kind} ${this.index}`;
}

class Buy implements Step {
  readonly index: number;
  readonly offBy: number;
  constructor(index: number, offBy: number) {
    this.index = index;
    this.offBy = offBy;
  }
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    const cost = costIn(model);
    const request = { chapterIds: [ids[this.index] ?? 0], expect: cost + this.offBy, key: randomUUID() };
    const buy = async () => (await site.call(comicPay, request, { token: real.token })).code;
    const isOwned = model.owned.has(this.index);
    const expected = isOwned
      ? 0
      : this.offBy > 0
        ? refusals.priceChanged
        : model.coins < cost
          ? refusals.insufficientCoins
          : 0;
    expect(await buy()).toBe(expected);
    if (expected === 0 && !isOwned) {
      model.coins -= cost;
      model.owned.add(this.index);
      expect(await buy()).toBe(0);
    }
    await expectSame(model, real);
  }
  toString = () => `buy ${this.index}${this.offBy ? ' at a wrong price' : ''}`;
}

class Read implements Step {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
  check = () => true;
  async run(model: Model, { token }: Real): Promise<void> {
    const { code } = await site.call(comicRead, { id: ids[this.index] ?? 0, ahead: true }, { token });
    expect(code).toBe(accessIn(model, this.index) === 'locked' ? refusals.chapterLocked : 0);
  }
  toString = () => `read ${this.index}`;
}

const chapter = fc.integer({ min: 1, max: AGES.length - 1 });
const code = fc.tuple(fc.constantFrom('coins' as const, 'pass' as const), fc.nat(CODES - 1));
const commands = [
  fc
    .oneof(
      fc.integer({ min: 1, max: 30 }).map((hours) => hours * HOUR_MS),
      fc.constant(1),
    )
    .map((ms) => new Wait(ms)),
  chapter.map((index) => new Open(index)),
  code.map(([kind, index]) => new UseCode(kind, index)),
  fc.tuple(chapter, fc.constantFrom(0, 0, 0, 1)).map(([index, offBy]) => new Buy(index, offBy)),
  chapter.map((index) => new Read(index)),
];

async function newRun(): Promise<{ model: Model; real: Real }> {
  const batch = { count: CODES, bonus: 0 };
  const [coins, pass] = await Promise.all([
    addBatch(site, { ...batch, coins: CODE_COINS, priceFen: 150 }),
    addBatch(site, { ...batch, passDays: PASS_DAYS, priceFen: 99 }),
  ]);
  const [reader] = await readersInBulk(site, 1);
  const model = { now: START, coins: 0, readyAt: 0, passEnd: '', owned: new Set<number>(), used: new Set<string>() };
  return {
    model: { ...model, opened: new Map() },
    real: { token: reader?.token ?? '', codes: { coins: coins.codes, pass: pass.codes } },
  };
}

test('等就免费, 月卡, codes and coins together open and cost what the rules say, whatever is done and waited for', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: COMMANDS, size: 'max' }), async (steps) => {
      const run = await newRun();
      site.setTime(new Date(START));
      await fc.asyncModelRun(() => run, steps);
    }),
    { numRuns: RUNS, seed: seedOf('access') },
  );
  await expectSoundRewards(site);
  await expectSoundLedger(site);
  expect((await checkPasses(site.pool)).broken).toEqual([]);
});
