import { randomBytes } from 'node:crypto';
import type { Db, Tx } from '../../core/db/db.ts';
import type { EditorialState } from './state.ts';
import { dropExports, findExport, putExport, type Seen } from './store.ts';
import { type StatePart, versionOf } from './versions.ts';

/** After this time since its last use, a file is not checked any more. */
const KEPT_MS = 2 * 366 * 24 * 3600 * 1000;

/** Notes that a file with this state is written; the result is its id. */
export async function noteExport(db: Db, state: EditorialState, now: Date): Promise<string> {
  const id = randomBytes(9).toString('base64url');
  await dropExports(db, new Date(now.getTime() - KEPT_MS));
  await putExport(db, id, JSON.stringify(withState({}, state)), now);
  return id;
}

/** Notes that the file was applied: its author has seen this state too. */
export async function noteApplied(tx: Tx, id: string, state: EditorialState, now: Date): Promise<void> {
  const found = await findExport(tx, id);
  if (found) await putExport(tx, id, JSON.stringify(withState(found.seen, state)), now);
}

/** The parts among these whose state the author of the file has not seen; none for a file of another site. */
export async function unseenParts(
  db: Db,
  id: string,
  state: EditorialState,
  names: readonly StatePart[],
): Promise<StatePart[]> {
  const found = await findExport(db, id);
  if (!found) return [];
  return names.filter((name) => !(found.seen[name] ?? []).includes(versionOf(state, name)));
}

function withState(seen: Seen, state: EditorialState): Seen {
  const names = Object.keys(state) as StatePart[];
  return Object.fromEntries(names.map((name) => [name, [...new Set([...(seen[name] ?? []), versionOf(state, name)])]]));
}
