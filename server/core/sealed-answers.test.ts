import * as v from 'valibot';
import { expect, test } from 'vitest';
import { call } from '#contract/call';
import type { Topic } from './changes.ts';
import { createCipher } from './cipher.ts';
import { createDispatcher, serve } from './dispatch.ts';
import { createLog } from './log.ts';
import { createLocalLimits } from './rate-limit.ts';
import { refuse } from './refusal.ts';
import { createSealedAnswers } from './sealed-answers.ts';

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

type Made = { holdsUntil?: () => (Date | null)[]; after?: () => Promise<void>; isRefused?: () => boolean };

/** A shared call that counts how often it is answered, on a clock that is moved by hand. */
function site({ holdsUntil = () => [], after = async () => {}, isRefused = () => false }: Made = {}) {
  let now = at(0);
  let answered = 0;
  let isLive = true;
  const cipher = createCipher(Buffer.alloc(16), Buffer.alloc(16));
  const opened: string[] = [];
  const count = serve(
    counted,
    async (ctx) => {
      for (const moment of holdsUntil()) ctx.holdsUntil(moment);
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
  const dispatcher = createDispatcher({
    served: [count],
    cipher: {
      seal: cipher.seal,
      open(body) {
        opened.push(body);
        return cipher.open(body);
      },
    },
    clock: () => now,
    log: createLog('silent'),
    limits: { take: async () => null },
    sealed,
    misses: createLocalLimits(),
    authorise: async () => null,
    observe() {},
    observeKept() {},
    observeFault() {},
  });
  const seal = (text: string) => (text === '' ? '' : cipher.seal(text));
  /** What is answered at a second to a payload, written as it is, to an address. */
  async function ask(seconds: number, text = '', address = '192.0.2.1') {
    now = at(seconds);
    const from = { address, url: 'http://localhost', secure: false, userAgent: '', token: null };
    const kept = dispatcher.kept('counted', seal(text))?.sealed.toString();
    const body = kept ?? String((await dispatcher.handle('counted', seal(text), from)).body);
    const { code, data } = JSON.parse(cipher.open(body));
    return code === 0 ? data : code;
  }
  return {
    ask,
    drop: (changed: readonly Topic[] = ['catalog']) => sealed.drop(changed),
    isKept: (text = '') => dispatcher.kept('counted', seal(text)) !== undefined,
    /** Whether a body has to be opened for what is kept for it. */
    isOpened(text: string) {
      opened.length = 0;
      dispatcher.kept('counted', seal(text));
      return opened.length > 0;
    },
    hear(live: boolean) {
      isLive = live;
    },
  };
}

test('an answer is kept five seconds, by the clock of the app', async () => {
  const { ask } = site();
  expect([await ask(0), await ask(4.9), await ask(5), await ask(9)]).toEqual([1, 1, 2, 2]);
});

test('an answer that turns wrong by itself is kept until that moment, and not at it', async () => {
  const { ask } = site({ holdsUntil: () => [at(3)] });
  expect([await ask(0), await ask(2.999), await ask(3), await ask(3)]).toEqual([1, 1, 2, 2]);
});

test('of several moments the earliest counts, and none of them keeps an answer longer', async () => {
  const { ask } = site({ holdsUntil: () => [at(60), null, at(2), at(4)] });
  expect([await ask(0), await ask(1.9), await ask(2)]).toEqual([1, 1, 2]);
  const later = site({ holdsUntil: () => [at(60)] });
  expect([await later.ask(0), await later.ask(5)]).toEqual([1, 2]);
});

test('an answer of a later time is not shown when the clock goes back', async () => {
  const { ask } = site();
  expect([await ask(3), await ask(1)]).toEqual([1, 2]);
});

test('who asks at the moment does not get the answer that was begun before it, and all of them share one', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { ask } = site({ holdsUntil: () => [at(3)], after: () => promise });
  const answers = [ask(2.9), ask(3), ask(3)];
  resolve();
  expect(await Promise.all(answers)).toEqual([2, 2, 2]);
});

test('when what readers see has changed, an answer is kept not a moment longer', async () => {
  const { ask, drop } = site();
  expect([await ask(0), await ask(0)]).toEqual([1, 1]);
  drop();
  expect([await ask(0), await ask(0)]).toEqual([2, 2]);
});

test('a change of what an answer shows nothing of leaves it where it is, and one that is being made too', async () => {
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

test('an answer begun before a change is not kept after it, and nobody who asks after it shares it', async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const waiting = gates.map(({ promise }) => promise);
  const { ask, drop, isKept } = site({ after: () => waiting.shift() ?? Promise.resolve() });
  const before = ask(0);
  drop();
  const after = ask(0);
  gates[0]?.resolve();
  expect(await before).toBe(1);
  expect(isKept()).toBe(false);
  // Another one who comes while that after the change is made does share it.
  const beside = ask(0);
  gates[1]?.resolve();
  expect([await after, await beside, await ask(0)]).toEqual([2, 2, 2]);
});

test('while changes are not received nothing is kept nor sent, nor kept of what was begun when they still were', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const waiting = [Promise.resolve(), promise];
  const { ask, hear, isKept, drop } = site({ after: () => waiting.shift() ?? Promise.resolve() });
  await ask(0);
  hear(false);
  expect(isKept()).toBe(false);
  hear(true);
  drop();
  const begun = ask(0);
  hear(false);
  resolve();
  await begun;
  hear(true);
  expect(isKept()).toBe(false);
});

test('while changes are not received nobody shares an answer that another one has begun', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { ask, hear } = site({ after: () => promise });
  hear(false);
  const answers = [ask(0), ask(0)];
  resolve();
  expect(await Promise.all(answers)).toEqual([1, 2]);
});

