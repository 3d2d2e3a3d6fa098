import * as v from 'valibot';
import { expect, test } from 'vitest';
import { call, type PayloadOf } from '#contract/call';
import { REFUSALS } from '#contract/refusals';
import { createCipher } from '../dispatch/cipher.ts';
import { createDispatcher, serve } from '../dispatch/dispatch.ts';
import { createRateLimits } from '../limits/rate-limit.ts';
import { createLog } from '../log/log.ts';
import { refuse } from './refusal.ts';

const buy = call({
  path: 'buy',
  who: 'anyone',
  what: '',
  payload: v.object({ outcome: v.picklist(['declared', 'undeclared', 'other data', 'done']) }),
  data: v.null(),
  refusals: { insufficientCoins: v.object({ missing: v.number() }), productUnavailable: null },
});

const FROM = { address: '192.0.2.1', url: 'http://localhost', secure: false, userAgent: '', token: null };

/** The answer of a call whose module refuses in one of these ways, where answers are checked against the contract. */
async function answerTo(outcome: PayloadOf<typeof buy>['outcome']) {
  const cipher = createCipher(Buffer.alloc(16, 1), Buffer.alloc(16, 2));
  const clock = () => new Date();
  const dispatcher = createDispatcher({
    served: [
      serve(buy, (ctx) => {
        ctx.setDeviceCookie('new');
        if (outcome === 'undeclared') return refuse('priceChanged');
        if (outcome === 'done') return null;
        return refuse('insufficientCoins', outcome === 'declared' ? { missing: 3 } : { missing: 'some' });
      }),
    ],
    cipher,
    clock,
    log: createLog('silent'),
    limits: createRateLimits(null),
    authorise: async () => null,
    observeFault() {},
    checkAnswers: true,
  });
  const { body, deviceCookie } = await dispatcher.handle('buy', cipher.seal(JSON.stringify({ outcome })), FROM);
  return { envelope: JSON.parse(cipher.open(String(body))), deviceCookie };
}

test('a refusal has the code and the message of the contract', async () => {
  const { envelope } = await answerTo('declared');
  expect(envelope).toEqual({ status: 0, code: 4001, message: '漫币不足', data: { missing: 3 } });
});

test('an undeclared refusal, or one with other data, fails if answers are checked', async () => {
  await expect(answerTo('undeclared')).rejects.toThrow('buy refuses with priceChanged');
  await expect(answerTo('other data')).rejects.toThrow();
});

test('a device cookie is sent with a successful answer and not with a refusal', async () => {
  expect(await answerTo('done')).toMatchObject({ envelope: { code: 0 }, deviceCookie: 'new' });
  expect((await answerTo('declared')).deviceCookie).toBeUndefined();
});

test('no two refusals share a code', () => {
  const codes = Object.values(REFUSALS).map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
});

test('the compiler accepts from a handler only the refusals its call declares, with their data', () => {
  serve(buy, (_ctx, _payload, refuse) => refuse('insufficientCoins', { missing: 1 }));
  serve(buy, (_ctx, _payload, refuse) => refuse('productUnavailable'));
  // @ts-expect-error: not declared
  serve(buy, (_ctx, _payload, refuse) => refuse('priceChanged'));
  // @ts-expect-error: without its data
  serve(buy, (_ctx, _payload, refuse) => refuse('insufficientCoins'));
  // @ts-expect-error: a code is not a name
  serve(buy, (_ctx, _payload, refuse) => refuse(4001));
  const look = call({ path: 'look', who: 'anyone', what: '', payload: v.object({}), data: v.null() });
  // @ts-expect-error: the call declares none
  serve(look, (_ctx, _payload, refuse) => refuse('productUnavailable'));
});
