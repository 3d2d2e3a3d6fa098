import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../../core/ctx.ts';
import { createRateLimits } from '../../../core/rate-limit.ts';
import { BadField } from '../../../core/refusal.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { newAddress, newPhone } from '../../../testing/readers.ts';
import { createAccount, type SmsSender } from '../account.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

type Outcome = Awaited<ReturnType<SmsSender['send']>>['outcome'] | 'broken';

/** Asks for a code where the gateways answer so; gives the answer, and who was asked. */
async function sendBy(...outcomes: Outcome[]) {
  const asked: { sender: number; code: string; purpose: string }[] = [];
  const senders = outcomes.map((outcome, sender): SmsSender => {
    return {
      name: `gateway-${sender}`,
      async send(message) {
        asked.push({ sender, code: 'code' in message ? message.code : '', purpose: message.purpose });
        if (outcome === 'broken') throw new Error('connection reset');
        return { outcome, detail: 'as the gateway says' };
      },
    };
  });
  const limits = createRateLimits(null);
  const account = await createAccount({
    pool: site.pool,
    limits,
    sms: { senders, dailyBudget: 1000 },
    ports: { siteName: async () => '', dataOwners: () => [] },
  });
  const from = { address: newAddress(), url: '', secure: true, userAgent: '', token: null };
  const ctx: Ctx = {
    now: new Date(),
    log: pino({ level: 'silent' }),
    from,
    setToken() {},
    setDeviceCookie() {},
    holdsUntil() {},
  };
  const answer = account.codes.send(ctx, null, { telephone: newPhone(), purpose: 'login' });
  return { answer: await answer.catch((error: unknown) => error), asked };
}

test('the first gateway that takes a message is the last one asked', async () => {
  const { answer, asked } = await sendBy('sent', 'sent');
  expect(answer).toEqual({ resendAfter: 60 });
  expect(asked).toEqual([{ sender: 0, code: expect.stringMatching(/^\d{6}$/), purpose: 'login' }]);
});

test('where the fault is the operator’s the next gateway sends the same code', async () => {
  const { answer, asked } = await sendBy('operator-fault', 'sent');
  expect(answer).toEqual({ resendAfter: 60 });
  expect(asked.map(({ sender }) => sender)).toEqual([0, 1]);
  expect(asked[1]?.code).toBe(asked[0]?.code);
});

test('a reader is told when no gateway can send', async () => {
  const { answer } = await sendBy('operator-fault', 'operator-fault');
  expect(answer).toEqual({ retryAfter: 60, message: '短信暂时无法发送，请稍后再试' });
});

test('a message that may have gone out is not sent again', async () => {
  for (const outcome of ['unknown', 'broken'] as const) {
    const { answer, asked } = await sendBy(outcome, 'sent');
    expect(answer).toEqual({ resendAfter: 60 });
    expect(asked).toHaveLength(1);
  }
});

test('a gateway that has had enough of a phone is no reason to try another', async () => {
  const { answer, asked } = await sendBy('throttled', 'sent');
  expect(answer).toEqual({ retryAfter: 60 });
  expect(asked).toHaveLength(1);
});

test('a number the gateway does not know is a wrong field', async () => {
  const { answer } = await sendBy('bad-number');
  expect(answer).toBeInstanceOf(BadField);
});
