import type { CallEntry, Limit, Refusals, Schema } from '../call.ts';
import type { Permission } from './roles.ts';

/** The callers: anyone, or staff with this permission. `fresh`: only within ten minutes after a check of the second factor. */
export type StaffWho = 'anyone' | { staff: Permission; fresh?: true };

/** A call of the console. It is sent to `/console/api/<path>` as plain JSON. */
export type StaffCall<
  Payload extends Schema = Schema,
  Data extends Schema = Schema,
  Refused extends Refusals = Refusals,
> = CallEntry<StaffWho, Payload, Data, Refused>;

/** Defines one call of the console. */
export function staffCall<Payload extends Schema, Data extends Schema, const Refused extends Refusals>(
  entry: StaffCall<Payload, Data, Refused> & { limits: readonly Limit[] },
): StaffCall<Payload, Data, Refused> {
  return entry;
}
