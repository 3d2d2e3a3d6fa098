import type { DataOf } from '#contract/call';
import { billList, billReconcile, unmatchedNotifications } from '#contract/console/bills';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useFilter } from '../../parts/filter.ts';
import { LoadMore } from '../../parts/load-more.tsx';
import { Card, Loaded, Problem } from '../../parts/page.tsx';
import { type Column, Rows } from '../../parts/rows.tsx';
import { timeText } from '../../parts/time.ts';
import { showDone } from '../../runtime/done-notice.ts';
import { useAnswer, useChange } from '../../runtime/queries.ts';
import { MonthSelect, monthOf } from '../books/month-select.tsx';
import { resultText } from '../orders/words.ts';
import { UploadBill } from './upload-bill.tsx';

type Answer = DataOf<typeof billList>;
export type Bill = Answer['list'][number];
type Notification = DataOf<typeof unmatchedNotifications>['list'][number];

const STATES = { awaited: '还没有账单', read: '还没有核对', matched: '相符', different: '有不符' } as const;

export function billState({ state, fault }: Bill): string {
  return state === 'awaited' && fault !== null ? '账单读不到，会再试' : STATES[state];
}

/** The bills of a month, and notifications that fit no order. */
export function Bills() {
  const { get } = useFilter();
  const query = useAnswer(billList, { month: monthOf(get) });
  return (
    <>
      <MonthSelect />
      <Loaded query={query}>
        {(answer) => (
          <>
            <CompareNow answer={answer} />
            <UploadBill channels={answer.channels} lastDay={answer.lastDay} />
            {answer.list.length === 0 ? (
              <EmptyState title="这个月没有账单" hint="漫屿开着时，每天上午十点半后自动核对前一天的" />
            ) : (
              <Rows
                label="账单"
                rows={answer.list}
                columns={COLUMNS}
                keyOf={({ day, channel }) => day + channel.id}
                linkOf={({ day, channel }) => `/money/bills/${channel.id}/${day}`}
              />
            )}
          </>
        )}
      </Loaded>
      <Card title="对不上订单的通知" hint="渠道说收了钱，但与订单不符：到渠道的后台按号码查；保留一周">
        <LoadMore call={unmatchedNotifications} filter={{}}>
          {(list) =>
            list.length === 0 ? (
              <p className="text-soft">没有。</p>
            ) : (
              <Rows label="对不上订单的通知" rows={list} columns={NOTIFICATIONS} keyOf={({ id }) => id} />
            )
          }
        </LoadMore>
      </Card>
    </>
  );
}

/** Compares the last day again; other days are compared on their own pages. */
function CompareNow({ answer: { channels, lastDay, list } }: { answer: Answer }) {
  const change = useChange(billReconcile, ({ bill: { channel, day, differences } }) =>
    showDone(`${channel.name} ${day}：${differences === 0 ? '相符' : `${differences} 笔不符`}`),
  );
  const missing = channels.filter(({ id }) => !list.some(({ channel, day }) => channel.id === id && day === lastDay));
  if (missing.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      {missing.map(({ id, name }) => (
        <Button
          key={id}
          look="tinted"
          disabled={change.isPending}
          onClick={() => change.mutate({ channel: id, day: lastDay })}
        >
          核对{name} {lastDay.slice(5)} 的账单
        </Button>
      ))}
      <Problem error={change.error} />
    </div>
  );
}

const COLUMNS: readonly Column<Bill>[] = [
  { title: '日期', cell: ({ day }) => day },
  { title: '渠道', cell: ({ channel }) => channel.name },
  {
    title: '结果',
    cell: (bill) => <span className={bill.state === 'matched' ? '' : 'text-warm'}>{billState(bill)}</span>,
  },
  { title: '收款', isNumber: true, cell: ({ payments }) => payments },
  { title: '退款', isNumber: true, cell: ({ refunds }) => refunds },
  { title: '相符', isNumber: true, cell: ({ matched }) => matched },
  { title: '不符', isNumber: true, cell: ({ differences }) => differences },
];

const NOTIFICATIONS: readonly Column<Notification>[] = [
  { title: '号码', cell: ({ about }) => <span className="font-mono text-sm break-all">{about}</span> },
  { title: '渠道', cell: ({ channel }) => channel.name },
  { title: '为什么', cell: ({ result }) => resultText(result) },
  { title: '次数', isNumber: true, cell: ({ times }) => times },
  { title: '最近', cell: ({ at }) => timeText(at) },
];
