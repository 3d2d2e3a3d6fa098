import type { GenericSchema, InferOutput } from 'valibot';
import type { Call, DataOf, InputOf } from '#contract/call';
import type { CodeOf, NameOf, RefusalName } from '#contract/refusals';
import { send } from './browser.ts';
import { messageOf, type SendOptions } from './send/send.ts';

/** Thrown when a call is answered with anything but success. The reader has been told already. */
export class Refused extends Error {
  readonly code: number;
  readonly status: number;
  readonly data: unknown;

  constructor(answer: { status: number; code: number; message: string; data: unknown }) {
    super(messageOf(answer));
    this.name = 'Refused';
    this.code = answer.code;
    this.status = answer.status;
    this.data = answer.data;
  }
}

/** Makes a call and gives its data, or throws `Refused`. */
export async function ask<C extends Call>(call: C, payload?: InputOf<C>, options?: SendOptions): Promise<DataOf<C>> {
  const answer = await send(call, payload, options);
  if (answer.status !== 1) throw new Refused(answer);
  // Where an answer may be null, the contract's own type of it says so.
  return answer.data as DataOf<C>;
}

type RefusedData<C extends Call, N extends RefusalName> =
  C['refusals'] extends Record<N, GenericSchema> ? InferOutput<C['refusals'][N]> : null;

/** What a declared refusal carries, or null when the error is another one. */
export function refusedWith<C extends Call, K extends CodeOf<keyof C['refusals'] & RefusalName>>(
  _call: C,
  code: K,
  error: unknown,
): RefusedData<C, NameOf<K>> | null {
  // The edge of the parsed world: the server has checked the refusal against the contract's schema.
  return error instanceof Refused && error.code === code ? (error.data as RefusedData<C, NameOf<K>>) : null;
}
