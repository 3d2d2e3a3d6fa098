import type * as v from 'valibot';
import type { CallEntry, Limit, NoRefusals, Refusals, Schema } from '../call.ts';
import type { Permission } from './roles.ts';
import { USUAL } from './shapes.ts';

/** The callers: anyone, or staff with this permission. `fresh`: only within ten minutes after a check of the second factor. */
export type StaffWho = 'anyone' | { staff: Permission; fresh?: true };

/** The comics, chapters and other things that a payload names. An author may make the call only if all of them are their own. */
export type AuthorScope = {
  comics?: readonly number[];
  chapters?: readonly number[];
  /** Chapters that readers will see again. An author can only show chapters that nobody else has taken offline. */
  shown?: readonly number[];
  /** Entries of the audit log: only changes of their own. */
  entries?: readonly number[];
  /** Fields that change: an author sets no prices and no age rating. */
  fields?: readonly string[];
};

/** A call of the console. It is sent to `/console/api/<path>` as plain JSON. */
export type StaffCall<
  Payload extends Schema = Schema,
  Data extends Schema = Schema,
  Refused extends Refusals = Refusals,
> = CallEntry<StaffWho, Payload, Data, Refused> & {
  /**
   * Only of calls that authors may make for their own comics. The result is checked by `pages/console/author-check.ts`; if it is
   * empty, the handler itself returns only the author's comics. Other calls are refused to authors, unless their role has the
   * permission.
   */
  authorScope?(payload: v.InferOutput<Payload>): AuthorScope;
};

/** Defines one call of the console. Without `refusals` it has none, without `limits` it has the usual ones. */
export function staffCall<Payload extends Schema, Data extends Schema, const Refused extends Refusals = NoRefusals>(
  entry: Omit<StaffCall<Payload, Data, Refused>, 'refusals' | 'limits'> & {
    refusals?: Refused;
    limits?: readonly Limit[];
  },
): StaffCall<Payload, Data, Refused> {
  return { refusals: {} as Refused, limits: USUAL, ...entry };
}
