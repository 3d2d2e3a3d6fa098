import type { Pool } from 'pg';
import type { DataOf } from '#contract/call';
import * as calls from '#contract/console/readers';
import { transaction } from '../../core/db/db.ts';
import type { StaffCtx } from '../../core/dispatch/ctx.ts';
import { type Served, serve } from '../../core/dispatch/dispatch.ts';
import { refuse } from '../../core/refusal/refusal.ts';
import {
  deviceName,
  findGovernedReader,
  findReaderByName,
  type GovernedReader,
  governReader,
  isBanned,
  listSessions,
  maskedTelephone,
  NotDone,
  type ReaderAction,
} from '../../modules/account/account.ts';
import type { Catalog } from '../../modules/catalog/catalog.ts';
import { findOrder } from '../../modules/shop/shop.ts';
import { staffActor } from '../../modules/staff/staff.ts';
import { readBalances } from '../../modules/wallet/wallet.ts';
import { createTimeline } from './timeline.ts';

const REFUSALS = {
  gone: 'readerNotFound',
  unreachable: 'readerUnreachable',
  'phone-taken': 'phoneTaken',
  banned: 'readerNotFound',
  nameless: 'readerNotFound',
} as const;

/** The console's calls to find readers, show their history and change their accounts. */
export function readerCalls({ pool, catalog }: { pool: Pool; catalog: Catalog }): Served[] {
  const readTimeline = createTimeline(pool, catalog);

  async function view(id: number, now: Date): Promise<DataOf<typeof calls.viewReader>> {
    const reader = await findGovernedReader(pool, id);
    if (!reader) return refuse('readerNotFound');
    const { hasPassword, teen, adult, points, erasesAt } = reader;
    const sessions = await listSessions(pool, id, null, now);
    return {
      ...viewFound(reader, now),
      ...{ hasPassword, teen, adult, points, erasesAt: erasesAt?.toISOString() ?? null },
      balances: await readBalances(pool, id, now),
      sessions: sessions.map((session) => ({
        id: session.id,
        device: deviceName(session.userAgent),
        startedAt: session.startedAt.toISOString(),
        usedAt: session.at.toISOString(),
      })),
    };
  }

  async function govern({ caller, now }: StaffCtx, id: number, action: ReaderAction, reason: string | undefined) {
    const act = { actor: staffActor(caller.personId), action: action.kind, reason: reason ?? null };
    await refusing(transaction(pool, (tx) => governReader(tx, act, id, action, now)));
    return view(id, now);
  }

  return [
    serve(calls.findReaders, async ({ now }, { q }) => {
      const found = await findAll(pool, q);
      return { list: found.map((reader) => viewFound(reader, now)) };
    }),
    serve(calls.viewReader, ({ now }, { id }) => view(id, now)),
    serve(calls.timeline, async ({ now }, query) => {
      if (!(await findGovernedReader(pool, query.id))) return refuse('readerNotFound');
      return readTimeline(query, now);
    }),
    serve(calls.banReader, (ctx, { id, reason, until }) => {
      const end = until === null ? null : new Date(until);
      if (end !== null && end <= ctx.now) return refuse('banEndPassed');
      return govern(ctx, id, { kind: 'ban', until: end }, reason);
    }),
    serve(calls.unbanReader, (ctx, { id, reason }) => govern(ctx, id, { kind: 'unban' }, reason)),
    serve(calls.endReaderSessions, (ctx, { id, reason }) => govern(ctx, id, { kind: 'end-sessions' }, reason)),
  ];
}

/** The readers with this id, name or phone, or who made this order. One number may be several of these. */
async function findAll(pool: Pool, q: string): Promise<GovernedReader[]> {
  const ids = [
    /^[1-9]\d{0,9}$/.test(q) ? Number(q) : null,
    (await findReaderByName(pool, q))?.readerId,
    (await findOrder(pool, q))?.readerId,
  ];
  const different = [...new Set(ids.filter((id) => typeof id === 'number'))];
  return (await Promise.all(different.map((id) => findGovernedReader(pool, id)))).filter((found) => found !== null);
}

function viewFound(reader: GovernedReader, now: Date): DataOf<typeof calls.findReaders>['list'][number] {
  const { readerId, nickname, username, telephone, createdAt, readerSeenAt, bannedAt, bannedUntil } = reader;
  const isShut = isBanned(reader, now);
  return {
    id: readerId,
    ...{ nickname, username },
    telephone: telephone && maskedTelephone(telephone),
    createdAt: createdAt.toISOString(),
    seenAt: readerSeenAt?.toISOString() ?? null,
    bannedAt: isShut ? (bannedAt?.toISOString() ?? null) : null,
    bannedUntil: isShut ? (bannedUntil?.toISOString() ?? null) : null,
  };
}

/** Turns `NotDone` errors into refusals. */
async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NotDone) refuse(REFUSALS[error.why]);
    throw error;
  }
}
