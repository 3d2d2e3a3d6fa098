import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { howMany, seedOf } from '../../../../testing/drills/drill.ts';
import { Refusal } from '../../../core/refusal/refusal.ts';
import { createWaiting, type Waiting } from './waiting.ts';

const RUNS = howMany({ test: 40, drill: 5_000 });
const COMMANDS = howMany({ test: 30, drill: 100 });
vi.setConfig({ testTimeout: howMany({ test: 120_000, drill: 3_600_000 }) });
const HOUR_MS = 3600 * 1000;

let site: TestApp;
let waiting: Waiting;
let readers = 1_000_000;
beforeAll(async () => {
  site = await startTestApp();
  waiting = createWaiting(site.pool);
});
afterAll(() => site.close());

type Use = { comicId: number; chapterId: number; readyAt: number; until: number };
type Model = { now: number; uses: Map<string, Use>; readyAt: Map<number, number> };
type Real = { readerId: number };
type Step = fc.AsyncCommand<Model, Real>;

const Hours = fc.integer({ min: 1, max: 100 });

class Pass implements Step {
  readonly ms: number;
  constructor(ms: number) {
    this.ms = ms;
  }
  check = () => true;
  async run(model: Model, { readerId }: Real): Promise<void> {
    model.now += this.ms;
    for (const comicId of [1, 2]) {
      const state = await waiting.state(readerId, comicId, new Date(model.now));
      expect(state.readyAt?.getTime()).toBe(model.readyAt.get(comicId));
      const open = [...model.uses.values()].filter(({ until }) => until > model.now);
      const latest = new Map<number, number>();
      for (const { chapterId, until } of open) latest.set(chapterId, Math.max(until, latest.get(chapterId) ?? 0));
      expect(new Map([...state.opened].map(([id, until]) => [id, until.getTime()]))).toEqual(latest);
    }
  }
  toString = () => `pass ${this.ms} ms`;
}

class Open implements Step {
  readonly given: { chapterId: number; key: string; waitHours: number; waitReadHours: number };
  constructor(given: Open['given']) {
    this.given = given;
  }
  check = () => true;
  async run(model: Model, { readerId }: Real): Promise<void> {
    const { chapterId, key, waitHours, waitReadHours } = this.given;
    const comicId = (chapterId % 2) + 1;
    const now = new Date(model.now);
    const earlier = model.uses.get(key);
    const done = async () => {
      const use =
        (await waiting.earlier(readerId, chapterId, key)) ??
        (await waiting.open(readerId, { comicId, chapterId, key, waitHours, waitReadHours }, now));
      return { readyAt: use.readyAt.getTime(), until: use.until.getTime() };
    };
    if (earlier && earlier.chapterId !== chapterId) return expect(done()).rejects.toThrow('key');
    if (earlier) return expect(await done()).toEqual({ readyAt: earlier.readyAt, until: earlier.until });
    if ((model.readyAt.get(comicId) ?? 0) > model.now) return expect(done()).rejects.toThrow(Refusal);
    const use = { readyAt: model.now + waitHours * HOUR_MS, until: model.now + waitReadHours * HOUR_MS };
    expect(await done()).toEqual(use);
    model.uses.set(key, { comicId, chapterId, ...use });
    model.readyAt.set(comicId, use.readyAt);
  }
  toString = () => `open ${JSON.stringify(this.given)}`;
}

const STEPS = fc.commands<Model, Real, false>(
  [
    fc
      .oneof(
        fc.integer({ min: 1, max: 80 }).map((hours) => hours * HOUR_MS),
        fc.constant(1),
      )
      .map((ms) => new Pass(ms)),
    fc
      .record({
        chapterId: fc.integer({ min: 1, max: 5 }),
        key: fc.constantFrom('key-aaaa', 'key-bbbb', 'key-cccc', 'key-dddd', 'key-eeee', 'key-ffff'),
        waitHours: Hours,
        waitReadHours: Hours,
      })
      .map((given) => new Open(given)),
  ],
  { maxCommands: COMMANDS },
);

test('waiting and opening agree with the model, whatever the order and the hours', async () => {
  await fc.assert(
    fc.asyncProperty(STEPS, async (steps) => {
      const setup = () => ({
        model: {
          now: Date.parse('2026-03-10T00:00:00Z'),
          uses: new Map<string, Use>(),
          readyAt: new Map<number, number>(),
        },
        real: { readerId: readers++ },
      });
      await fc.asyncModelRun(setup, steps);
    }),
    { numRuns: RUNS, seed: seedOf('waiting') },
  );
});
