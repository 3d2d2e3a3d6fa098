import * as v from 'valibot';
import { expect, test } from 'vitest';
import { call } from '#contract/call';
import { createCipher } from './cipher.ts';
import { createDispatcher, serve } from './dispatch.ts';
import { createLog } from './log.ts';
import { createSealedAnswers } from './sealed-answers.ts';

const NOON = Date.parse('2026-11-20T04:00:00Z');
const at = (seconds: number) => new Date(NOON + seconds * 1000);
const counted = call({
  path: 'counted',
  who: 'anyone',
  what: '',
  payload: v.object({}),
  data: v.number(),
  refusals: {},
});

/** A shared call that counts how often it is answered, on a clock that is moved by hand. */
function site(holdsUntil: () => (Date | null)[], made?: Promise<void>) {
  let now = at(0);
  let answered = 0;
  const cipher = createCipher(Buffer.alloc(16), Buffer.alloc(16));
  const count = serve(
    counted,
    async (ctx) => {
      for (const moment of holdsUntil()) ctx.holdsUntil(moment);
      await made;
      return ++answered;
    },
    { shared: true },
  );
  const dispatcher = createDispatcher({
    served: [count],
    cipher,
    clock: () => now,
    log: createLog('silent'),
    limits: { take: async () => null },
    sealed: createSealedAnswers(
      () => true,
      () => now,
    ),
    authorise: async () => null,
    observe() {},
    observeKept() {},
  });
  const from = { address: '127.0.0.1', url: 'http://localhost', secure: false, userAgent: '', token: null };
  return async (seconds: number) => {
    now = at(seconds);
    const kept = dispatcher.kept('counted', '')?.sealed.toString();
    const { data } = JSON.parse(cipher.open(kept ?? String((await dispatcher.handle('counted', '', from)).body)));
    return data;
  };
}

test('an answer is kept five seconds, by the clock of the app', async () => {
  const ask = site(() => []);
  expect([await ask(0), await ask(4.9), await ask(5), await ask(9)]).toEqual([1, 1, 2, 2]);
});

test('an answer that turns wrong by itself is kept until that moment, and not at it', async () => {
  const ask = site(() => [at(3)]);
  expect([await ask(0), await ask(2.999), await ask(3), await ask(3)]).toEqual([1, 1, 2, 2]);
});

test('of several moments the earliest counts, and none of them keeps an answer longer', async () => {
  const ask = site(() => [at(60), null, at(2), at(4)]);
  expect([await ask(0), await ask(1.9), await ask(2)]).toEqual([1, 1, 2]);
  const later = site(() => [at(60)]);
  expect([await later(0), await later(5)]).toEqual([1, 2]);
});

test('an answer of a later time is not shown when the clock goes back', async () => {
  const ask = site(() => []);
  expect([await ask(3), await ask(1)]).toEqual([1, 2]);
});

test('who asks at the moment does not get the answer that was begun before it, and all of them share one', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ask = site(() => [at(3)], promise);
  const asked = [ask(2.9), ask(3), ask(3)];
  resolve();
  expect(await Promise.all(asked)).toEqual([2, 2, 2]);
});
