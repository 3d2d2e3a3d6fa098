import { chargeLog } from '#contract/calls/wallet';
import { buttonClass } from '../../../../ui/button.tsx';
import { moneyText } from '../../../features/buying/yuan/money-text.ts';
import { ScreenLink } from '../../../features/navigation/screen-link/screen-link.tsx';
import { orderPath } from '../../../paths.ts';
import { useCall } from '../../../runtime/queries/queries.ts';
import { continuePayment } from '../order/continued.ts';
import { useCancel } from '../order/use-cancel.ts';

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
        <button type="button" className={QUIET} disabled={busy} onClick={() => void cancel(orderId)}>
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
