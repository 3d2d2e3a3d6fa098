import { chargeLog } from '#contract/calls/wallet';
import { buttonClass } from '../../../../ui/button.tsx';
import { RewardPicture } from '../../../../ui/reward-pictures.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { useAssetNames } from '../../../features/buying/chapters/use-asset-names.ts';
import { moneyText } from '../../../features/buying/yuan/money-text.ts';
import { TOPUP } from '../../../features/feedback/feedback-types.ts';
import { useFeedback } from '../../../features/feedback/use-feedback.tsx';
import { EndlessList } from '../../../features/listings/endless-list.tsx';
import { ScreenLink } from '../../../features/navigation/screen-link/screen-link.tsx';
import { copyText } from '../../../features/share/share.ts';
import { momentText } from '../../../features/text/format/time-text.ts';
import { toast } from '../../../notices.ts';
import { orderPath } from '../../../paths.ts';
import { useEndless } from '../../../runtime/queries/endless.ts';
import { continuePayment } from '../order/continued.ts';
import { grantText, orderText, refundText } from '../order/order-words.ts';

/** The reader's orders, the newest first. An unpaid order links to its payment. */
export function ChargeRecords() {
  const names = useAssetNames();
  const list = useEndless(chargeLog, {}, { staleMs: 0 });
  const { writeFeedback, feedbackSheet } = useFeedback();
  return (
    <>
      <EndlessList
        list={list}
        empty={{ title: '还没有充值', hint: '充值过的每一笔都会在这里。' }}
        className="flex flex-col"
        skeleton={<Skeleton className="mb-4 h-20 w-full rounded-2xl" />}
      >
        {({ orderId, title, amount, currency, coins, bonus, passDays, channel, state, refunds, at }) => (
          <li key={orderId} className="border-b border-line py-3">
            <div className="flex items-center gap-3">
              <RewardPicture kind={coins > 0 ? 'coins' : 'tickets'} className="size-7 shrink-0" />
              <span className="min-w-0 flex-1 font-medium">{title}</span>
              <span className="shrink-0 text-lg font-semibold">{moneyText(amount, currency)}</span>
            </div>
            <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-soft">
              <span className={state === 'granted' ? 'text-accent' : undefined}>{orderText({ state, refunds })}</span>
              {state === 'granted' && (
                <span className="text-accent">+{grantText({ coins, bonus, passDays }, names)}</span>
              )}
            </p>
            <p className="mt-1 text-xs text-soft">
              {momentText(at)} · {channel.test ? `${channel.name}（不会真的扣钱）` : channel.name}
            </p>
            {refunds.length > 0 && (
              <ul className="mt-1 text-sm text-soft">
                {refunds.map((refund, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: refunds are only added, at the end.
                  <li key={index}>{refundText(refund, { currency }, names)}</li>
                ))}
              </ul>
            )}
            <div className="mt-1 flex min-h-11 items-center gap-2 text-xs text-soft">
              <span className="min-w-0 flex-1">订单号 {orderId}</span>
              <button
                type="button"
                className="h-11 min-w-11 shrink-0 px-2 text-accent"
                onClick={() => void copyNumber(orderId)}
              >
                复制
              </button>
              <button
                type="button"
                className="h-11 min-w-11 shrink-0 px-2 text-accent"
                onClick={() => writeFeedback({ type: TOPUP, content: `订单号 ${orderId}：\n`, about: { orderId } })}
              >
                反馈
              </button>
              {state === 'created' && (
                <ScreenLink
                  to={orderPath(orderId)}
                  onClick={() => continuePayment(orderId)}
                  className={buttonClass('tinted')}
                >
                  继续支付
                </ScreenLink>
              )}
            </div>
          </li>
        )}
      </EndlessList>
      {feedbackSheet}
    </>
  );
}

async function copyNumber(orderId: string) {
  toast((await copyText(orderId)) ? '订单号已复制' : '没能复制，请长按选择');
}
