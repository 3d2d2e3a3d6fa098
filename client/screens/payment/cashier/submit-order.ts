import type { DataOf } from '#contract/call';
import { chargeItem, chargeSubmit } from '#contract/calls/wallet';
import {
  loginRequired,
  paymentUnavailable,
  priceChanged,
  productUnavailable,
  spendingLimitReached,
  teenModeForbids,
} from '#contract/codes';
import { isAnswered, sendOnce } from '../../../features/buying/idempotency-key.ts';
import { yuanText } from '../../../features/buying/yuan/yuan-text.ts';
import { queryClient } from '../../../runtime/queries/queries.ts';
import { CallError, refusalData } from '../../../runtime/request.ts';
import type { Scene } from '../scene.ts';

export type Submission = { itemId: number; channel: string; scene: Scene; expect: number; back: string };

/** The screen shows these messages beside the button. */
const EXPLAINED = [paymentUnavailable, productUnavailable, spendingLimitReached, teenModeForbids];

/** Places an order, once even if it is sent several times. Resolves to the next step. */
export function submitOrder(submission: Submission): Promise<DataOf<typeof chargeSubmit>> {
  const { itemId, channel, expect } = submission;
  return sendOnce(chargeSubmit, `${itemId} ${channel} ${expect}`, submission, { expected: EXPLAINED });
}

/** Why an order was not placed, as text. Refetches the offers if they have changed. */
export function submitProblem(error: unknown): string {
  if (!isAnswered(error)) return '没有收到回应。再按一次会接着刚才这一笔，不会重复下单。';
  if (error.code === loginRequired) return '登录后才能充值';
  if ([priceChanged, productUnavailable, paymentUnavailable, spendingLimitReached].includes(error.code)) {
    void queryClient.invalidateQueries({ queryKey: [chargeItem.path] });
  }
  const limits = refusalData(chargeSubmit, spendingLimitReached, error);
  if (limits && limits.unpaid > 0) return `请先付掉或取消待支付的 ${yuanText(limits.unpaid)}`;
  return error.code === priceChanged ? '价格刚刚变了，请看过新的价格再支付' : error.message;
}

/** Whether nothing can be bought here at all. */
export function isForbidden(error: unknown): boolean {
  return error instanceof CallError && error.code === teenModeForbids;
}
