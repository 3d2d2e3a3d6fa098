import type { DataOf } from '#contract/call';
import { checkLedger, lastChecks } from '#contract/console/books';
import { Button } from '../../../ui/button.tsx';
import { Card, Loaded, Problem } from '../../parts/page.tsx';
import { timeText } from '../../parts/time.ts';
import { showDone } from '../../runtime/done-notice.ts';
import { useAnswer, useChange } from '../../runtime/queries.ts';

type Part = DataOf<typeof lastChecks>['parts'][number];

const PARTS: Readonly<Record<string, string>> = {
  wallet: '钱包：余额等于流水之和，借贷相等',
  shop: '订单：每张付款的订单到账一次，退款不超过付款',
  rewards: '礼包、签到与兑换码：领取、兑换与流水相符',
  membership: '月卡：天数与金额相符',
};

/** The last result of the checks of the books, and a button that checks everything now. */
export function Ledger() {
  const query = useAnswer(lastChecks, {});
  const change = useChange(checkLedger, ({ checked, parts }) => {
    const broken = parts.reduce((sum, part) => sum + part.broken.length, 0);
    showDone(broken === 0 ? `账目相符：${checked} 项` : `${checked} 项里有 ${broken} 项不符`);
  });
  return (
    <Card
      title="核对账目"
      hint="漫屿开着时每五分钟自己核对；与 manyu wallet check 相同"
      actions={
        <Button look="tinted" disabled={change.isPending} onClick={() => change.mutate({})}>
          {change.isPending ? '正在核对…' : '现在全部核对'}
        </Button>
      }
    >
      <Problem error={change.error} />
      <Loaded query={query}>
        {({ parts }) =>
          parts.length === 0 ? (
            <p className="text-soft">还没有核对过。</p>
          ) : (
            <ul className="divide-y divide-line">
              {parts.map((part) => (
                <PartRow key={part.part} part={part} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function PartRow({ part: { part, at, broken } }: { part: Part }) {
  return (
    <li className="flex flex-col gap-1 py-3 first:pt-0 last:pb-0">
      <p>{PARTS[part] ?? part}</p>
      <p className="text-sm text-soft">
        最近核对 {timeText(at)}，
        {broken.length === 0 ? '相符' : <b className="font-medium text-danger">{broken.length} 项不符</b>}
      </p>
      {broken.length > 0 && <p className="text-sm text-danger">先停止收款，查清原因再开；不要手工改账。</p>}
      {broken.map(({ name, violations }) => (
        <details key={name} className="text-sm">
          <summary className="flex min-h-11 cursor-pointer items-center text-accent">{name}</summary>
          <ul className="font-mono break-all text-soft">
            {violations.map((violation) => (
              <li key={violation}>{violation}</li>
            ))}
          </ul>
        </details>
      ))}
    </li>
  );
}
