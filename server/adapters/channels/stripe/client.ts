import * as v from 'valibot';
import { type GatewayParts, GatewayRefusal } from '../gateway.ts';

export type StripeAccount = {
  secretKey: string;
  /** The secrets of the endpoint: two during a change. */
  webhookSecrets: readonly string[];
  /** The currency of payments, a code of ISO 4217. */
  currency: string;
  /** Test mode: no money moves. */
  test: boolean;
};

const GATEWAY = 'https://api.stripe.com';
/** The version of the answers, independent of the account's default. */
const VERSION = '2025-03-31.basil';

const Refused = v.object({
  error: v.object({ type: v.string(), code: v.optional(v.string()), message: v.optional(v.string(), '') }),
});

export type StripeRequest = {
  method: 'GET' | 'POST';
  path: string;
  fields?: Readonly<Record<string, string>>;
  /** The same in every try of one operation. */
  idempotencyKey?: string;
};

export type StripeClient = ReturnType<typeof createStripeClient>;

export function createStripeClient({ secretKey }: StripeAccount, { fetch }: Pick<GatewayParts, 'fetch'>) {
  return {
    async call<Schema extends v.GenericSchema>(
      { method, path, fields = {}, idempotencyKey }: StripeRequest,
      schema: Schema,
      signal: AbortSignal,
    ): Promise<v.InferOutput<Schema>> {
      const form = new URLSearchParams(fields);
      const headers = {
        authorization: `Bearer ${secretKey}`,
        'stripe-version': VERSION,
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      };
      const request = { method, headers, signal, redirect: 'error' as const };
      const response =
        method === 'GET'
          ? await fetch(`${GATEWAY}${path}?${form}`, request)
          : await fetch(`${GATEWAY}${path}`, { ...request, body: form });
      const answer: unknown = await response.json().catch(() => undefined);
      if (response.status === 200) return v.parse(schema, answer);
      const refused = v.safeParse(Refused, answer);
      const { status } = response;
      // A wrong key, too many requests and concurrent requests with one key can all pass later.
      const isFinal = status >= 400 && status < 500 && ![401, 403, 409, 429].includes(status);
      if (!refused.success) throw new Error(`stripe answered ${path} with ${status}`);
      const { type, code, message } = refused.output.error;
      if (isFinal && type !== 'idempotency_error') throw new GatewayRefusal(code ?? type, message);
      throw new Error(`stripe answered ${path} with ${status} ${code ?? type}`);
    },
  };
}
