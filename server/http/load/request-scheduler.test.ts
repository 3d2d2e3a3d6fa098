import { expect, test } from 'vitest';
import { createRequestScheduler, type SchedulerLimits } from './request-scheduler.ts';

/** A scheduler whose iterations start when the test calls `iterate`. */
function stage(limits: Partial<SchedulerLimits> = {}) {
  let time = 0;
  let next: (() => void) | null = null;
  const timers: { work: () => void; at: number }[] = [];
  const log: string[] = [];
  const scheduler = createRequestScheduler(
    { perIteration: 4, perIterationOfAddress: 2, inProgressOfAddress: 3, maxWaitMs: 100, ...limits },
    {
      now: () => time,
      nextIteration: (work) => {
        if (next) throw new Error('two iterations at once');
        next = work;
      },
      later: (work, ms) => timers.push({ work, at: time + ms }),
    },
  );
  return {
    log,
    /** Sends a request. One that `lasts` is done when the returned function is called. */
    ask(address: string, name: string, lasts = false): () => void {
      let end = () => {};
      const answer = (done: () => void) => {
        log.push(name);
        end = done;
        if (!lasts) done();
      };
      scheduler.run(address, answer, () => log.push(`-${name}`));
      return () => end();
    },
    iterate(ms = 1): string[] {
      time += ms;
      const work = next;
      next = null;
      log.length = 0;
      work?.();
      return [...log];
    },
    isIdle: () => next === null,
    /** Lets time pass without requests. */
    pass(ms: number): void {
      time += ms;
      for (const { work } of timers.splice(0, timers.findIndex(({ at }) => at > time) >>> 0)) work();
    },
  };
}

test('a single request starts at once, regardless of earlier requests', () => {
  const { ask, log, iterate, isIdle } = stage();
  for (let i = 0; i < 10; i++) {
    ask('a', `a${i}`);
    iterate();
  }
  ask('b', 'b');
  expect(log).toEqual(['b']);
  iterate();
  expect(isIdle()).toBe(true);
});

test('at most a fixed number of requests of one address start in an iteration, the others in later iterations, in order', () => {
  const { ask, log, iterate, isIdle } = stage();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) ask('a', name);
  expect(log).toEqual(['a1', 'a2']);
  // A new request does not overtake waiting ones.
  expect(iterate()).toEqual(['a3', 'a4']);
  ask('a', 'a6');
  expect(iterate()).toEqual(['a5', 'a6']);
  iterate();
  expect(isIdle()).toBe(true);
});

test('a request starts at once while another address has many waiting', () => {
  const { ask, log } = stage();
  for (let i = 0; i < 100; i++) ask('a', `a${i}`);
  log.length = 0;
  ask('b', 'b');
  expect(log).toEqual(['b']);
});

test('the limit of an iteration holds for all addresses, those without a start come first in the next one', () => {
  const { ask, log, iterate } = stage();
  for (const address of ['a', 'b', 'c']) for (const no of [1, 2, 3]) ask(address, `${address}${no}`);
  expect(log).toEqual(['a1', 'a2', 'b1', 'b2']);
  expect(iterate()).toEqual(['a3', 'b3', 'c1', 'c2']);
  expect(iterate()).toEqual(['c3']);
});

test('an address has a limit of requests in progress, the next one starts when one is done', () => {
  const { ask, log, iterate, isIdle } = stage({ perIteration: 9, perIterationOfAddress: 9 });
  const ends = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => ask('a', name, true));
  expect(log).toEqual(['a1', 'a2', 'a3']);
  expect(iterate()).toEqual([]);
  // No iteration is scheduled while requests only wait for others to be done.
  expect(isIdle()).toBe(true);
  ends[1]?.();
  ends[1]?.();
  expect(iterate()).toEqual(['a4']);
  ask('b', 'b');
  expect(log).toEqual(['a4', 'b']);
});

test('a request that has waited too long is refused, later ones are not', () => {
  const { ask, iterate } = stage({ perIteration: 1, perIterationOfAddress: 1 });
  for (const name of ['a1', 'a2', 'a3']) ask('a', name);
  expect(iterate(60)).toEqual(['a2']);
  ask('a', 'a4');
  expect(iterate(41)).toEqual(['-a3', 'a4']);
  ask('a', 'a5');
  ask('a', 'a6');
  expect(iterate(1)).toEqual(['a5']);
  expect(iterate(99)).toEqual(['a6']);
});

test('a request that waits for one that never ends is refused in time, also without further requests', () => {
  const { ask, iterate, pass, isIdle } = stage({ perIteration: 9, perIterationOfAddress: 9 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) ask('a', name, true);
  expect(iterate()).toEqual([]);
  pass(99);
  expect(isIdle()).toBe(true);
  pass(2);
  expect(iterate()).toEqual(['-a4']);
});
