import { Link, useParams } from 'react-router';
import type { DataOf } from '#contract/call';
import { billReconcile, billShow } from '#contract/console/bills';
import { moneyText } from '#contract/currencies';
import { Button } from '../../../ui/button.tsx';
import { Card, Loaded, Page, Problem } from '../../parts/page.tsx';
import { timeText } from '../../parts/time.ts';
import { showDone } from '../../runtime/done-notice.ts';
import { useAnswer, useChange } from '../../runtime/queries.ts';
import { billState } from './bills.tsx';

type Detail = DataOf<typeof billShow>;
type Difference = Detail['differences'][number];

/** A bill of one day: its sums, the differences, and the next actions. */
export function BillPage() {
  const { channel = '', day = '' } = useParams();
  const query = useAnswer(billShow, { channel, day });
  const change = useChange(billReconcile, ({ bill: { matched, differences } }) =>
    showDone(differences === 0 ? `相符 ${matched} 笔，没有不符` : `不符 ${differences} 笔`),
  );
  return (
    <Page
      title={`${day} 的账单`}
      actions={
        <Button look="tinted" disabled={change.isPending} onClick={() => change.mutate({ channel, day })}>
          {change.isPending ? '正在核对…' : '再核对一次'}
        </Button>
      }
    >
      <Link to={`/money/bills?month=${day.slice(0, 7)}`} className="flex min-h-11 items-center self-start text-accent">
        返回账单列表
      </Link>
      <Problem error={change.error} />
      <Loaded query={query}>
        {(detail) => (
          <>
            <Summary detail={detail} />
            <Differences differences={detail.differences} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Summary({ detail: { bill, sums } }: { detail: Detail }) {
  const { channel, fault, matched, recovered, differences, reconciledAt } = bill;
  return (
    <Card title={channel.name} hint={reconciledAt === null ? '' : `${timeText(reconciledAt)} 核对`}>
      <ul className="flex flex-col gap-1">
        <li>
          {billState(bill)}
          {fault !== null && <span className="break-all text-soft">：{fault}</span>}
        </li>
        {sums.map(({ currency, payments, paid, refunds, refunded, fee }) => (
          <li key={currency}>
            收款 {payments} 笔 {moneyText(paid, currency)}，退款 {refunds} 笔 {moneyText(refunded, currency)}，手续费{' '}
            {moneyText(fee, currency)}
          </li>
        ))}
        <li>
          相符 {matched} 笔，不符 {differences} 笔
        </li>
        {recovered > 0 && <li className="text-warm">{recovered} 笔付了款而没有通知，已经到账：检查通知地址通不通</li>}
      </ul>
    </Card>
  );
}

const KINDS = { payment: '收款', refund: '退款' } as const;
const CLASSES = {
  'ours-only': '我们有，渠道没有',
  'theirs-only': '渠道有，我们没有',
  'amount-differs': '金额不同',
} as const;

function Differences({ differences }: { differences: readonly Difference[] }) {
  if (differences.length === 0) return null;
  return (
    <Card title="不符的">
      <ul className="divide-y divide-line">
        {differences.map((each) => (
          <li key={each.kind + each.no + each.currency} className="flex flex-col gap-1 py-3 first:pt-0 last:pb-0">
            <p className="text-warm">
              {KINDS[each.kind]}，{CLASSES[each.class]}
            </p>
            <p>{amountsOf(each)}</p>
            <p className="text-sm break-all text-soft">
              {timeText(each.at)}，{each.kind === 'payment' ? '交易号' : '退款号'} {each.no}
            </p>
            {each.orderNo !== '' && (
              <Link
                to={`/money?q=${encodeURIComponent(each.orderNo)}`}
                className="flex min-h-11 items-center self-start font-mono text-sm break-all text-accent"
              >
                订单 {each.orderNo}
              </Link>
            )}
            <p className="text-sm">{each.advice}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function amountsOf({ ourAmount, theirAmount, currency }: Difference): string {
  const [ours, theirs] = [ourAmount, theirAmount].map((amount) =>
    amount === null ? '没有' : ` ${moneyText(amount, currency)}`,
  );
  return `我们${ours}，渠道${theirs}`;
}
