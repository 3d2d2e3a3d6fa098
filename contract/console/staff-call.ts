import type * as v from 'valibot';
import type { CallEntry, Limit, NoRefusals, Refusals, Schema } from '../call.ts';
import type { Permission } from './roles.ts';
import { USUAL } from './shapes.ts';

/** The callers: anyone, or staff with this permission. `fresh`: only within ten minutes after a check of the second factor. */
export type StaffWho = 'anyone' | { staff: Permission; fresh?: true };

/** What a payload names. An author may make the call only if all of it is theirs. */
export type Named = {
  comics?: readonly number[];
  chapters?: readonly number[];
  /** Chapters that go back to the readers: an author can't bring back what others took away. */
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
   * Authors may make this call too, for their own comics: what this payload names of comics. An empty answer: the handler shows
   * only what is theirs. Calls without it are refused to authors, unless their role has the permission.
   */
  namedFor?(payload: v.InferOutput<Payload>): Named;
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
