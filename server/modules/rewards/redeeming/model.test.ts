import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { redeem } from '#contract/calls/redeeming';
import * as refusals from '#contract/codes';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { howMany, seedOf } from '../../../../testing/drills/drill.ts';
import { readersInBulk } from '../../../../testing/factories/readers.ts';
import { addBatch, redeeming, stop } from '../../../../testing/factories/redeeming.ts';
import { expectSoundRewards } from '../../../../testing/factories/rewards.ts';
import { expectSoundLedger } from '../../../../testing/factories/wallets.ts';
import { readBalances } from '../../wallet/wallet.ts';

const RUNS = howMany({ test: 20, drill: 2_000 });
const COMMANDS = howMany({ test: 30, drill: 80 });
const HOUR_MS = 3600 * 1000;
const START = new Date('2026-11-23T00:00:00+08:00').getTime();
const READERS = 2;
const VALID_DAYS = 1;
/** A reader can send no more codes in ten minutes of the machine's clock, which a run does not last. */
const MOST_SENT = redeem.limits[0]?.points ?? 0;

/** Two batches: one that has begun and allows two uses, and one that begins a day later. */
const BATCHES = [
  { coins: 6, bonus: 3, tickets: 0, from: 0, until: 48, most: 2 },
  { coins: 0, bonus: 5, tickets: 1, from: 24, until: 72, most: 1 },
] as const;
const CODES_OF_BATCH = 3;

type Use = { who: number; key: string; at: number };
type Model = {
  now: number;
  stopped: boolean[];
  /** The use of each code of each batch. */
  uses: (Use | null)[][];
  /** How many codes each reader has sent. */
  sent: number[];
};
type Real = { readers: { id: number; token: string }[]; batches: { id: number; codes: string[] }[] };
type Step = fc.AsyncCommand<Model, Real>;

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

/** The balances of a reader by the model: coins stay, bonus and tickets expire. */
function balancesIn(model: Model, who: number) {
  const sum = { coins: 0, bonus: 0, tickets: 0 };
  for (const [index, uses] of model.uses.entries())
    for (const use of uses) {
      const batch = BATCHES[index];
      if (use?.who !== who || !batch) continue;
      const lasts = model.now < use.at + VALID_DAYS * 24 * HOUR_MS;
      sum.coins += batch.coins;
      sum.bonus += lasts ? batch.bonus : 0;
      sum.tickets += lasts ? batch.tickets : 0;
    }
  return sum;
}

async function expectSame(model: Model, { readers }: Real): Promise<void> {
  for (const [who, { id }] of readers.entries())
    expect(await readBalances(site.pool, id, new Date(model.now))).toEqual(balancesIn(model, who));
}

/** The result of a use that the model expects. Changes the model. */
function expectedOf(
  model: Model,
  { who, batch, code, key }: { who: number; batch: number; code: number; key: string },
) {
  const terms = BATCHES[batch];
  const uses = model.uses[batch];
  if (!terms || !uses) throw new Error('no such batch');
  const { coins, bonus, tickets } = terms;
  const used = uses[code];
  if (used?.who === who && used.key === key) return { coins, bonus, tickets };
  if (used) return refusals.redeemCodeUsed;
  if (model.stopped[batch] || model.now >= START + terms.until * HOUR_MS) return refusals.redeemCodeEnded;
  if (model.now < START + terms.from * HOUR_MS) return refusals.redeemCodeEarly;
  if (uses.filter((use) => use?.who === who).length >= terms.most) return refusals.redeemCodeLimit;
  uses[code] = { who, key, at: model.now };
  return { coins, bonus, tickets };
}

class UseCode implements Step {
  readonly who: number;
  readonly batch: number;
  readonly code: number;
  readonly repeats: boolean;
  constructor(who: number, batch: number, code: number, repeats: boolean) {
    this.who = who;
    this.batch = batch;
    this.code = code;
    this.repeats = repeats;
  }
  check = ({ sent }: Readonly<Model>) => (sent[this.who] ?? 0) < MOST_SENT;
  async run(model: Model, real: Real): Promise<void> {
    const { who, batch, code, repeats } = this;
    const earlier = model.uses[batch]?.[code];
    const key = repeats && earlier?.who === who ? earlier.key : randomUUID();
    site.setTime(new Date(model.now));
    model.sent[who] = (model.sent[who] ?? 0) + 1;
    const answer = await redeeming(site, real.readers[who]?.token ?? '', real.batches[batch]?.codes[code] ?? '', {
      key,
    });
    expect(answer).toEqual(expectedOf(model, { who, batch, code, key }));
    await expectSame(model, real);
  }
  toString = () => `${this.who} uses ${this.batch}/${this.code}${this.repeats ? ' again' : ''}`;
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

class Stop implements Step {
  readonly batch: number;
  constructor(batch: number) {
    this.batch = batch;
  }
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    await stop(site, real.batches[this.batch]?.id ?? 0, new Date(model.now));
    model.stopped[this.batch] = true;
  }
  toString = () => `stop ${this.batch}`;
}

const who = fc.nat(READERS - 1);
const batch = fc.nat(BATCHES.length - 1);
const uses = fc.tuple(who, batch, fc.nat(CODES_OF_BATCH - 1), fc.boolean()).map((chosen) => new UseCode(...chosen));
const commands = [
  uses,
  uses,
  uses,
  fc.integer({ min: 1, max: 12 }).map((hours) => new Wait(hours)),
  fc.nat(9).map((each) => (each < BATCHES.length ? new Stop(each) : new Wait(6))),
];

async function newRun(): Promise<{ model: Model; real: Real }> {
  const at = (hours: number) => new Date(START + hours * HOUR_MS);
  const batches = await Promise.all(
    BATCHES.map(({ from, until, most, ...grant }) =>
      addBatch(site, {
        ...grant,
        count: CODES_OF_BATCH,
        priceFen: grant.coins * 10,
        validDays: VALID_DAYS,
        validFrom: at(from),
        validUntil: at(until),
        usesPerReader: most,
      }),
    ),
  );
  const uses = BATCHES.map(() => Array(CODES_OF_BATCH).fill(null));
  const model = { now: START, stopped: [false, false], uses, sent: Array(READERS).fill(0) };
  return { model, real: { batches, readers: await readersInBulk(site, READERS) } };
}

test('whatever is used, repeated, stopped and waited for, readers have what the rules give them', {
  timeout: howMany({ test: 120_000, drill: 3_600_000 }),
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: COMMANDS, size: 'max' }), async (steps) => {
      const run = await newRun();
      await fc.asyncModelRun(() => run, steps);
    }),
    { numRuns: RUNS, seed: seedOf('redeem codes') },
  );
  await expectSoundRewards(site);
  await expectSoundLedger(site);
});
