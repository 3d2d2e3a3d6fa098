import { useFilter } from '../parts/filter.ts';
import { countText, yuanText } from '../parts/numbers.ts';
import { Card } from '../parts/page.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { Select } from '../parts/select.tsx';
import { COMIC_ORDERS, type Figures, hasMoney, percentText, shortDay } from './definitions.ts';

type Comic = Figures['comics'][number];
type Source = Figures['sources'][number];
type Cohort = Figures['retention'][number];

export function ComicsCard({ data: { comics, wholeDays } }: { data: Figures }) {
  const { get, set } = useFilter();
  const columns: Column<Comic>[] = [
    { title: '漫画', cell: ({ title, comicId }) => title ?? `漫画 ${comicId}（已删除）` },
    {
      title: '日均读者',
      isNumber: true,
      cell: ({ readers }) => countText(Math.round(readers / Math.max(1, wholeDays))),
    },
    { title: '阅读', isNumber: true, cell: ({ views }) => countText(views) },
    { title: '读完率', isNumber: true, cell: ({ finished, views }) => percentText(finished, views) },
    { title: '看到付费话', isNumber: true, cell: ({ seen }) => countText(seen) },
    { title: '打开购买', isNumber: true, cell: ({ panels }) => countText(panels) },
    { title: '解锁', isNumber: true, cell: ({ unlocks }) => countText(unlocks) },
    { title: '漫币', isNumber: true, cell: ({ coins }) => countText(coins) },
    { title: '赠币', isNumber: true, cell: ({ bonus }) => countText(bonus) },
    { title: '阅读券', isNumber: true, cell: ({ tickets }) => countText(tickets) },
  ];
  return (
    <Card
      title="漫画"
      hint="前五十部，到昨天为止；读者在几天之间不相加，所以列的是日均"
      actions={
        <Select
          label="排序"
          value={get('order') || 'views'}
          options={COMIC_ORDERS}
          onChange={({ target }) => set('order', target.value)}
        />
      }
    >
      {comics.length === 0 ? (
        <p className="text-soft">这段时间没有人阅读。</p>
      ) : (
        <Rows label="漫画" rows={comics} columns={columns} keyOf={({ comicId }) => comicId} />
      )}
    </Card>
  );
}

export function SourcesCard({ data }: { data: Figures }) {
  const { sources, wholeDays } = data;
  const columns: Column<Source>[] = [
    {
      title: '来源',
      cell: ({ source }) => <span className="break-all">{source === null ? '（其余）' : source || '（没有）'}</span>,
    },
    {
      title: '日均读者',
      isNumber: true,
      cell: ({ readers }) => countText(Math.round(readers / Math.max(1, wholeDays))),
    },
    { title: '新读者', isNumber: true, cell: ({ newReaders }) => countText(newReaders) },
    { title: '注册', isNumber: true, cell: ({ registered }) => countText(registered) },
    { title: '阅读', isNumber: true, cell: ({ views }) => countText(views) },
    { title: '解锁', isNumber: true, cell: ({ unlocks }) => countText(unlocks) },
  ];
  if (hasMoney(data))
    columns.push({
      title: '净充值',
      isNumber: true,
      cell: ({ cashFen = 0, refundedFen = 0 }) => yuanText(cashFen - refundedFen),
    });
  return (
    <Card title="来源" hint="读者第一次打开的地址里的 u，没有时是从哪个网站点进来的；到昨天为止">
      {sources.length === 0 ? (
        <p className="text-soft">这段时间没有读者。</p>
      ) : (
        <Rows label="来源" rows={sources} columns={columns} keyOf={({ source }) => source ?? '其余'} />
      )}
    </Card>
  );
}

export function RetentionCard({ data: { retention } }: { data: Figures }) {
  const share = (part: number | null, began: number) => {
    if (part === null) return <span className="text-soft">还没到</span>;
    return began === 0 ? '—' : `${((part / began) * 100).toFixed(1)}%（${countText(part)}）`;
  };
  const columns: Column<Cohort>[] = [
    { title: '第一次来', cell: ({ firstDay }) => shortDay(firstDay) },
    { title: '当天读过', isNumber: true, cell: ({ began }) => countText(began) },
    { title: '次日', isNumber: true, cell: ({ day1, began }) => share(day1, began) },
    { title: '7 日', isNumber: true, cell: ({ day7, began }) => share(day7, began) },
    { title: '30 日', isNumber: true, cell: ({ day30, began }) => share(day30, began) },
  ];
  return (
    <Card
      title="留存"
      hint="某天第一次来、当天有阅读的读者里，1、7、30 天之后那一天又有阅读的。换了设备又没有登录的算另一位，所以比实际略低"
    >
      {retention.length === 0 ? (
        <p className="text-soft">还没有：过完一天才有。</p>
      ) : (
        <Rows label="留存" rows={retention.toReversed()} columns={columns} keyOf={({ firstDay }) => firstDay} />
      )}
    </Card>
  );
}

export function HoursCard({ data }: { data: Figures }) {
  const { hours } = data;
  const columns: Column<Figures['hours'][number]>[] = [
    { title: '到', cell: ({ hour }) => `${hour} 点` },
    { title: '读者', isNumber: true, cell: ({ readers }) => countText(readers) },
    { title: '新读者', isNumber: true, cell: ({ newReaders }) => countText(newReaders) },
    { title: '阅读', isNumber: true, cell: ({ views }) => countText(views) },
    { title: '解锁', isNumber: true, cell: ({ unlocks }) => countText(unlocks) },
  ];
  if (hasMoney(data)) columns.push({ title: '净充值', isNumber: true, cell: ({ netFen = 0 }) => yuanText(netFen) });
  return (
    <Card title="今天每小时" hint="今天从零点到各个整点一共有多少，整点后十分钟之内记下">
      {hours.length === 0 ? (
        <p className="text-soft">今天还没有记下。</p>
      ) : (
        <Rows label="今天每小时" rows={hours} columns={columns} keyOf={({ hour }) => hour} />
      )}
    </Card>
  );
}

export function WaitFreeCard({ data: { waitFree } }: { data: Figures }) {
  if (!waitFree) return null;
  const { uses, readers, buyers } = waitFree;
  return (
    <Card title="等就免费" hint="在这段时间用等就免费打开过一话的读者中，7 天内购买过同一部漫画的人数">
      <p>
        打开 {countText(uses)} 话，{countText(readers)} 位读者；其中 {countText(buyers)} 位接着购买（
        {((buyers / Math.max(1, readers)) * 100).toFixed(1)}%）。
      </p>
    </Card>
  );
}

export function MissesCard({ data: { misses } }: { data: Figures }) {
  const columns: Column<Figures['misses'][number]>[] = [
    { title: '词', cell: ({ word }) => <span className="break-all">{word}</span> },
    { title: '次数', isNumber: true, cell: ({ askers }) => countText(askers) },
    { title: '最近', isNumber: true, cell: ({ lastDay }) => shortDay(lastDay) },
  ];
  return (
    <Card title="搜不到的词" hint="最近三十天搜过、至今什么也搜不到的词；一个地址、一个词、一天算一次">
      {misses.length === 0 ? (
        <p className="text-soft">没有搜不到的词。</p>
      ) : (
        <Rows label="搜不到的词" rows={misses} columns={columns} keyOf={({ word }) => word} />
      )}
    </Card>
  );
}
