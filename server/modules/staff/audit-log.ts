import type { Tx } from '../../core/db/db.ts';
import { addEntry, type State } from '../audit/audit.ts';

/** The actor of the audit log for someone who is not logged in. */
export const NOT_LOGGED_IN = 'not-logged-in';

/** The actor of the audit log for a member of staff. */
export function staffActor(personId: number): string {
  return `staff:${personId}`;
}

/** The id of the member of staff who is an actor; null for a command. */
export function personOfActor(actor: string): number | null {
  const [, id] = /^staff:([1-9]\d{0,14})$/.exec(actor) ?? [];
  return id === undefined ? null : Number(id);
}

export type StaffEvent = { actor: string; action: string; personId: number; before?: State; after?: State };

/** Logs a change of a member of staff, in the transaction of the change. */
export function logStaffEvent(tx: Tx, { actor, action, personId, before, after }: StaffEvent, at: Date) {
  const subject = { subject: 'staff', subjectId: personId } as const;
  return addEntry(
    tx,
    { actor, action, ...subject, before: before ?? {}, after: after ?? {}, reason: null, undoes: null },
    at,
  );
}
