import { isTaken, type Tx } from '../../../core/db/db.ts';
import { Refusal, refuse } from '../../../core/refusal/refusal.ts';
import { type Act, addEntry, type State } from '../../audit/audit.ts';
import { clearPin, findManagedReader, forgetDevices, type ManagedReader, setBanned } from './manage-reader-store.ts';
import { isBanned } from './names.ts';
import { cancelErasure, endAllSessions, eraseAt, lockReader, setTelephone } from './store.ts';

/** An action of an operator on a reader. */
export type ReaderAction =
  | { kind: 'unban' | 'end-sessions' | 'keep' | 'teen-off' }
  /** `until`: when the ban ends; null = it has no end. */
  | { kind: 'ban'; until: Date | null }
  | { kind: 'erase'; at: Date }
  | { kind: 'phone'; telephone: string };

/**
 * Carries out the action and logs it in one transaction. Returns the number of the log entry, or null if nothing changed. Nodes
 * read the session and its reader at every call, so the action is effective from the next call.
 */
export async function manageReader(
  tx: Tx,
  act: Act,
  readerId: number,
  action: ReaderAction,
  now: Date,
): Promise<number | null> {
  // To avoid deadlocks, the reader is always locked before its sessions.
  await lockReader(tx, readerId);
  const reader = await findManagedReader(tx, readerId);
  if (!reader) return refuse('readerNotFound');
  const isReachable = reader.hasPassword || reader.telephone !== null;
  // Without a password and a telephone the reader could never log in again.
  if (action.kind === 'end-sessions' && !isReachable) refuse('readerUnreachable');
  await carryOut(tx, readerId, action, now);
  const after = await findManagedReader(tx, readerId);
  const [was, is] = [stateOf(reader, now), stateOf(after ?? reader, now)];
  const columns = Object.keys(was).filter((column) => was[column] !== is[column]);
  if (columns.length === 0 && action.kind !== 'phone') return null;
  const of = (state: State) => Object.fromEntries(columns.map((column) => [column, state[column] ?? null]));
  const entry = {
    ...act,
    subject: 'reader',
    subjectId: readerId,
    before: of(was),
    after: of(is),
    undoes: null,
  } as const;
  return addEntry(tx, entry, now);
}

async function carryOut(tx: Tx, readerId: number, action: ReaderAction, now: Date): Promise<void> {
  switch (action.kind) {
    case 'ban':
      return setBanned(tx, readerId, now, action.until);
    case 'unban':
      return setBanned(tx, readerId, null, null);
    case 'teen-off':
      return clearPin(tx, readerId);
    case 'keep':
      return cancelErasure(tx, readerId);
    case 'end-sessions':
      return endSessions(tx, readerId);
    case 'erase':
      await eraseAt(tx, readerId, action.at);
      return endSessions(tx, readerId);
    case 'phone':
      await setTelephone(tx, readerId, action.telephone, now).catch((error: unknown) => {
        throw isTaken(error) ? new Refusal('phoneTaken', null, '这个号码已经是另一位读者的') : error;
      });
      return endSessions(tx, readerId);
  }
}

async function endSessions(tx: Tx, readerId: number): Promise<void> {
  await endAllSessions(tx, readerId);
  await forgetDevices(tx, readerId);
}

/** The logged state. It contains no name and no telephone number. */
function stateOf(reader: ManagedReader, now: Date): State {
  const { bannedUntil, erasesAt, teen, sessions } = reader;
  const banned = isBanned(reader, now);
  const banned_until = banned ? (bannedUntil?.toISOString() ?? null) : null;
  return { banned, banned_until, erases_at: erasesAt?.toISOString() ?? null, teen, sessions };
}
