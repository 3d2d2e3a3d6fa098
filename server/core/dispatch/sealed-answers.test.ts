import * as v from 'valibot';
import { expect, test } from 'vitest';
import { call } from '#contract/call';
import type { Topic } from '../changes/changes.ts';
import { createLocalLimits } from '../limits/rate-limit.ts';
import { createLog } from '../log/log.ts';
import { refuse } from '../refusal/refusal.ts';
import { createCipher } from './cipher.ts';
import { createDispatcher, serve } from './dispatch.ts';
import { createSealedAnswers } from './sealed-answers.ts';
import { createAnswers } from './shared-answers.ts';

const NOON = Date.parse('2026-11-20T04:00:00Z');
const at = (seconds: number) => new Date(NOON + seconds * 1000);
const counted = call({
  path: 'counted',
  who: 'anyone',
  what: '',
  payload: v.object({
    adult: v.optional(v.boolean(), false),
    genre: v.optional(v.string()),
    size: v.optional(v.number(), 20),
  }),
  data: v.number(),
  refusals: {},
});

type AnswerOptions = { validUntil?: () => (Date | null)[]; after?: () => Promise<void>; isRefused?: () => boolean };

/** A shared call that counts how often it is answered, on a clock that is moved by hand. */
function site({ validUntil = () => [], after = async () => {}, isRefused = () => false }: AnswerOptions = {}) {
  let now = at(0);
  let answered = 0;
  let isLive = true;
  const cipher = createCipher(Buffer.alloc(16), Buffer.alloc(16));
  const opened: string[] = [];
  const count = serve(
    counted,
    async (ctx) => {
      for (const moment of validUntil()) ctx.validUntil(moment);
      const number = ++answered;
      await after();
      return isRefused() ? refuse('comicNotFound') : number;
    },
    { shared: ['catalog'] },
  );
  const sealed = createSealedAnswers(
    () => isLive,
    () => now,
  );
  const opening = {
    seal: cipher.seal,
    open(body: string) {
      opened.push(body);
      return cipher.open(body);
    },
  };
  const dispatcher = createDispatcher({
    served: [count],
    cipher: opening,
    clock: () => now,
    log: createLog('silent'),
    limits: { take: async () => null },
    authorise: async () => null,
    observeFault() {},
  });
  const misses = createLocalLimits();
  const observers = { observe() {}, observeCached() {} };
  const answers = createAnswers({ dispatcher, cipher: opening, sealed, misses, ...observers });
  const seal = (text: string) => (text === '' ? '' : cipher.seal(text));
  const answerTo = (text: string, address = '192.0.2.1') =>
    answers.answer('counted', seal(text), () => ({ address, url: '', secure: false, userAgent: '', token: null }));
  /** The answer at a second to a payload, which is sent as written, from an address. */
  async function ask(seconds: number, text = '', address = '192.0.2.1') {
    now = at(seconds);
    const { body } = await answerTo(text, address);
    const { code, data } = JSON.parse(cipher.open(body.toString()));
    return code === 0 ? data : code;
  }
  return {
    ask,
    drop: (changed: readonly Topic[] = ['catalog']) => sealed.drop(changed),
    isCached: (text = '') => !(answerTo(text) instanceof Promise),
    /** How often the body is opened to answer this. */
    async timesOpened(text: string) {
      opened.length = 0;
      await answerTo(text);
      return opened.length;
    },
    hear(live: boolean) {
      isLive = live;
    },
  };
}

test('an answer is cached for five seconds, by the clock of the app', async () => {
  const { ask } = site();
  expect([await ask(0), await ask(4.9), await ask(5), await ask(9)]).toEqual([1, 1, 2, 2]);
});

test('an answer with a moment of expiry is cached until that moment, not longer', async () => {
  const { ask } = site({ validUntil: () => [at(3)] });
  expect([await ask(0), await ask(2.999), await ask(3), await ask(3)]).toEqual([1, 1, 2, 2]);
});

test('the earliest moment of expiry counts, and a late one does not extend the five seconds', async () => {
  const { ask } = site({ validUntil: () => [at(60), null, at(2), at(4)] });
  expect([await ask(0), await ask(1.9), await ask(2)]).toEqual([1, 1, 2]);
  const later = site({ validUntil: () => [at(60)] });
  expect([await later.ask(0), await later.ask(5)]).toEqual([1, 2]);
});

test('an answer of a later time is not sent when the clock goes back', async () => {
  const { ask } = site();
  expect([await ask(3), await ask(1)]).toEqual([1, 2]);
});

test('requests at the moment of expiry share a new answer instead of the one begun before it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { ask } = site({ validUntil: () => [at(3)], after: () => promise });
  const answers = [ask(2.9), ask(3), ask(3)];
  resolve();
  expect(await Promise.all(answers)).toEqual([2, 2, 2]);
});

test('a change of a topic drops the answer at once', async () => {
  const { ask, drop } = site();
  expect([await ask(0), await ask(0)]).toEqual([1, 1]);
  drop();
  expect([await ask(0), await ask(0)]).toEqual([2, 2]);
});

test('a change of another topic drops neither a cached answer nor one that is being made', async () => {
  const gate = Promise.withResolvers<void>();
  const waiting = [Promise.resolve(), gate.promise];
  const { ask, drop } = site({ after: () => waiting.shift() ?? Promise.resolve() });
  await ask(0);
  drop(['editorial']);
  expect(await ask(0)).toBe(1);
  drop(['catalog']);
  const begun = ask(0);
  drop(['editorial']);
  gate.resolve();
  expect([await begun, await ask(0)]).toEqual([2, 2]);
  drop(['editorial', 'catalog']);
  expect(await ask(0)).toBe(3);
});

