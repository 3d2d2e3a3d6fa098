import { useState } from 'react';
import { chargeCancel, chargeItem, chargeLog } from '#contract/calls/wallet';
import { buttonClass } from '../../../../ui/button.tsx';
import { moneyText } from '../../../features/buying/yuan/money-text.ts';
import { ScreenLink } from '../../../features/navigation/screen-link/screen-link.tsx';
import { toast } from '../../../notices.ts';
import { orderPath } from '../../../paths.ts';
import { session } from '../../../runtime/browser.ts';
import { queryClient, useCall } from '../../../runtime/queries/queries.ts';
import { CallError, request } from '../../../runtime/request.ts';
import { continuePayment } from '../order/continued.ts';

const QUIET = 'min-h-11 px-2 text-sm text-soft disabled:opacity-50';

/** The latest order that is still to be paid, or to be granted. */
export function UnfinishedOrder() {
  const { data } = useCall(chargeLog, { size: 10 }, { staleMs: 0 });
  const { busy, cancel } = useCancel();
  const latest = data?.list.find(({ state }) => state === 'created' || state === 'paid');
  if (!latest) return null;
  const { orderId, amount, currency, state } = latest;
  const isUnpaid = state === 'created';
  return (
    <section
      aria-label="未完成的订单"
      className="mt-4 flex items-center gap-1 rounded-2xl py-1 pr-2 pl-4 ring-1 ring-line ring-inset"
    >
      <p className="min-w-0 flex-1 text-sm">
        有一笔 {moneyText(amount, currency)} {isUnpaid ? '待支付' : '已支付，正在到账'}
      </p>
      {isUnpaid && (
        <button type="button" className={QUIET} disabled={busy} onClick={() => cancel(orderId)}>
          取消
        </button>
      )}
      <ScreenLink
        to={orderPath(orderId)}
        onClick={() => isUnpaid && continuePayment(orderId)}
        className={buttonClass('quiet', 'px-2! text-accent!')}
      >
        {isUnpaid ? '继续' : '查看'}
      </ScreenLink>
    </section>
  );
}

/** Cancels one order at a time. */
function useCancel() {
  const [busy, setBusy] = useState(false);
  const cancel = async (orderId: string) => {
    setBusy(true);
    try {
      const { state } = await request(chargeCancel, { orderId });
      toast(state === 'closed' ? '已取消' : '这一笔已经付过了');
      if (state !== 'closed') void session.refetchProfile();
    } catch (error) {
      // A toast has shown the reason.
      if (!(error instanceof CallError)) throw error;
    } finally {
      for (const { path } of [chargeLog, chargeItem]) void queryClient.invalidateQueries({ queryKey: [path] });
      setBusy(false);
    }
  };
  return { busy, cancel: (orderId: string) => void cancel(orderId) };
}