test('a refusal is kept for nobody', async () => {
  let isRefused = true;
  const { ask } = site({ isRefused: () => isRefused });
  expect([await ask(0), await ask(0)]).toEqual([3001, 3001]);
  isRefused = false;
  expect([await ask(0), await ask(0)]).toEqual([3, 3]);
});

test('one answer is kept for all payloads that say the same, whatever else they have and however they are written', async () => {
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

test('those who ask the same in different words at the same time share one answer', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { ask } = site({ after: () => promise });
  const answers = ['', '{}', '{"z":1}', '{"size":20}'].map((text) => ask(0, text));
  resolve();
  expect(await Promise.all(answers)).toEqual([1, 1, 1, 1]);
});

test('what does not open, or fails its schema, is refused as ever and gets nothing that is kept', async () => {
  const { ask, isKept } = site();
  expect([await ask(0), await ask(0, '{'), await ask(0, '5'), await ask(0, '{"size":"x"}')]).toEqual([
    1, 1000, 1001, 1001,
  ]);
  expect(isKept('{"size":"x"}')).toBe(false);
  const atOnce = ['{', '{"size":"x"}', '5', ''].map((text) => ask(9, text));
  expect(await Promise.all(atOnce)).toEqual([1000, 1001, 1001, 2]);
});

test('a body as our pages write it is opened once; those with more in them, or written otherwise, push it out never', async () => {
  const { ask, isOpened } = site();
  const plain = ['', '{"adult":true}', '{"genre":"海","adult":true}'];
  for (const text of plain) {
    await ask(0, text);
    await ask(0, text);
  }
  for (let n = 0; n < 2_000; n++) await ask(0, `{"adult":true,"z":${n}}`);
  for (let n = 0; n < 2_000; n++) await ask(0, `{"adult":${' '.repeat(n + 1)}true}`);
  for (let n = 0; n < 2_000; n++) await ask(0, `{"genre":"${n}"}`);
  for (const text of plain) expect(isOpened(text), text).toBe(false);
  for (const text of ['{"adult":true,"z":1}', '{"adult": true}']) expect(isOpened(text), text).toBe(true);
});

test('who asks for ever new payloads has to wait, while others and what is kept go on', async () => {
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

test('who has to wait shares what another one is having made, and nobody shares the refusal', async () => {
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
