import { useMemo } from 'react';
import { Button } from '../../ui/button.tsx';
import { useFilter } from '../parts/filter.ts';
import { Card } from '../parts/page.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { timeText } from '../parts/time.ts';
import { Chart } from './chart.tsx';
import { type Day, type Figure, type Figures, figuresOf, shortDay } from './definitions.ts';

/** The total of each figure over the span, one figure as a line chart, and a table of all figures by day. */
export function DaysCard({ data }: { data: Figures }) {
  const { get, set } = useFilter();
  const figures = figuresOf(data);
  const shown = figures.find(({ key }) => key === get('figure')) ?? figures[0];
  const { days, today } = data;
  const points = useMemo(() => days.map((day) => ({ day: day.day, value: shown?.value(day) ?? 0 })), [days, shown]);
  const columns: Column<Day>[] = [
    { title: '日期', cell: ({ day }) => (day === today ? '今天到现在' : shortDay(day)) },
    ...figures.map((figure): Column<Day> => {
      return { title: figure.title, isNumber: true, cell: (day) => figure.text(figure.value(day)) };
    }),
  ];
  if (!shown) return null;
  return (
    <Card title="每天" hint={`北京时间；${timeText(data.computedAt)} 读出，今天的最多晚一分钟`}>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
        {figures.map((figure) => (
          <li key={figure.key}>
            <Tile figure={figure} data={data} isShown={figure === shown} onShow={() => set('figure', figure.key)} />
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-soft">
        {shown.title}：{shown.means}
      </p>
      <div className="mt-2">
        <Chart label={shown.title} days={points} isOpen={days.at(-1)?.day === today} text={shown.text} />
      </div>
      <details className="mt-4" open>
        <summary className="flex min-h-11 cursor-pointer items-center text-accent">每天的数字</summary>
        <div className="overflow-x-auto">
          <Rows
            label="每天的数字"
            rows={days.toReversed()}
            columns={columns}
            keyOf={({ day }) => day}
            isHatched={({ day }) => day === today}
          />
        </div>
      </details>
      <details className="mt-2">
        <summary className="flex min-h-11 cursor-pointer items-center text-accent">各个数字的意思</summary>
        <dl className="grid gap-2 sm:grid-cols-[8rem_1fr]">
          {figures.map(({ key, title, means }) => (
            <div key={key} className="contents">
              <dt className="font-medium">{title}</dt>
              <dd className="text-soft">{means}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Card>
  );
}

type TileProps = { figure: Figure; data: Figures; isShown: boolean; onShow(): void };

/** The sum of a figure; of people the mean of the whole days, because one reader comes on several days. */
function Tile({ figure, data: { days, today, before, wholeDays }, isShown, onShow }: TileProps) {
  const counted = figure.isPeople ? days.filter(({ day }) => day !== today) : days;
  const sum = counted.reduce((all, day) => all + figure.value(day), 0);
  const value = figure.isPeople ? Math.round(sum / Math.max(1, wholeDays)) : sum;
  return (
    <Button
      look="quiet"
      aria-pressed={isShown}
      className={`w-full flex-col items-start! rounded-xl! px-3! py-2 text-left ring-1 ${isShown ? 'ring-accent' : 'ring-line'}`}
      onClick={onShow}
    >
      <span className="text-sm">{figure.isPeople ? `日均${figure.title}` : figure.title}</span>
      <span className="text-lg font-semibold text-ink">{figure.text(value)}</span>
      {figure.before && before.days > 0 && (
        <span className="text-xs">前一段 {figure.text(before[figure.before] ?? 0)}</span>
      )}
    </Button>
  );
}
