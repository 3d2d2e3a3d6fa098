import type * as v from 'valibot';
import type { Call, Refusals, Schema } from '#contract/call';
import type { Code } from '#contract/codes';

/** An expected "no", declared in the contract. Anything else that is thrown is a bug. */
export class Refusal extends Error {
  readonly code: Code;
  readonly data: unknown;
  constructor(code: Code, data: unknown = null, message?: string) {
    super(message ?? '');
    this.code = code;
    this.data = data;
  }
}

/** A payload whose field, named in the message, can't be used: HTTP 400, code 1001. */
export class BadField extends Error {
  readonly field: string;
  constructor(field: string) {
    super(field);
    this.field = field;
  }
}

type DataFor<R extends Refusals, C extends keyof R> = R[C] extends Schema
  ? [data: v.InferOutput<R[C]>, message?: string]
  : [data?: null, message?: string];

/**
 * Ends the call with one of the refusals it declares; an undeclared code is a type error. `message` stands in for the
 * sentence of the code where that does not fit.
 */
export type Refuse<R extends Refusals> = <C extends keyof R & Code>(code: C, ...data: DataFor<R, C>) => never;

/** The one implementation behind every `Refuse`. */
export function refuse(code: Code, data: unknown = null, message?: string): never {
  throw new Refusal(code, data, message);
}

export type RefuseFor<C extends Call> = Refuse<C['refusals']>;
