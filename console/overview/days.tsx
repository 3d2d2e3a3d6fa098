import type { DataOf } from '#contract/call';
import type { overview } from '#contract/console/overview';
import { countText, yuanText } from '../parts/numbers.ts';
import { Card } from '../parts/page.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { timeText } from '../parts/time.ts';

type Overview = DataOf<typeof overview>;
type Day = Overview['days'][number];
type Figures = Omit<Day, 'day'>;
type Figure = { name: keyof Figures; title: string; text(value: number): string };

const FIGURES: readonly Figure[] = [
  { name: 'readers', title: '读者', text: countText },
  { name: 'newReaders', title: '新读者', text: countText },
  { name: 'views', title: '阅读', text: countText },
  { name: 'unlocks', title: '解锁', text: countText },
  { name: 'netFen', title: '净充值', text: yuanText },
];

/** The figures that an answer has: some roles are not allowed to see money. */
const figuresIn = (figures: Figures | undefined) => FIGURES.filter(({ name }) => figures?.[name] !== undefined);
const textOf = ({ name, text }: Figure, figures: Figures) => text(figures[name] ?? 0);

/** Today so far beside the same hours of last week. */
export function SoFar({ soFar: { hour, today, lastWeek } }: { soFar: NonNullable<Overview['soFar']> }) {
  const columns: Column<Figure>[] = [
    { title: '', cell: ({ title }) => title },
    { title: `今天到 ${hour} 点`, isNumber: true, cell: (figure) => textOf(figure, today) },
    {
      title: `上周同一天到 ${hour} 点`,
      isNumber: true,
      cell: (figure) => (lastWeek ? textOf(figure, lastWeek) : '没有'),
    },
    {
      title: '相比',
      isNumber: true,
      cell: ({ name }) => (lastWeek ? changeText(today[name] ?? 0, lastWeek[name] ?? 0) : ''),
    },
  ];
  return (
    <Card title="今天与上周同一时刻" hint={lastWeek ? undefined : '上周这一天的这个小时没有记下，下周起可以比较'}>
      <Rows label="今天与上周同一时刻" rows={figuresIn(today)} columns={columns} keyOf={({ name }) => name} />
    </Card>
  );
}

function changeText(now: number, before: number): string {
  if (before === 0) return now === 0 ? '持平' : '—';
  const percent = Math.round(((now - before) / Math.abs(before)) * 100);
  if (percent === 0) return '持平';
  return percent > 0 ? `+${percent}%` : `${percent}%`;
}

/** The last seven days; today, which is not over, is hatched. */
export function Days({ days, computedAt }: Pick<Overview, 'days' | 'computedAt'>) {
  const today = days.at(-1)?.day;
  const columns: Column<Day>[] = [
    { title: '日期', cell: ({ day }) => (day === today ? '今天到现在' : day.slice(5)) },
    ...figuresIn(days[0]).map((figure): Column<Day> => {
      return { title: figure.title, isNumber: true, cell: (row) => textOf(figure, row) };
    }),
  ];
  return (
    <Card title="最近七天" hint={`北京时间；今天的到 ${timeText(computedAt).slice(11)} 为止`}>
      {days.length === 0 ? (
        <p className="text-soft">还没有数字：有读者来过之后才有。</p>
      ) : (
        <Rows
          label="最近七天"
          rows={days.toReversed()}
          columns={columns}
          keyOf={({ day }) => day}
          isHatched={({ day }) => day === today}
        />
      )}
    </Card>
  );
}
