import type { Pool } from 'pg';
import * as calls from '#contract/console/reader-access';
import { paths } from '#contract/paths';
import { transaction } from '../../core/db/db.ts';
import { type Served, serve } from '../../core/dispatch/dispatch.ts';
import { refuse } from '../../core/refusal/refusal.ts';
import { type Account, findReader, offerPasswordLink } from '../../modules/account/account.ts';
import { addEntry } from '../../modules/audit/audit.ts';
import { staffActor } from '../../modules/staff/staff.ts';
import { changeReader, REVEAL } from './reader-view.ts';

const GRACE_MS = 7 * 24 * 3600 * 1000;

/** The calls for the access to an account and for the data of a reader. */
export function readerAccessCalls(pool: Pool, account: Account): Served[] {
  /** Logs that somebody saw data of a reader. */
  async function logSight(personId: number, action: string, id: number, reason: string, now: Date): Promise<void> {
    const act = { actor: staffActor(personId), action, reason, undoes: null };
    const entry = { ...act, subject: 'reader', subjectId: id, before: {}, after: {} } as const;
    await transaction(pool, (tx) => addEntry(tx, entry, now));
  }

  return [
    serve(calls.revealPhone, async ({ caller, now }, { id, reason }) => {
      const telephone = (await findReader(pool, id))?.telephone ?? refuse('readerNotFound');
      await logSight(caller.personId, REVEAL, id, reason, now);
      return { telephone };
    }),

    serve(calls.passwordLink, async ({ caller, now, from }, { id, reason }) => {
      const act = { actor: staffActor(caller.personId), action: 'reset-password', reason };
      const link = await transaction(pool, (tx) => offerPasswordLink(tx, act, id, now));
      const url = `${from.siteUrl ?? from.url}${paths.resetPassword}#${link.token}`;
      return { url, expiresAt: link.expiresAt.toISOString() };
    }),

    serve(calls.teenOff, (ctx, { id, reason }) => changeReader(pool, ctx, id, { kind: 'teen-off' }, reason)),

    serve(calls.rebindPhone, (ctx, { id, telephone, reason }) =>
      changeReader(pool, ctx, id, { kind: 'phone', telephone }, reason),
    ),

    serve(calls.eraseReader, (ctx, { id, reason, atOnce }) => {
      const at = atOnce ? ctx.now : new Date(ctx.now.getTime() + GRACE_MS);
      return changeReader(pool, ctx, id, { kind: 'erase', at }, reason);
    }),

    serve(calls.keepReader, (ctx, { id }) => changeReader(pool, ctx, id, { kind: 'keep' }, undefined)),

    serve(calls.exportReader, async ({ caller, now }, { id, reason }) => {
      if (!(await findReader(pool, id))) return refuse('readerNotFound');
      await logSight(caller.personId, 'export-reader', id, reason, now);
      return { json: JSON.stringify(await account.profile.exportData({ readerId: id }), null, 2) };
    }),
  ];
}
