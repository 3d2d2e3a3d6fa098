import type { Pool } from 'pg';
import * as calls from '#contract/console/orders';
import { PERMISSIONS } from '#contract/console/roles';
import type { StaffCtx } from '../../../core/dispatch/ctx.ts';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import { refuse } from '../../../core/refusal/refusal.ts';
import {
  approvableFrom,
  findOrder,
  findRefundRequest,
  listRefundRequests,
  type RefundRequest,
  rejectRefund,
  type Shop,
} from '../../../modules/shop/shop.ts';
import { actorNames, readPeople, staffActor } from '../../../modules/staff/staff.ts';
import { refusing } from './refunds.ts';

type Parts = { pool: Pool; shop: Pick<Shop, 'approveRefund'> };

/** Large refunds, which a second person approves. */
export function requestCalls({ pool, shop }: Parts): Served[] {
  /** When the caller can approve a request. */
  async function approvable({ caller, now }: StaffCtx) {
    const may = (await readPeople(pool, now)).filter(
      ({ role, state }) => state === 'active' && PERMISSIONS[role].includes('money'),
    );
    return (request: RefundRequest) => approvableFrom(request, staffActor(caller.personId), may.length === 1);
  }

  return [
    serve(calls.refundRequests, async (ctx) => {
      const [nameOf, approvableAt] = [await actorNames(pool), await approvable(ctx)];
      const list = (await listRefundRequests(pool)).map((request) => {
        const { id, orderNo, amount, currency, takesBack, note, actor, createdAt } = request;
        return {
          id,
          orderNo,
          amount,
          currency,
          takesBack,
          reason: note,
          actorName: nameOf(actor),
          at: createdAt.toISOString(),
          approvableFrom: approvableAt(request)?.toISOString() ?? null,
        };
      });
      return { list };
    }),
    serve(calls.approveRefund, async (ctx, { id, refundNo, taken }) => {
      const request = (await findRefundRequest(pool, id)) ?? refuse('requestNotFound');
      const from = (await approvable(ctx))(request);
      if (from === null || from > ctx.now) refuse('secondPersonRequired');
      const order = (await findOrder(pool, request.orderNo)) ?? refuse('requestNotFound');
      const approval = { actor: staffActor(ctx.caller.personId), confirmed: { no: refundNo, taken } };
      const isDone = await refusing(order, shop.approveRefund(request, approval, ctx.now));
      return isDone ? {} : refuse('requestNotFound');
    }),
    serve(calls.rejectRefund, async ({ caller, now }, { id }) => {
      const request = (await findRefundRequest(pool, id)) ?? refuse('requestNotFound');
      const isDone = await rejectRefund(pool, request, staffActor(caller.personId), now);
      return isDone ? {} : refuse('requestNotFound');
    }),
  ];
}
