import { expect, test } from 'vitest';
import { createTurns, type TurnLimits } from './turns.ts';

/** Turns that begin when the test says so. */
function stage(limits: Partial<TurnLimits> = {}) {
  let time = 0;
  let next: (() => void) | null = null;
  const timers: { work: () => void; at: number }[] = [];
  const log: string[] = [];
  const turns = createTurns(
    { atOnce: 4, ofOneAddress: 2, underWay: 3, waitMs: 100, ...limits },
    {
      now: () => time,
      nextTurn: (work) => {
        if (next) throw new Error('two turns at once');
        next = work;
      },
      later: (work, ms) => timers.push({ work, at: time + ms }),
    },
  );
  return {
    log,
    /** Asks; an answer that `lasts` is over when the function given back is called. */
    ask(address: string, name: string, lasts = false): () => void {
      let end = () => {};
      const answer = (isOver: () => void) => {
        log.push(name);
        end = isOver;
        if (!lasts) isOver();
      };
      turns.take(address, answer, () => log.push(`-${name}`));
      return () => end();
    },
    turn(ms = 1): string[] {
      time += ms;
      const work = next;
      next = null;
      log.length = 0;
      work?.();
      return [...log];
    },
    isIdle: () => next === null,
    /** Time passes in which nothing comes. */
    pass(ms: number): void {
      time += ms;
      for (const { work } of timers.splice(0, timers.findIndex(({ at }) => at > time) >>> 0)) work();
    },
  };
}

test('what comes alone is answered at once, whatever came before', () => {
  const { ask, log, turn, isIdle } = stage();
  for (let i = 0; i < 10; i++) {
    ask('a', `a${i}`);
    turn();
  }
  ask('b', 'b');
  expect(log).toEqual(['b']);
  turn();
  expect(isIdle()).toBe(true);
});

test('an address has its share of a turn, and the rest in later turns, in its order', () => {
  const { ask, log, turn, isIdle } = stage();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) ask('a', name);
  expect(log).toEqual(['a1', 'a2']);
  // One that comes meanwhile does not go before those that wait.
  expect(turn()).toEqual(['a3', 'a4']);
  ask('a', 'a6');
  expect(turn()).toEqual(['a5', 'a6']);
  turn();
  expect(isIdle()).toBe(true);
});

test('who comes while another address has much waiting is answered at once', () => {
  const { ask, log } = stage();
  for (let i = 0; i < 100; i++) ask('a', `a${i}`);
  log.length = 0;
  ask('b', 'b');
  expect(log).toEqual(['b']);
});

test('a turn is full for all, and those who got nothing come first in the next one', () => {
  const { ask, log, turn } = stage();
  for (const address of ['a', 'b', 'c']) for (const no of [1, 2, 3]) ask(address, `${address}${no}`);
  expect(log).toEqual(['a1', 'a2', 'b1', 'b2']);
  expect(turn()).toEqual(['a3', 'b3', 'c1', 'c2']);
  expect(turn()).toEqual(['c3']);
});

test('an address may have so much under way, and the next begins when one of these is over', () => {
  const { ask, log, turn, isIdle } = stage({ atOnce: 9, ofOneAddress: 9 });
  const ends = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => ask('a', name, true));
  expect(log).toEqual(['a1', 'a2', 'a3']);
  expect(turn()).toEqual([]);
  // Nothing turns while only work under way is waited for.
  expect(isIdle()).toBe(true);
  ends[1]?.();
  ends[1]?.();
  expect(turn()).toEqual(['a4']);
  ask('b', 'b');
  expect(log).toEqual(['a4', 'b']);
});

test('who would wait too long is refused, and those behind are not', () => {
  const { ask, turn } = stage({ atOnce: 1, ofOneAddress: 1 });
  for (const name of ['a1', 'a2', 'a3']) ask('a', name);
  expect(turn(60)).toEqual(['a2']);
  ask('a', 'a4');
  expect(turn(41)).toEqual(['-a3', 'a4']);
  ask('a', 'a5');
  ask('a', 'a6');
  expect(turn(1)).toEqual(['a5']);
  expect(turn(99)).toEqual(['a6']);
});

test('who waits for work under way that never ends is refused in time, though nothing else comes', () => {
  const { ask, turn, pass, isIdle } = stage({ atOnce: 9, ofOneAddress: 9 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) ask('a', name, true);
  expect(turn()).toEqual([]);
  pass(99);
  expect(isIdle()).toBe(true);
  pass(2);
  expect(turn()).toEqual(['-a4']);
});
