import type { Pool } from 'pg';
import * as calls from '#contract/console/adjusting';
import { transaction } from '../../core/db/db.ts';
import { type Served, serve } from '../../core/dispatch/dispatch.ts';
import { refuse } from '../../core/refusal/refusal.ts';
import { findReader, lockReader } from '../../modules/account/account.ts';
import { actorNames, approvals, staffActor } from '../../modules/staff/staff.ts';
import {
  adjustAlone,
  approveAdjustment,
  findAdjustmentRequest,
  listAdjustmentRequests,
  previewAdjustment,
  readBalances,
  rejectAdjustment,
} from '../../modules/wallet/wallet.ts';

/** Corrections of readers' balances by staff. A second person approves large ones. */
export function adjustingCalls(pool: Pool): Served[] {
  return [
    serve(calls.previewAdjustment, async ({ now }, { id, asset, amount }) => {
      if (!(await findReader(pool, id))) return refuse('readerNotFound');
      const plan = await previewAdjustment(pool, id, { asset, amount }, now);
      const { was, becomes, reverses, owed, gone } = plan;
      return { was, becomes, reverses: reverses !== null, owed, gone };
    }),

    serve(calls.adjustBalance, async ({ caller, now }, { id, asset, amount, days, reason, key, owed, gone }) => {
      const actor = staffActor(caller.personId);
      const wish = { asset, amount, days, actor, reason, accepts: { owed, gone } };
      const waits = await transaction(pool, async (tx) => {
        if (!(await lockReader(tx, id))) refuse('readerNotFound');
        return adjustAlone(tx, id, key, wish, now);
      });
      return { balances: await readBalances(pool, id, now), waits };
    }),

    serve(calls.adjustmentRequests, async (ctx) => {
      const [nameOf, approvableAt] = [await actorNames(pool), await approvals(pool, ctx, 'readers')];
      const list = (await listAdjustmentRequests(pool)).map((request) => {
        const { id, readerId, asset, amount, days, reason, actor, createdAt } = request;
        const from = approvableAt(request)?.toISOString() ?? null;
        const at = createdAt.toISOString();
        return { id, readerId, asset, amount, days, reason, actorName: nameOf(actor), at, approvableFrom: from };
      });
      return { list };
    }),

    serve(calls.approveAdjustment, async (ctx, { id, owed, gone }) => {
      const request = (await findAdjustmentRequest(pool, id)) ?? refuse('requestNotFound');
      const from = (await approvals(pool, ctx, 'readers'))(request);
      if (from === null || from > ctx.now) refuse('secondPersonRequired');
      const approval = { actor: staffActor(ctx.caller.personId), accepts: { owed, gone } };
      const isDone = await transaction(pool, async (tx) => {
        if (!(await lockReader(tx, request.readerId))) refuse('readerNotFound');
        return approveAdjustment(tx, request, approval, ctx.now);
      });
      return isDone ? {} : refuse('requestNotFound');
    }),

    serve(calls.rejectAdjustment, async ({ caller, now }, { id }) => {
      const request = (await findAdjustmentRequest(pool, id)) ?? refuse('requestNotFound');
      const actor = staffActor(caller.personId);
      const isDone = await transaction(pool, (tx) => rejectAdjustment(tx, request, actor, now));
      return isDone ? {} : refuse('requestNotFound');
    }),
  ];
}
