import type { GenericSchema, InferOutput } from 'valibot';
import type { Call, DataOf, InputOf } from '#contract/call';
import type { CodeOf, NameOf, RefusalName } from '#contract/refusals';
import { send } from './browser.ts';
import { messageOf, type SendOptions } from './send/send.ts';

/** Thrown when a call does not succeed. Its message has already been shown, unless its code was expected. */
export class CallError extends Error {
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

/** Makes a call and returns its data, or throws `CallError`. */
export async function request<C extends Call>(
  call: C,
  payload?: InputOf<C>,
  options?: SendOptions,
): Promise<DataOf<C>> {
  const answer = await send(call, payload, options);
  if (answer.status !== 1) throw new CallError(answer);
  // Where the data may be null, its type in the contract includes null.
  return answer.data as DataOf<C>;
}

type RefusalData<C extends Call, N extends RefusalName> =
  C['refusals'] extends Record<N, GenericSchema> ? InferOutput<C['refusals'][N]> : null;

/** The data of a declared refusal, or null when the error is another one. */
export function refusalData<C extends Call, K extends CodeOf<keyof C['refusals'] & RefusalName>>(
  _call: C,
  code: K,
  error: unknown,
): RefusalData<C, NameOf<K>> | null {
  // The server has checked the refusal against the contract's schema.
  return error instanceof CallError && error.code === code ? (error.data as RefusalData<C, NameOf<K>>) : null;
}
