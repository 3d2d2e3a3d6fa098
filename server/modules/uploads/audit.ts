import type { Tx } from '../../core/db/db.ts';
import { addEntry, type State } from '../audit/audit.ts';
import { staffActor } from '../staff/staff.ts';

/** Logs an action of a person on an upload. The changes of the import have entries of their own. */
export async function logUpload(
  tx: Tx,
  { personId }: { personId: number },
  action: 'upload' | 'upload-import' | 'upload-discard',
  after: State,
  now: Date,
): Promise<void> {
  const entry = { actor: staffActor(personId), action, subject: 'staff', subjectId: personId } as const;
  await addEntry(tx, { ...entry, before: {}, after, reason: null, undoes: null }, now);
}
