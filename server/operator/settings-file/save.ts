import type { Pool } from 'pg';
import { transaction } from '../../core/db/db.ts';
import type { StaffCtx } from '../../core/dispatch/ctx.ts';
import { lockSettings } from '../../modules/operations/operations.ts';
import { logStaffEvent, staffActor } from '../../modules/staff/staff.ts';
import type { SavingMistake } from './replace.ts';

type Change = {
  /** The name of the file. */
  file: string;
  /** The action in the audit log. */
  action: string;
  save(): Promise<SavingMistake[]>;
  /** What the audit log says; without secrets. */
  after(): Promise<object>;
};

/** Saves a file of settings and logs it. Two saves of one file happen one after the other, also of several nodes. */
export function saveSettings(
  pool: Pool,
  { caller, now }: Pick<StaffCtx, 'caller' | 'now'>,
  { file, action, save, after }: Change,
): Promise<SavingMistake[]> {
  return transaction(pool, async (tx) => {
    await lockSettings(tx, file);
    const mistakes = await save();
    if (mistakes.length > 0) return mistakes;
    const { personId } = caller;
    await logStaffEvent(tx, { actor: staffActor(personId), action, personId, after: { ...(await after()) } }, now);
    return mistakes;
  });
}
