import type { Pool } from 'pg';
import type { DataOf } from '#contract/call';
import type * as calls from '#contract/console/readers';
import { transaction } from '../../core/db/db.ts';
import type { StaffCtx } from '../../core/dispatch/ctx.ts';
import { refuse } from '../../core/refusal/refusal.ts';
import {
  deviceName,
  findManagedReader,
  isBanned,
  listSessions,
  type ManagedReader,
  manageReader,
  maskedTelephone,
  type ReaderAction,
} from '../../modules/account/account.ts';
import { listEntriesOf } from '../../modules/audit/audit.ts';
import { actorNames, staffActor } from '../../modules/staff/staff.ts';
import { readBalances } from '../../modules/wallet/wallet.ts';

/** The action of the audit log for a view of the whole phone number. */
export const REVEAL = 'reveal-phone';
const ENTRIES_SEARCHED = 50;
const MOST_LOOKS = 5;

/** A reader as staff see them. */
export async function viewReader(pool: Pool, id: number, now: Date): Promise<DataOf<typeof calls.viewReader>> {
  const reader = await findManagedReader(pool, id);
  if (!reader) return refuse('readerNotFound');
  const { hasPassword, teen, adult, points, erasesAt } = reader;
  const sessions = await listSessions(pool, id, null, now);
  return {
    ...viewFound(reader, now),
    hasPassword,
    teen,
    adult,
    points,
    erasesAt: erasesAt?.toISOString() ?? null,
    looks: await listLooks(pool, id),
    balances: await readBalances(pool, id, now),
    sessions: sessions.map((session) => ({
      id: session.id,
      device: deviceName(session.userAgent),
      startedAt: session.startedAt.toISOString(),
      usedAt: session.at.toISOString(),
    })),
  };
}

/** The last views of the whole phone number. */
async function listLooks(pool: Pool, id: number) {
  const of = { subject: 'reader', ids: [id] } as const;
  const entries = await listEntriesOf(pool, of, Number.MAX_SAFE_INTEGER, ENTRIES_SEARCHED);
  const nameOf = await actorNames(pool);
  return entries
    .filter(({ action }) => action === REVEAL)
    .slice(0, MOST_LOOKS)
    .map(({ at, actor, reason }) => ({ at: at.toISOString(), by: nameOf(actor), reason: reason ?? '' }));
}

/** Carries out an action of a member of staff on a reader. */
export async function changeReader(
  pool: Pool,
  { caller, now }: StaffCtx,
  id: number,
  action: ReaderAction,
  reason: string | undefined,
) {
  const act = { actor: staffActor(caller.personId), action: action.kind, reason: reason ?? null };
  await transaction(pool, (tx) => manageReader(tx, act, id, action, now));
  return viewReader(pool, id, now);
}

export function viewFound(reader: ManagedReader, now: Date): DataOf<typeof calls.findReaders>['list'][number] {
  const { readerId, nickname, username, telephone, createdAt, readerSeenAt, bannedAt, bannedUntil } = reader;
  const isShut = isBanned(reader, now);
  return {
    id: readerId,
    nickname,
    username,
    telephone: telephone && maskedTelephone(telephone),
    createdAt: createdAt.toISOString(),
    seenAt: readerSeenAt?.toISOString() ?? null,
    bannedAt: isShut ? (bannedAt?.toISOString() ?? null) : null,
    bannedUntil: isShut ? (bannedUntil?.toISOString() ?? null) : null,
  };
}
