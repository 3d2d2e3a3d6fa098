import type * as v from 'valibot';
import type { RefusalName } from './refusals.ts';

export type Schema<Output = unknown> = v.GenericSchema<unknown, Output>;

/** The callers: anyone (no token needed), any session (anonymous or registered), registered readers only. */
export type Who = 'anyone' | 'session' | 'registered';

/** The refusals of a call by name, each with the schema of its `data` or null. */
export type Refusals = Partial<Record<RefusalName, Schema | null>>;

/** At most `points` calls in `seconds` from one address, one network or one session. */
export type Limit = { by: 'address' | 'network' | 'session'; points: number; seconds: number };

/**
 * How many times the limit of an address a network (IPv4 /24 or IPv6 /48) may call. One person may own all its addresses, so it
 * has a limit. It may also belong to a campus or a mobile carrier, so it has a higher one.
 */
const NETWORK_FACTOR = 4;

/** At most `points` calls in `seconds` from one address, and four times as many from its network. */
export function perAddress(points: number, seconds: number): [Limit, Limit] {
  return [
    { by: 'address', points, seconds },
    { by: 'network', points: NETWORK_FACTOR * points, seconds },
  ];
}

/** One call of readers or of the console. `Who` differs between the two. */
export type CallEntry<Callers, Payload extends Schema, Data extends Schema, Refused extends Refusals> = {
  readonly path: string;
  readonly who: Callers;
  /** One sentence for the reference. */
  readonly what: string;
  readonly payload: Payload;
  readonly data: Data;
  readonly refusals: Refused;
  readonly limits: readonly Limit[];
  /** The maximum length of the request body in bytes, if it is more than `MAX_BODY_BYTES`. */
  readonly mostBodyBytes?: number | undefined;
};

export type Call<
  Payload extends Schema = Schema,
  Data extends Schema = Schema,
  Refused extends Refusals = Refusals,
> = CallEntry<Who, Payload, Data, Refused>;

export type AnyCall = CallEntry<unknown, Schema, Schema, Refusals>;

/** The refusals of a call that names none. */
export type NoRefusals = Record<never, never>;

/** Defines one call of the contract. Without `refusals` and `limits` it has none. */
export function call<Payload extends Schema, Data extends Schema, const Refused extends Refusals = NoRefusals>(
  entry: Omit<Call<Payload, Data, Refused>, 'refusals' | 'limits'> & { refusals?: Refused; limits?: readonly Limit[] },
): Call<Payload, Data, Refused> {
  return { refusals: {} as Refused, limits: [], ...entry };
}

export type PayloadOf<C extends AnyCall> = v.InferOutput<C['payload']>;
export type InputOf<C extends AnyCall> = v.InferInput<C['payload']>;
export type DataOf<C extends AnyCall> = v.InferOutput<C['data']>;
