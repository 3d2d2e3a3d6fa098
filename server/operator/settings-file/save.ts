import type { Pool } from 'pg';
import { type Tx, transaction } from '../../core/db/db.ts';
import type { StaffCtx } from '../../core/dispatch/ctx.ts';
import { findEntry } from '../../modules/audit/audit.ts';
import { lockSettings } from '../../modules/operations/operations.ts';
import { logStaffEvent, staffActor } from '../../modules/staff/staff.ts';
import { listLogged, prepare, putInPlace, type SavingMistake, type SettingsFile, setAside } from './replace.ts';

type Change = SettingsFile & {
  /** The action in the audit log. */
  action: string;
  /** The new text of the file; null deletes it. */
  edit(): Promise<{ mistakes: SavingMistake[] } | { text: string | null }>;
  /** Reads the file under another name. */
  read(name: string): Promise<{ mistakes: SavingMistake[] } | object | null>;
  /** The text of the audit log about the file with this name; without secrets. */
  after(name: string): Promise<object>;
};

/**
 * Saves a file of settings and logs it. Two saves of one file happen one after the other, also of several nodes. The entry is
 * committed before the file changes, so that no change is without one. If the process ends between, `finishSaves` puts the
 * file in its place.
 */
export async function saveSettings(
  pool: Pool,
  { caller, now }: Pick<StaffCtx, 'caller' | 'now'>,
  { action, edit, read, after, ...file }: Change,
): Promise<SavingMistake[]> {
  const mistakes = await transaction(pool, async (tx) => {
    await lockAndFinish(tx, file);
    const edited = await edit();
    if ('mistakes' in edited) return edited.mistakes;
    const prepared = await prepare(file, edited.text, read);
    if (prepared.mistakes.length > 0) return prepared.mistakes;
    const { personId } = caller;
    const event = { actor: staffActor(personId), action, personId, after: { ...(await after(prepared.name)) } };
    await setAside(file, edited.text, await logStaffEvent(tx, event, now));
    return [];
  });
  await finishSaves(pool, file);
  return mistakes;
}

/** Puts a file in its place if its entry is committed. Without the entry it was not saved, and the prepared file is deleted. */
export async function finishSaves(pool: Pool, file: SettingsFile): Promise<void> {
  if ((await listLogged(file)).length > 0) await transaction(pool, (tx) => lockAndFinish(tx, file));
}

async function lockAndFinish(tx: Tx, file: SettingsFile): Promise<void> {
  await lockSettings(tx, file.file);
  for (const entryId of await listLogged(file))
    await putInPlace(file, entryId, (await findEntry(tx, entryId)) !== null);
}
