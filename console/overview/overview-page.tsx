import type { DataOf } from '#contract/call';
import { overview } from '#contract/console/overview';
import { Card, Loaded, Page } from '../parts/page.tsx';
import { useAnswer } from '../runtime/queries.ts';

type Overview = DataOf<typeof overview>;

const STATES = { fault: '故障', warning: '要处理', note: '提示' } as const;
const LOOKS = { fault: 'text-danger', warning: 'text-warm', note: 'text-soft' } as const;

/** What needs attention, and the last days. */
export function OverviewPage() {
  const query = useAnswer(overview, {});
  return (
    <Page title="总览">
      <Loaded query={query}>
        {({ findings, days, version }) => (
          <>
            <Card title="要处理的事" hint="与 manyu doctor 的快速检查相同；完整的检查在服务器上运行 manyu doctor">
              <Findings findings={findings} />
            </Card>
            <Card title="最近七天" hint="北京时间；今天的到现在为止">
              <Days days={days} />
            </Card>
            <p className="text-sm text-soft">版本 {version}</p>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Findings({ findings }: Pick<Overview, 'findings'>) {
  if (findings.length === 0) return <p className="text-soft">一切正常，没有要处理的事。</p>;
  return (
    <ul className="divide-y divide-line">
      {findings.map(({ check, state, found, advice }) => (
        <li key={check + found} className="flex gap-3 py-3 first:pt-0 last:pb-0">
          <span className={`w-12 shrink-0 text-sm font-medium ${LOOKS[state]}`}>{STATES[state]}</span>
          <div className="min-w-0 break-words">
            <p>
              <b className="font-medium">{check}</b>：{found}
            </p>
            {advice && <p className="text-sm text-soft">{advice}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}

const HEAD = ['日期', '读者', '新读者', '阅读', '解锁', '净充值'];

function Days({ days }: Pick<Overview, 'days'>) {
  if (days.length === 0) return <p className="text-soft">还没有数字：有读者来过之后才有。</p>;
  return (
    <table className="w-full text-right text-sm sm:text-base">
      <thead className="text-soft">
        <tr>
          {HEAD.map((title) => (
            <th key={title} scope="col" className="py-2 font-normal first:text-left">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {days.toReversed().map(({ day, readers, newReaders, views, unlocks, netFen }) => (
          <tr key={day}>
            <th scope="row" className="py-2 text-left font-normal">
              {day.slice(5)}
            </th>
            {[readers, newReaders, views, unlocks].map((count, index) => (
              <td key={HEAD[index + 1]} className="py-2">
                {count.toLocaleString('zh-CN')}
              </td>
            ))}
            <td className="py-2">{yuan(netFen)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function yuan(fen: number): string {
  return `¥${(fen / 100).toLocaleString('zh-CN', { maximumFractionDigits: 2 })}`;
}
