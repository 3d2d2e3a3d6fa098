import type * as v from 'valibot';
import type { AnyCall, Refusals, Schema } from '#contract/call';
import { REFUSALS, type RefusalName } from '#contract/refusals';

/** An expected "no", declared in the contract. Anything else that is thrown is a bug. */
export class Refusal extends Error {
  override readonly name: RefusalName;
  readonly data: unknown;
  constructor(name: RefusalName, data: unknown = null, message = REFUSALS[name].message) {
    super(message);
    this.name = name;
    this.data = data;
  }
}

/** A payload whose field, named in the message, can't be used: HTTP 400, `invalidField`. */
export class BadField extends Error {
  readonly field: string;
  constructor(field: string) {
    super(field);
    this.field = field;
  }
}

/** Ends the call with a refusal; `message` replaces the contract's sentence if that does not fit. */
export function refuse(name: RefusalName, data: unknown = null, message?: string): never {
  throw new Refusal(name, data, message);
}

type DataFor<R extends Refusals, N extends keyof R> = R[N] extends Schema
  ? [data: v.InferOutput<R[N]>, message?: string]
  : [data?: null, message?: string];

/** `refuse` as a handler gets it: a refusal that its call does not declare is a type error, and so is other data. */
export type Refuse<R extends Refusals> = <N extends keyof R & RefusalName>(name: N, ...data: DataFor<R, N>) => never;

export type RefuseFor<C extends AnyCall> = Refuse<C['refusals']>;
