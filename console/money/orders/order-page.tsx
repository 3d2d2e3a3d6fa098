import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { orderShow } from '#contract/console/orders';
import { moneyText } from '#contract/currencies';
import { Button } from '../../../ui/button.tsx';
import { Card, Loaded, Page } from '../../parts/page.tsx';
import { timeText } from '../../parts/time.ts';
import { useAnswer } from '../../runtime/queries.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { timelineOf } from './timeline.ts';
import { type OrderAnswer, PAYMENTS, REFUND_REASONS, type Refund, refundState, STATES, takenText } from './words.ts';

/** One order: its items, payments and refunds. */
export function OrderPage() {
  const { no = '' } = useParams();
  const query = useAnswer(orderShow, { no });
  const [refunds, setRefunds] = useState(false);
  const order = query.data;
  return (
    <Page
      title="订单"
      actions={
        order &&
        order.refundable > 0 && (
          <Button data-edit onClick={() => setRefunds(true)}>
            退款
          </Button>
        )
      }
    >
      <Link to="/money" className="flex min-h-11 items-center self-start text-accent">
        返回订单列表
      </Link>
      <Loaded query={query}>
        {(shown) => (
          <>
            <Bought order={shown} />
            <Money order={shown} />
            <Timeline order={shown} />
          </>
        )}
      </Loaded>
      {refunds && order && <RefundDialog order={order} onClose={() => setRefunds(false)} />}
    </Page>
  );
}

const SCENES = { pc: '电脑', mobile: '手机', wechat: '微信里' } as const;

function Bought({ order }: { order: OrderAnswer }) {
  const { no, title, state, reader, channel, scene, amount, currency, cashFen, coins, pass } = order;
  const listed = currency === 'CNY' ? '' : `（标价 ${moneyText(cashFen, 'CNY')}）`;
  const facts: [string, string][] = [
    ['订单号', no],
    ['状态', STATES[state]],
    ['商品', title],
    ['金额', moneyText(amount, currency) + listed],
    ...(pass
      ? [
          ['月卡', `${pass.days} 天${order.grantedAt === null ? '' : `，还有 ${pass.unused} 天没有开始`}`] as [
            string,
            string,
          ],
        ]
      : [['漫币', String(coins)] as [string, string], ['赠币', bonusText(order)] as [string, string]]),
    ['读者', reader === null ? '已注销' : `${reader.name}（编号 ${reader.id}）`],
    ['渠道', `${channel.name}，${SCENES[scene]}`],
  ];
  return (
    <Card title="买了什么">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 lg:grid-cols-[auto_1fr_auto_1fr]">
        {facts.map(([term, text]) => (
          <div key={term} className="contents">
            <dt className="text-soft">{term}</dt>
            <dd className="min-w-0 break-all">{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function bonusText({ bonus, firstBonus, grantedBonus }: OrderAnswer): string {
  if (grantedBonus !== null) return `${grantedBonus}（已给）`;
  return firstBonus > 0 ? `${bonus}，首次充值再加 ${firstBonus}` : String(bonus);
}

function Money({ order: { payments, refunds, currency } }: { order: OrderAnswer }) {
  return (
    <Card title="付款与退款">
      {payments.length === 0 && <p className="text-soft">还没有付款。</p>}
      <ul className="divide-y divide-line">
        {payments.map(({ transactionId, amount, currency: paidIn, refunded, state, paidAt }) => (
          <li key={transactionId} className="flex flex-col gap-1 py-3 first:pt-0 last:pb-0">
            <p>
              付款 <b className="font-medium">{moneyText(amount, paidIn)}</b>，{PAYMENTS[state]}
              {refunded > 0 && `，已退（含退款中）${moneyText(refunded, paidIn)}`}
            </p>
            <p className="text-sm break-all text-soft">
              {timeText(paidAt)}，交易号 {transactionId}
            </p>
          </li>
        ))}
        {refunds.map((refund) => (
          <RefundRow key={refund.no} refund={refund} currency={currency} />
        ))}
      </ul>
    </Card>
  );
}

function RefundRow({ refund, currency }: { refund: Refund; currency: string }) {
  const { no, amount, reason, state, actorName, note, at } = refund;
  return (
    <li className="flex flex-col gap-1 py-3 first:pt-0 last:pb-0">
      <p>
        退款 <b className="font-medium">{moneyText(amount, currency)}</b>，
        <span className={state === 'failed' ? 'text-danger' : ''}>{refundState(refund)}</span>
      </p>
      <p className="text-sm text-soft">{takenText(refund)}</p>
      <p className="text-sm break-words text-soft">
        {note === null ? REFUND_REASONS[reason] : `原因：${note}；经手：${actorName}`}
      </p>
      <p className="text-sm break-all text-soft">
        {timeText(at)}，退款号 {no}
      </p>
    </li>
  );
}

function Timeline({ order }: { order: OrderAnswer }) {
  return (
    <Card title="经过" hint="北京时间，旧的在前">
      <ol className="flex flex-col gap-2">
        {timelineOf(order).map(({ key, at, text }) => (
          <li key={key} className="grid gap-x-4 sm:grid-cols-[9.5rem_1fr]">
            <span className="text-sm text-soft sm:leading-6">{timeText(at)}</span>
            <span className="min-w-0 break-words">{text}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
