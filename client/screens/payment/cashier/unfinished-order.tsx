import { chargeLog } from '#contract/calls/wallet';
import { buttonClass } from '../../../../ui/button.tsx';
import { moneyText } from '../../../features/buying/yuan/money-text.ts';
import { ScreenLink } from '../../../features/navigation/screen-link/screen-link.tsx';
import { orderPath } from '../../../paths.ts';
import { useCall } from '../../../runtime/queries/queries.ts';

/** The latest order that is still to be paid, or to be granted. */
export function UnfinishedOrder() {
  const { data } = useCall(chargeLog, { size: 10 }, { staleMs: 0 });
  const latest = data?.list.find(({ state }) => state === 'created' || state === 'paid');
  if (!latest) return null;
  return (
    <section aria-label="未完成的订单" className="mt-4 flex items-center gap-3 rounded-2xl p-4 ring-1 ring-line">
      <p className="min-w-0 flex-1">
        {latest.title}
        <span className="block text-sm text-soft">
          {latest.state === 'created' ? `${moneyText(latest.amount, latest.currency)} 还没有支付` : '已支付，正在到账'}
        </span>
      </p>
      <ScreenLink to={orderPath(latest.orderId)} className={buttonClass('tinted', 'shrink-0')}>
        {latest.state === 'created' ? '继续支付' : '查看'}
      </ScreenLink>
    </section>
  );
}
