import { countText } from '../parts/numbers.ts';
import { Card } from '../parts/page.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { type Figures, percentText } from './definitions.ts';

type Step = { title: string; means: string; count: number; before: number | null };

/** How many of those who reach a chapter with a price buy and read it, and how many finish what they open. */
export function FunnelCard({ data: { days, today } }: { data: Figures }) {
  const sum = (of: (day: Figures['days'][number]) => number) => days.reduce((all, day) => all + of(day), 0);
  const seen = sum((day) => day.seen);
  const panels = sum((day) => day.panels);
  const unlocks = sum((day) => day.unlocks);
  const finished = sum((day) => day.finished);
  const views = sum((day) => day.views);
  const steps: Step[] = [
    { title: '看到付费话', means: '读到它的前一话末尾，或打开了它', count: seen, before: null },
    { title: '打开购买', means: '打开了购买的面板，或买了', count: panels, before: seen },
    { title: '解锁', means: '买下的话，批量买的各算一次', count: unlocks, before: panels },
    { title: '读完买的话', means: '以前买的也算', count: sum((day) => day.finishedBought), before: unlocks },
  ];
  const columns: Column<Step>[] = [
    { title: '一步', cell: ({ title }) => title },
    { title: '怎样算', cell: ({ means }) => means },
    { title: '次数', isNumber: true, cell: ({ count }) => countText(count) },
    {
      title: '占上一步',
      isNumber: true,
      cell: ({ count, before }) => (before === null ? '' : percentText(count, before)),
    },
  ];
  const closed = days.filter(({ day, weekReaders }) => day !== today && weekReaders !== null).at(-1);
  return (
    <Card title="从看到付费话到读完" hint="一位读者、一话、一天算一次；没有记下是谁">
      <Rows label="从看到付费话到读完" rows={steps} columns={columns} keyOf={({ title }) => title} />
      <dl className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Fact name="读完率" value={percentText(finished, views)} />
        <Fact name="读完 / 打开" value={`${countText(finished)} / ${countText(views)}`} />
        <Fact name="周活跃" value={closed ? countText(closed.weekReaders ?? 0) : '没有'} />
        <Fact name="月活跃" value={closed ? countText(closed.monthReaders ?? 0) : '没有'} />
      </dl>
      <p className="mt-2 text-sm text-soft">
        周活跃与月活跃：到{closed ? ` ${closed.day} ` : '那天'}为止 7 天、30
        天里打开过网站的读者，各算一次，不论读没读。
      </p>
    </Card>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="text-lg font-semibold">{value}</dd>
    </div>
  );
}
