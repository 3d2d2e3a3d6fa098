import { figures, figuresExport } from '#contract/console/figures';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ExportButton } from '../parts/export-button.tsx';
import { useFilter } from '../parts/filter.ts';
import { Loaded, Page } from '../parts/page.tsx';
import { Select } from '../parts/select.tsx';
import { useAnswer } from '../runtime/queries.ts';
import { DaysCard } from './days-card.tsx';
import { COMIC_ORDERS } from './definitions.ts';
import { FunnelCard } from './funnel-card.tsx';
import { addDays, PRESETS, spanOf, todayOf } from './span.ts';
import { ComicsCard, HoursCard, MissesCard, RetentionCard, SourcesCard, WaitFreeCard } from './tables.tsx';

const TABLES = [
  ['days', '每天'],
  ['comics', '漫画'],
  ['sources', '来源'],
] as const;

/** The figures of a span of days, which is in the address. */
export function FiguresPage() {
  const { get } = useFilter();
  const span = spanOf(get, todayOf(new Date()));
  const [order] = COMIC_ORDERS.find(([each]) => each === get('order')) ?? COMIC_ORDERS[0];
  const query = useAnswer(figures, { ...span, order });
  const [table, name] = TABLES.find(([each]) => each === get('table')) ?? TABLES[0];
  const fileName = `${name} ${span.from} 至 ${span.to}.csv`;
  return (
    <Page title="数据" actions={<ExportButton call={figuresExport} payload={{ ...span, table }} fileName={fileName} />}>
      <SpanPicker span={span} table={table} />
      <Loaded query={query}>
        {(data) => (
          <>
            <DaysCard data={data} />
            <FunnelCard data={data} />
            <HoursCard data={data} />
            <ComicsCard data={data} />
            <SourcesCard data={data} />
            <RetentionCard data={data} />
            <WaitFreeCard data={data} />
            <MissesCard data={data} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function SpanPicker({ span: { from, to }, table }: { span: { from: string; to: string }; table: string }) {
  const { set, setMany } = useFilter();
  const today = todayOf(new Date());
  const show = (first: string, last: string) => setMany({ from: first, to: last });
  return (
    <div className="grid gap-3 rounded-2xl bg-raised p-4 ring-1 ring-line sm:grid-cols-[1fr_1fr_1fr_auto] sm:items-end sm:p-6">
      <TextField label="从" type="date" value={from} max={to} onText={(text) => show(text, to)} />
      <TextField label="到" type="date" value={to} max={today} onText={(text) => show(from, text)} />
      <Select label="导出哪张表" value={table} options={TABLES} onChange={({ target }) => set('table', target.value)} />
      <div className="flex gap-2">
        {PRESETS.map((days) => (
          <Button
            key={days}
            look={to === today && from === addDays(today, 1 - days) ? 'primary' : 'tinted'}
            className="px-4"
            onClick={() => show(addDays(today, 1 - days), today)}
          >
            {days} 天
          </Button>
        ))}
      </div>
    </div>
  );
}
