import type { Pool } from 'pg';
import { columnOf } from '#contract/console/column-names';
import type { StaffCtx } from '../../../core/dispatch/ctx.ts';
import { Refusal } from '../../../core/refusal/refusal.ts';
import { type Act, listEntriesOf } from '../../../modules/audit/audit.ts';
import type { FieldsChanged } from '../../../modules/catalog/editing/editing.ts';
import { personOfActor, readPeople, staffActor } from '../../../modules/staff/staff.ts';
import type { Uploads } from '../../../modules/uploads/uploads.ts';

export function actOf({ caller }: StaffCtx, action: string, reason?: string): Act {
  return { actor: staffActor(caller.personId), action, reason: reason || null };
}

export function entriesOf(changed: readonly { entryId: number | null }[]): { entries: number[] } {
  return { entries: changed.flatMap(({ entryId }) => entryId ?? []) };
}

/**
 * Passes on the result of work with uploaded pictures. If it failed because another request has used and deleted them in between,
 * it is refused.
 */
export async function withUploaded<T>(
  { caller }: StaffCtx,
  uploads: Pick<Uploads, 'pictures'>,
  files: readonly string[],
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal) && files.length > 0) await uploads.pictures(caller, files);
    throw error;
  }
}

/** The new states of a comic or a chapter, and their actions in the audit log. */
export const STATE_ACTIONS = { online: 'online', offline: 'offline', deleted: 'delete', restored: 'restore' } as const;

/** A restored comic is offline until it is put online. */
export function stateChange(to: keyof typeof STATE_ACTIONS, now: Date): { online?: boolean; deletedAt?: Date | null } {
  if (to === 'restored') return { deletedAt: null };
  return to === 'deleted' ? { online: false, deletedAt: now } : { online: to === 'online' };
}

/** The last person who changed one of these fields by hand; null if an import did. */
export async function lastChange(
  pool: Pool,
  { subject, id }: { subject: 'comic' | 'chapter'; id: number },
  { current }: FieldsChanged,
  now: Date,
): Promise<{ by: string | null; at: string | null }> {
  const columns = Object.keys(current).map((name) =>
    subject === 'chapter' && name === 'priceCoins' ? 'own_price_coins' : columnOf(name),
  );
  const entries = await listEntriesOf(pool, { subject, ids: [id] }, Number.MAX_SAFE_INTEGER, 20);
  const entry = entries.find(({ after }) => columns.some((column) => column in after));
  const personId = entry ? personOfActor(entry.actor) : null;
  const person = personId === null ? null : (await readPeople(pool, now)).find((each) => each.id === personId);
  return { by: person?.name ?? entry?.actor ?? null, at: entry?.at.toISOString() ?? null };
}