test('an answer begun before a change is neither cached nor shared after it', async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const waiting = gates.map(({ promise }) => promise);
  const { ask, drop, isCached } = site({ after: () => waiting.shift() ?? Promise.resolve() });
  const before = ask(0);
  drop();
  const after = ask(0);
  gates[0]?.resolve();
  expect(await before).toBe(1);
  expect(isCached()).toBe(false);
  // A request during the second computation shares it.
  const beside = ask(0);
  gates[1]?.resolve();
  expect([await after, await beside, await ask(0)]).toEqual([2, 2, 2]);
});

test('while changes are not received, nothing is cached and no cached answer is sent', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const waiting = [Promise.resolve(), promise];
  const { ask, hear, isCached, drop } = site({ after: () => waiting.shift() ?? Promise.resolve() });
  await ask(0);
  hear(false);
  expect(isCached()).toBe(false);
  hear(true);
  drop();
  const begun = ask(0);
  hear(false);
  resolve();
  await begun;
  hear(true);
  expect(isCached()).toBe(false);
});

test('while changes are not received, requests do not share an answer', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { ask, hear } = site({ after: () => promise });
  hear(false);
  const answers = [ask(0), ask(0)];
  resolve();
  expect(await Promise.all(answers)).toEqual([1, 2]);
});

test('a refusal is not cached', async () => {
  let isRefused = true;
  const { ask } = site({ isRefused: () => isRefused });
  expect([await ask(0), await ask(0)]).toEqual([3001, 3001]);
  isRefused = false;
  expect([await ask(0), await ask(0)]).toEqual([3, 3]);
});

test('payloads with equal fields share one answer, whatever unknown fields they have and however they are written', async () => {
  const { ask } = site();
  const same = [
    '{"genre":"海","adult":true}',
    '{"adult":true,"genre":"海"}',
    '{ "adult": true, "genre": "\\u6d77" }',
    '{"adult":true,"genre":"海","size":20}',
    '{"adult":true,"genre":"海","size":2e1}',
    '{"adult":true,"genre":"海","z":"0.1234"}',
    `{"adult":true,"genre":"海","z":"${'x'.repeat(10_000)}"}`,
    '{"adult":true,"genre":"海","__proto__":{"size":1}}',
  ];
  for (const text of same) expect(await ask(0, text), text).toBe(1);
  for (const [index, text] of [
    '',
    '{"adult":true}',
    '{"genre":"海"}',
    '{"adult":true,"genre":"海","size":7}',
  ].entries())
    expect(await ask(0, text), text).toBe(index + 2);
  expect(await ask(0, '{"adult":false}')).toBe(2);
});

test('concurrent requests with equal fields share one answer', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { ask } = site({ after: () => promise });
  const answers = ['', '{}', '{"z":1}', '{"size":20}'].map((text) => ask(0, text));
  resolve();
  expect(await Promise.all(answers)).toEqual([1, 1, 1, 1]);
});

test('an unreadable body and one that fails its schema are refused and get no cached answer', async () => {
  const { ask, isCached } = site();
  expect([await ask(0), await ask(0, '{'), await ask(0, '5'), await ask(0, '{"size":"x"}')]).toEqual([
    1, 1000, 1001, 1001,
  ]);
  expect(isCached('{"size":"x"}')).toBe(false);
  const atOnce = ['{', '{"size":"x"}', '5', ''].map((text) => ask(9, text));
  expect(await Promise.all(atOnce)).toEqual([1000, 1001, 1001, 2]);
});

test('a body as our pages write it is opened once, and other spellings do not push it out', async () => {
  const { ask, timesOpened } = site();
  const plain = ['', '{"adult":true}', '{"genre":"海","adult":true}'];
  for (const text of plain) {
    await ask(0, text);
    await ask(0, text);
  }
  for (let n = 0; n < 2_000; n++) await ask(0, `{"adult":true,"z":${n}}`);
  for (let n = 0; n < 2_000; n++) await ask(0, `{"adult":${' '.repeat(n + 1)}true}`);
  for (let n = 0; n < 2_000; n++) await ask(0, `{"genre":"${n}"}`);
  for (const text of plain) expect(await timesOpened(text), text).toBe(0);
  for (const text of ['{"adult":true,"z":1}', '{"adult": true}']) expect(await timesOpened(text), text).toBe(1);
});

test('the body of an answer that must be made is opened once', async () => {
  const { timesOpened } = site();
  for (const text of ['{"size":7}', '{"size":"x"}', '{']) expect(await timesOpened(text), text).toBe(1);
});

test('an address that sends new payloads again and again has to wait; others and cached answers do not', async () => {
  const { ask } = site();
  let made = 0;
  while ((await ask(0, `{"genre":"${made}"}`)) !== 1003) made++;
  expect(made).toBe(200);
  expect(await ask(0, '{"genre":"7"}')).toBe(8);
  expect(await ask(0, '{"genre":"7","z":1}')).toBe(8);
  expect(await ask(0, '{"genre":"new"}')).toBe(1003);
  expect(await ask(0, '{"genre":"new"}', '192.0.2.2')).toBe(201);
  expect(await ask(0, '{"genre":"new"}')).toBe(201);
});

test('an address that has to wait shares an answer in progress, and its refusal is not shared', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let gate = Promise.resolve();
  const { ask } = site({ after: () => gate });
  for (let n = 0; n < 201; n++) await ask(0, `{"genre":"${n}"}`);
  gate = promise;
  const refused = ask(0, '{"genre":"new"}');
  const allowed = ask(0, '{"genre":"new"}', '192.0.2.2');
  expect(await refused).toBe(1003);
  const shares = ask(0, '{"genre":"new"}');
  resolve();
  expect([await allowed, await shares]).toEqual([201, 201]);
});
