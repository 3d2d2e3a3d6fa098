import type { Pool } from 'pg';
import * as calls from '#contract/console/readers';
import { type Served, serve } from '../../core/dispatch/dispatch.ts';
import { refuse } from '../../core/refusal/refusal.ts';
import { findManagedReader, findReaderByName, type ManagedReader } from '../../modules/account/account.ts';
import type { Catalog } from '../../modules/catalog/catalog.ts';
import { findOrder } from '../../modules/shop/shop.ts';
import { changeReader, viewFound, viewReader } from './reader-view.ts';
import { createTimeline } from './timeline.ts';

/** The console's calls to find readers, show their history and change their accounts. */
export function readerCalls({ pool, catalog }: { pool: Pool; catalog: Catalog }): Served[] {
  const readTimeline = createTimeline(pool, catalog);

  return [
    serve(calls.findReaders, async ({ now }, { q }) => {
      const found = await findAll(pool, q);
      return { list: found.map((reader) => viewFound(reader, now)) };
    }),
    serve(calls.viewReader, ({ now }, { id }) => viewReader(pool, id, now)),
    serve(calls.timeline, async ({ now }, query) => {
      if (!(await findManagedReader(pool, query.id))) return refuse('readerNotFound');
      return readTimeline(query, now);
    }),
    serve(calls.banReader, (ctx, { id, reason, until }) => {
      const end = until === null ? null : new Date(until);
      if (end !== null && end <= ctx.now) return refuse('banEndPassed');
      return changeReader(pool, ctx, id, { kind: 'ban', until: end }, reason);
    }),
    serve(calls.unbanReader, (ctx, { id, reason }) => changeReader(pool, ctx, id, { kind: 'unban' }, reason)),
    serve(calls.endReaderSessions, (ctx, { id, reason }) =>
      changeReader(pool, ctx, id, { kind: 'end-sessions' }, reason),
    ),
  ];
}

/** The readers with this id, name or phone, or who made this order. One number may be several of these. */
async function findAll(pool: Pool, q: string): Promise<ManagedReader[]> {
  const ids = [
    /^[1-9]\d{0,9}$/.test(q) ? Number(q) : null,
    (await findReaderByName(pool, q))?.readerId,
    (await findOrder(pool, q))?.readerId,
  ];
  const different = [...new Set(ids.filter((id) => typeof id === 'number'))];
  return (await Promise.all(different.map((id) => findManagedReader(pool, id)))).filter((found) => found !== null);
}
