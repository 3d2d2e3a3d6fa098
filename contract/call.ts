import type * as v from 'valibot';
import type { RefusalName } from './refusals.ts';

export type Schema<Output = unknown> = v.GenericSchema<unknown, Output>;

/** Who may call: anyone (no token needed), any session (anonymous or registered), registered readers only. */
export type Who = 'anyone' | 'session' | 'registered';

/** The refusals a call may answer, by name, each with the schema of its `data` or null. */
export type Refusals = Partial<Record<RefusalName, Schema | null>>;

/** At most `points` calls in `seconds` from one address or one session. */
export type Limit = { by: 'address' | 'session'; points: number; seconds: number };

export type Call<Payload extends Schema = Schema, Data extends Schema = Schema, Refused extends Refusals = Refusals> = {
  readonly path: string;
  readonly who: Who;
  /** One sentence for the reference. */
  readonly what: string;
  readonly payload: Payload;
  readonly data: Data;
  readonly refusals: Refused;
  readonly limits: readonly Limit[];
};

/** Defines one call of the contract. */
export function call<Payload extends Schema, Data extends Schema, const Refused extends Refusals>(
  entry: Omit<Call<Payload, Data, Refused>, 'limits'> & { limits?: readonly Limit[] },
): Call<Payload, Data, Refused> {
  return { limits: [], ...entry };
}

export type PayloadOf<C extends Call> = v.InferOutput<C['payload']>;
export type InputOf<C extends Call> = v.InferInput<C['payload']>;
export type DataOf<C extends Call> = v.InferOutput<C['data']>;
