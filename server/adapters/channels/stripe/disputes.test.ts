import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { userInfo } from '#contract/calls/session';
import { chargeSubmit } from '#contract/calls/wallet';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { signedIn } from '../../../../testing/factories/readers.ts';
import {
  expectSoundShop,
  newRequest,
  refundBy,
  type SentNotification,
  seenBy,
} from '../../../../testing/factories/shop.ts';
import { createFakeStripe } from '../../../../testing/gateways/stripe.ts';

const stripe = createFakeStripe(() => new Date());
let site: TestApp;
let lines: Record<string, unknown>[] = [];
let disputes = 0;
beforeAll(async () => {
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  site = await startTestApp({ log, channels: [stripe.channel] });
});
afterAll(() => site.close());
afterEach(async () => {
  lines = [];
  await expectSoundShop(site);
});

const alarms = () => lines.filter(({ alarm }) => alarm === 'shop').map(({ msg }) => msg);
const HELD = 'a payment is disputed: what it granted is held; answer the dispute there';
const LOST = 'a dispute is lost: what the payment granted is taken back';

async function send({ headers, body }: SentNotification) {
  const sent = { method: 'POST' as const, url: '/pay/stripe/notify', headers, payload: body };
  expect(await site.http.inject(sent)).toMatchObject({ statusCode: 200 });
}

/** A reader who has paid by card, and the events of their bank. */
async function disputed() {
  const { token } = await signedIn(site);
  const { data } = await site.call(chargeSubmit, newRequest({ channel: 'stripe', scene: 'pc' }), { token });
  const orderId = data?.orderId ?? '';
  await send(stripe.pay(orderId));
  const no = `dp_1NG8Du2eZvKYlo2C${String(++disputes).padStart(8, '0')}`;
  const dispute = { id: no, payment_intent: `pi_${stripe.trades.get(orderId)?.transactionId}`, currency: 'cny' };
  const notify = (what: string, status: string, amount = 600) =>
    send(stripe.notification(`charge.dispute.${what}`, { ...dispute, object: 'dispute', status, amount }));
  return { token, orderId, notify };
}

async function has(token: string) {
  const { data } = await site.call(userInfo, { token });
  return [data?.coins, data?.bonus];
}

describe('a dispute', () => {
  test('holds the grant of the payment, and takes it when it is lost', async () => {
    const { token, orderId, notify } = await disputed();
    await notify('created', 'needs_response');
    await notify('funds_withdrawn', 'needs_response');
    expect(await has(token)).toEqual([0, 0]);
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'granted', refunds: [{ state: 'frozen' }] });
    await expect(refundBy(site, orderId)).rejects.toThrow('nothing-left');
    // No refund is sent to the channel.
    await site.app.runFrequentJobs();
    expect(stripe.asked).not.toContain('POST /v1/refunds');
    await notify('closed', 'lost');
    expect(await has(token)).toEqual([0, 0]);
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'refunded', refunds: [{ state: 'done' }] });
    expect(alarms()).toEqual([HELD, LOST]);
  });

  test('that is won restores it, with notifications in any order', async () => {
    const { token, orderId, notify } = await disputed();
    await notify('closed', 'won');
    await notify('created', 'needs_response');
    await notify('funds_reinstated', 'won');
    expect(await has(token)).toEqual([60, 30]);
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'granted', refunds: [] });
    await refundBy(site, orderId);
    await site.app.runFrequentJobs();
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'refunded' });
  });

  test('that was only an inquiry restores it too', async () => {
    const { token, notify } = await disputed();
    await notify('created', 'warning_needs_response');
    expect(await has(token)).toEqual([0, 0]);
    await notify('closed', 'warning_closed');
    expect(await has(token)).toEqual([60, 30]);
  });

  test('of a part of the payment holds its share, and at most the rest of the grant', async () => {
    const { token, orderId, notify } = await disputed();
    await refundBy(site, orderId, { amount: 400 });
    await notify('created', 'needs_response', 600);
    expect(await has(token)).toEqual([0, 0]);
    await notify('closed', 'won');
    expect(await has(token)).toEqual([20, 10]);
    const half = await disputed();
    await half.notify('created', 'needs_response', 300);
    expect(await has(half.token)).toEqual([30, 15]);
  });

  test('of an unknown payment is an alarm', async () => {
    await send(
      stripe.notification('charge.dispute.created', {
        id: 'dp_1',
        payment_intent: 'pi_1',
        currency: 'cny',
        amount: 1,
        status: 'needs_response',
      }),
    );
    await send(
      stripe.notification('charge.dispute.created', {
        id: 'dp_1',
        payment_intent: null,
        currency: 'cny',
        amount: 1,
        status: 'lost',
      }),
    );
    expect(alarms()).toEqual(['a payment is disputed that is none of ours: look it up there']);
  });
});
