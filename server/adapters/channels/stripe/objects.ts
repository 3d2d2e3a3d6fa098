import * as v from 'valibot';

/** Stripe never names the account. The key and the secret of the endpoint belong to one account. */
export const MERCHANT = 'own';
/** Live mode and test mode of an account, which share no data. */
export const appOf = (livemode: boolean): string => (livemode ? 'live' : 'test');

const Minor = v.pipe(v.number(), v.safeInteger());
const Metadata = v.optional(v.nullable(v.record(v.string(), v.string())));

export const PaidSession = v.object({
  /** `null` for payments of other pages of the account. */
  client_reference_id: v.nullable(v.string()),
  payment_intent: v.string(),
  amount_total: Minor,
  currency: v.string(),
});

/** Requested with the full payment and its charge. */
export const Session = v.object({
  id: v.string(),
  status: v.picklist(['open', 'complete', 'expired']),
  payment_status: v.string(),
  livemode: v.boolean(),
  client_reference_id: v.nullable(v.string()),
  amount_total: v.nullable(Minor),
  currency: v.nullable(v.string()),
  payment_intent: v.nullable(v.object({ id: v.string(), latest_charge: v.nullable(v.object({ created: Minor })) })),
});

export const ToldRefund = v.object({
  id: v.string(),
  status: v.nullable(v.string()),
  metadata: Metadata,
});

/** The payer's bank demands the money. `warning_…`: it only inquires. */
export const Dispute = v.object({
  id: v.string(),
  status: v.string(),
  amount: Minor,
  currency: v.string(),
  payment_intent: v.nullable(v.string()),
});

const Source = v.object({
  id: v.string(),
  object: v.string(),
  amount: Minor,
  currency: v.string(),
  payment_intent: v.nullable(v.string()),
  metadata: Metadata,
});

/** A balance transaction. Its fee has the currency in which Stripe pays the shop. */
export const Movement = v.object({
  id: v.string(),
  type: v.string(),
  amount: Minor,
  fee: Minor,
  currency: v.string(),
  created: Minor,
  source: v.nullable(v.union([Source, v.looseObject({ object: v.string() }), v.string()])),
});

export function pageOf<Schema extends v.GenericSchema>(schema: Schema) {
  return v.object({ data: v.array(schema), has_more: v.boolean() });
}

export { Source };
