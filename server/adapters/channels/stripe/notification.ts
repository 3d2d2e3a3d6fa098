import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import {
  BadNotification,
  type BadNotificationReason,
  type DisputeState,
  type Notice,
  type RawNotification,
  type RefundState,
} from '../../../modules/shop/shop.ts';
import type { StripeAccount } from './client.ts';
import { appOf, Dispute, MERCHANT, PaidSession, ToldRefund } from './objects.ts';

const LONGEST_MS = 300_000;
const SECONDS = /^\d{1,12}$/;
const HEX = /^[0-9a-f]{64}$/;

/** The fault of a signature; `null` if it is valid. One valid signature of several is enough, for changes of the secret. */
export function faultOf(
  body: Buffer,
  header: string,
  secrets: readonly string[],
  now: Date,
): BadNotificationReason | null {
  const parts = header.split(',').map((part) => part.split('=', 2));
  const valuesOf = (name: string) => parts.flatMap(([key, value = '']) => (key === name ? [value] : []));
  const [timestamp = '', ...others] = valuesOf('t');
  const signatures = valuesOf('v1').filter((signature) => HEX.test(signature));
  if (!SECONDS.test(timestamp) || others.length > 0) return 'signature';
  const isSigned = secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
    return signatures.some((signature) => timingSafeEqual(Buffer.from(signature, 'hex'), expected));
  });
  if (!isSigned) return 'signature';
  return Math.abs(Number(timestamp) * 1000 - now.getTime()) > LONGEST_MS ? 'time' : null;
}

const Event = v.object({
  type: v.string(),
  created: v.pipe(v.number(), v.safeInteger()),
  livemode: v.boolean(),
  /** Only for payments of a connected account. */
  account: v.optional(v.nullable(v.string())),
  data: v.object({ object: v.unknown() }),
});

const PAID: readonly string[] = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];
const DISPUTE = /^charge\.dispute\.(created|updated|closed|funds_withdrawn|funds_reinstated)$/;
const REFUND = /^(refund\.(created|updated|failed)|charge\.refund\.updated)$/;

export function readNotification({ body, headers }: RawNotification, account: StripeAccount, now: Date): Notice {
  const fault = faultOf(body, headers['stripe-signature'] ?? '', account.webhookSecrets, now);
  if (fault) throw new BadNotification(fault);
  const event = read(Event, parseJson(body));
  const { object } = event.data;
  if (PAID.includes(event.type)) return paidBy(event, read(v.looseObject({ payment_status: v.string() }), object));
  if (DISPUTE.test(event.type)) return disputeBy(read(Dispute, object));
  if (!REFUND.test(event.type)) return { kind: 'other' };
  const refund = read(ToldRefund, object);
  const refundNo = refund.metadata?.refund_no;
  // A refund by hand in the dashboard has none.
  return refundNo === undefined ? { kind: 'other' } : { kind: 'refund', refundNo, state: refundStateOf(refund.status) };
}

/** Some payment methods complete the page before the money arrives. */
function paidBy(event: v.InferOutput<typeof Event>, object: { payment_status: string }): Notice {
  if (object.payment_status !== 'paid') return { kind: 'other' };
  const session = read(PaidSession, object);
  if (session.client_reference_id === null) return { kind: 'other' };
  const payment = {
    orderNo: session.client_reference_id,
    transactionId: session.payment_intent,
    merchant: event.account ?? MERCHANT,
    app: appOf(event.livemode),
    amount: session.amount_total,
    currency: session.currency.toUpperCase(),
    paidAt: new Date(event.created * 1000),
  };
  return { kind: 'paid', payment };
}

function disputeBy({ id, status, amount, currency, payment_intent }: v.InferOutput<typeof Dispute>): Notice {
  if (payment_intent === null) return { kind: 'other' };
  const dispute = { disputeNo: id, transactionId: payment_intent, amount, currency: currency.toUpperCase() };
  return { kind: 'dispute', ...dispute, state: disputeStateOf(status) };
}

/** A closed inquiry has taken no money. */
function disputeStateOf(status: string): DisputeState {
  if (status === 'lost') return 'lost';
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open';
}

export function refundStateOf(status: string | null): RefundState {
  if (status === 'succeeded') return 'done';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new BadNotification('unreadable');
  }
}

function read<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const found = v.safeParse(schema, value);
  if (!found.success) throw new BadNotification('unreadable');
  return found.output;
}
