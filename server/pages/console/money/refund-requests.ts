import type { Pool } from 'pg';
import * as calls from '#contract/console/orders';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import { refuse } from '../../../core/refusal/refusal.ts';
import {
  findOrder,
  findRefundRequest,
  listRefundRequests,
  rejectRefund,
  type Shop,
} from '../../../modules/shop/shop.ts';
import { actorNames, approvals, staffActor } from '../../../modules/staff/staff.ts';
import { refusing } from './refunds.ts';

type Parts = { pool: Pool; shop: Pick<Shop, 'approveRefund'> };

/** Large refunds, which a second person approves. */
export function requestCalls({ pool, shop }: Parts): Served[] {
  return [
    serve(calls.refundRequests, async (ctx) => {
      const [nameOf, approvableAt] = [await actorNames(pool), await approvals(pool, ctx, 'money')];
      const list = (await listRefundRequests(pool)).map((request) => {
        const { id, orderNo, amount, currency, takesBack, passDays, note, actor, createdAt } = request;
        return {
          id,
          orderNo,
          amount,
          currency,
          takesBack,
          ...(passDays > 0 && { passDays }),
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
      const from = (await approvals(pool, ctx, 'money'))(request);
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
