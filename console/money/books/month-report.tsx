import type { DataOf } from '#contract/call';
import { monthExport, monthReport } from '#contract/console/books';
import { moneyText } from '#contract/currencies';
import { EmptyState } from '../../../ui/states.tsx';
import { ExportButton } from '../../parts/export-button.tsx';
import { useFilter } from '../../parts/filter.ts';
import { Card, Loaded } from '../../parts/page.tsx';
import { type Column, Rows } from '../../parts/rows.tsx';
import { useAnswer } from '../../runtime/queries.ts';
import { MonthSelect, monthOf } from './month-select.tsx';

type Report = DataOf<typeof monthReport>;
type PassSums = NonNullable<Report['passes']>;

/** The sums that were sold, given, spent and refunded in a month, and the balances at its end. */
export function MonthReport() {
  const { get } = useFilter();
  const month = monthOf(get);
  const query = useAnswer(monthReport, { month });
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <MonthSelect />
        <ExportButton call={monthExport} payload={{ month }} fileName={`月报-${month}.csv`} />
      </div>
      <Loaded query={query}>{(report) => <Tables report={report} />}</Loaded>
    </>
  );
}

const count = (value: number) => value.toLocaleString('zh-CN');
const COINS = [
  { title: '漫币', isNumber: true, cell: ({ coins }: { coins: number }) => count(coins) },
  { title: '赠币', isNumber: true, cell: ({ bonus }: { bonus: number }) => count(bonus) },
  { title: '阅读券', isNumber: true, cell: ({ tickets }: { tickets: number }) => count(tickets) },
] as const;

const LINES: readonly Column<Report['lines'][number]>[] = [
  { title: '项目', cell: ({ title }) => title },
  ...COINS,
  {
    title: '金额',
    isNumber: true,
    cell: ({ costFen }) => (costFen === null ? '无' : moneyText(costFen, 'CNY')),
  },
];
const TAKEN: readonly Column<Report['taken'][number]>[] = [
  { title: '货币', cell: ({ currency }) => currency },
  { title: '充值笔数', isNumber: true, cell: ({ topups }) => count(topups) },
  { title: '充值', isNumber: true, cell: ({ amount, currency }) => moneyText(amount, currency) },
  { title: '退款笔数', isNumber: true, cell: ({ refunds }) => count(refunds) },
  { title: '退款', isNumber: true, cell: ({ refunded, currency }) => moneyText(refunded, currency) },
  {
    title: '净收入',
    isNumber: true,
    cell: ({ amount, refunded, currency }) => moneyText(amount - refunded, currency),
  },
];
const COMICS: readonly Column<Report['comics'][number]>[] = [
  { title: '漫画', cell: ({ title, comicId }) => title || `编号 ${comicId}` },
  { title: '话数', isNumber: true, cell: ({ chapters }) => count(chapters) },
  ...COINS,
];

const PASS_LINES: readonly Column<PassSums['lines'][number]>[] = [
  { title: '项目', cell: ({ title }) => title },
  { title: '金额', isNumber: true, cell: ({ fen }) => moneyText(fen, 'CNY') },
];
const PASS_DAYS: readonly Column<PassSums['days'][number]>[] = [
  { title: '日期', cell: ({ day }) => day },
  { title: '收入', isNumber: true, cell: ({ fen }) => moneyText(fen, 'CNY') },
];

function Passes({ month, passes: { lines, days } }: { month: string; passes: PassSums }) {
  return (
    <Card title="月卡" hint="按标价算；用掉一天算一天的收入，未用的是还欠读者的">
      <Rows label={`${month} 的月卡`} rows={lines} columns={PASS_LINES} keyOf={({ title }) => title} />
      {days.length > 0 && (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center text-accent">每天的收入</summary>
          <Rows label={`${month} 每天的月卡收入`} rows={days} columns={PASS_DAYS} keyOf={({ day }) => day} />
        </details>
      )}
    </Card>
  );
}

/** Kinds of which nothing moved are left out; the file has them. */
function isShown({ coins, bonus, tickets, costFen }: Report['lines'][number]): boolean {
  return costFen !== null || coins !== 0 || bonus !== 0 || tickets !== 0;
}

function Tables({ report: { month, lines, taken, passes, comics, comicCount } }: { report: Report }) {
  return (
    <>
      <Card
        title="漫币、赠币与阅读券"
        hint="结余是全部读者手里的；金额是漫币售出时的标价，兑换码的是写明的售价，结余的按还没有用掉的比例"
      >
        <Rows
          label={`${month} 的漫币、赠币与阅读券`}
          rows={lines.filter(isShown)}
          columns={LINES}
          keyOf={({ title }) => title}
        />
      </Card>
      <Card title="收款" hint="充值（含月卡）按到账的时间，退款按退成的时间">
        {taken.length === 0 ? (
          <p className="text-soft">这个月没有收款与退款。</p>
        ) : (
          <Rows label={`${month} 的收款`} rows={taken} columns={TAKEN} keyOf={({ currency }) => currency} />
        )}
      </Card>
      {passes && passes.lines.length > 0 && <Passes month={month} passes={passes} />}
      <Card
        title="卖出的漫画"
        hint={comicCount > comics.length ? `共 ${count(comicCount)} 部，这里是前 ${comics.length} 部，导出有全部` : ''}
      >
        {comics.length === 0 ? (
          <EmptyState title="这个月没有卖出" />
        ) : (
          <Rows label={`${month} 卖出的漫画`} rows={comics} columns={COMICS} keyOf={({ comicId }) => comicId} />
        )}
      </Card>
    </>
  );
}
