import type { Tx } from '../../core/db/db.ts';
import { addEntry, type State } from '../audit/audit.ts';
import { staffActor } from '../staff/staff.ts';
import type { AddedFile } from './file-store.ts';

type Caller = { personId: number };

/** Logs an action of a person on an upload. The changes of the import have entries of their own. */
export async function logUpload(
  tx: Tx,
  { personId }: Caller,
  action: 'upload' | 'upload-add' | 'upload-import' | 'upload-discard',
  after: State,
  now: Date,
): Promise<void> {
  const entry = { actor: staffActor(personId), action, subject: 'staff', subjectId: personId } as const;
  await addEntry(tx, { ...entry, before: {}, after, reason: null, undoes: null }, now);
}

/**
 * Logs the files that a call has registered, in one entry: a folder may have thousands. Files that are registered again to
 * continue after a break leave no entry.
 */
export async function logAdded(
  tx: Tx,
  caller: Caller,
  action: 'upload' | 'upload-add',
  { upload, added }: { upload: string; added: readonly AddedFile[] },
  now: Date,
): Promise<void> {
  const fresh = added.filter(({ isNew }) => isNew);
  const [first] = fresh;
  if (!first) return;
  const bytes = fresh.reduce((sum, file) => sum + file.bytes, 0);
  await logUpload(tx, caller, action, { upload, files: fresh.length, bytes, first_file: first.name }, now);
}
