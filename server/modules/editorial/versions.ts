import { createHash } from 'node:crypto';
import type { Db } from '../../core/db/db.ts';
import { type Entry, latestByColumn, listEntriesWithColumn } from '../audit/audit.ts';
import { SUBJECT } from './changes.ts';
import type { EditorialState } from './state.ts';

/** The name of a part, promotions included. */
export type StatePart = keyof EditorialState;

/**
 * The version of a part, as a short text: states with the same version are the same. Made of the content, so that
 * every way to write a part changes it.
 */
export function versionOf(state: EditorialState, name: StatePart): string {
  return createHash('sha256')
    .update(JSON.stringify(inOrder(state[name])))
    .digest('hex')
    .slice(0, 16);
}

/** The database has the fields of an object in an order of its own. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([field, each]) => [field, inOrder(each)]));
}

export type LastChange = { entryId: number; at: Date; actor: string };

/** The latest logged change of each part. */
export async function readLastChanges(db: Db): Promise<Map<string, LastChange>> {
  const found = await latestByColumn(db, SUBJECT.subject, SUBJECT.ids[0]);
  return new Map(found.map(({ column, id, at, actor }) => [column, { entryId: id, at, actor }]));
}

/** The changes of one part, the latest first, from before an entry on. */
export function listPartChanges(db: Db, name: StatePart, before: number, size: number): Promise<Entry[]> {
  return listEntriesWithColumn(db, { subject: SUBJECT.subject, id: SUBJECT.ids[0], column: name }, before, size);
}
