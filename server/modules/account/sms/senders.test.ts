import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { newAddress, newPhone } from '../../../../testing/factories/readers.ts';
import type { Ctx } from '../../../core/dispatch/ctx.ts';
import { createRateLimits } from '../../../core/limits/rate-limit.ts';
import { BadField } from '../../../core/refusal/refusal.ts';
import { createAccount, type SmsSender } from '../account.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

type Outcome = Awaited<ReturnType<SmsSender['send']>>['outcome'] | 'broken';

/** Requests a code while the gateways answer like this; returns the answer and the deliveries. */
async function sendBy(...outcomes: Outcome[]) {
  const deliveries: { sender: number; code: string; purpose: string }[] = [];
  const senders = outcomes.map((outcome, sender): SmsSender => {
    return {
      name: `gateway-${sender}`,
      async send(message) {
        deliveries.push({ sender, code: 'code' in message ? message.code : '', purpose: message.purpose });
        if (outcome === 'broken') throw new Error('connection reset');
        return { outcome, detail: 'as the gateway says' };
      },
    };
  });
  const logged: string[] = [];
  const telephone = newPhone();
  const limits = createRateLimits(null);
  const account = await createAccount({
    pool: site.pool,
    log: pino({ level: 'silent' }),
    limits,
    sms: { now: () => ({ senders, dailyBudget: 1000 }) },
    ports: { siteName: async () => '', dataOwners: () => [] },
  });
  const from = { address: newAddress(), url: '', secure: true, userAgent: '', token: null };
  const ctx: Ctx = {
    now: new Date(),
    log: pino({}, { write: (line) => void logged.push(line) }),
    from,
    setToken() {},
    setDeviceCookie() {},
    validUntil() {},
  };
  const answer = account.codes.send(ctx, null, { telephone, purpose: 'login' });
  return { answer: await answer.catch((error: unknown) => error), deliveries, logged, telephone };
}

test('no further gateway is tried after one has accepted the message', async () => {
  const { answer, deliveries } = await sendBy('sent', 'sent');
  expect(answer).toEqual({ resendAfter: 60 });
  expect(deliveries).toEqual([{ sender: 0, code: expect.stringMatching(/^\d{6}$/), purpose: 'login' }]);
});

test('after an operator fault the next gateway sends the same code', async () => {
  const { answer, deliveries } = await sendBy('operator-fault', 'sent');
  expect(answer).toEqual({ resendAfter: 60 });
  expect(deliveries.map(({ sender }) => sender)).toEqual([0, 1]);
  expect(deliveries[1]?.code).toBe(deliveries[0]?.code);
});

test('a reader gets an error when no gateway can send', async () => {
  const { answer } = await sendBy('operator-fault', 'operator-fault');
  expect(answer).toEqual({ retryAfter: 60, message: '短信暂时无法发送，请稍后再试' });
});

test('the log names a gateway that failed, and masks the number', async () => {
  for (const outcome of ['operator-fault', 'throttled', 'broken'] as const) {
    const { logged, telephone } = await sendBy(outcome);
    expect(logged.join('')).toContain('"sender":"gateway-0"');
    expect(logged.join('')).toContain(`"to":"${telephone.slice(0, 3)}****${telephone.slice(7)}"`);
    expect(logged.join('')).not.toContain(telephone);
  }
});

test('a message that may have been sent is not sent again', async () => {
  for (const outcome of ['unknown', 'broken'] as const) {
    const { answer, deliveries } = await sendBy(outcome, 'sent');
    expect(answer).toEqual({ resendAfter: 60 });
    expect(deliveries).toHaveLength(1);
  }
});

test('no other gateway is tried after a rate limit of the gateway', async () => {
  const { answer, deliveries } = await sendBy('throttled', 'sent');
  expect(answer).toEqual({ retryAfter: 60 });
  expect(deliveries).toHaveLength(1);
});

test('a number that the gateway does not know is an invalid field', async () => {
  const { answer } = await sendBy('bad-number');
  expect(answer).toBeInstanceOf(BadField);
});
