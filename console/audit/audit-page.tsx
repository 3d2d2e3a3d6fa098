import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { DataOf, InputOf } from '#contract/call';
import { auditExport, auditList } from '#contract/console/staff';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Loaded, Page, Problem } from '../parts/page.tsx';
import { Select } from '../parts/select.tsx';
import { timeText } from '../parts/time.ts';
import { useChange } from '../runtime/queries.ts';
import { request } from '../runtime/request.ts';
import { actionName, actorText, SUBJECTS, subjectName } from './words.ts';

type Entry = DataOf<typeof auditList>['list'][number];
type Filter = InputOf<typeof auditExport>;

/** Who did what; the filter is in the address. */
export function AuditPage() {
  const [params, setParams] = useSearchParams();
  const filter = filterOf(params);
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        if (value === '') before.delete(name);
        else before.set(name, value);
        return before;
      },
      { replace: true },
    );
  const query = useInfiniteQuery({
    queryKey: [auditList.path, filter],
    queryFn: ({ pageParam }) => request(auditList, { ...filter, size: 50, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
  const first = query.data?.pages[0]?.list[0];
  return (
    <Page title="操作记录" actions={<Export filter={filter} />}>
      <div className="grid gap-3 rounded-2xl bg-raised p-4 ring-1 ring-line sm:grid-cols-3 sm:p-6">
        <Select
          label="对象"
          value={params.get('subject') ?? ''}
          options={SUBJECTS}
          onChange={({ target }) => set('subject', target.value)}
        />
        <TextField label="从" type="date" value={params.get('from') ?? ''} onText={(text) => set('from', text)} />
        <TextField label="到" type="date" value={params.get('to') ?? ''} onText={(text) => set('to', text)} />
        {filter.actor && (
          <Button look="tinted" className="justify-self-start sm:col-span-3" onClick={() => set('actor', '')}>
            只看 {first ? actorText(first) : filter.actor} 的，取消
          </Button>
        )}
      </div>
      <Loaded query={query}>
        {({ pages }) => (
          <Entries entries={pages.flatMap(({ list }) => list)} onActor={(actor) => set('actor', actor)} />
        )}
      </Loaded>
      {query.hasNextPage && (
        <Button look="tinted" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          更早的
        </Button>
      )}
    </Page>
  );
}

function filterOf(params: URLSearchParams): Filter {
  const day = (name: string) => /^\d{4}-\d\d-\d\d$/.exec(params.get(name) ?? '')?.[0];
  const subject = SUBJECTS.find(([name]) => name !== '' && name === params.get('subject'))?.[0];
  return {
    actor: params.get('actor')?.slice(0, 64) || undefined,
    subject: subject || undefined,
    from: day('from'),
    to: day('to'),
  };
}

function Entries({ entries, onActor }: { entries: readonly Entry[]; onActor(actor: string): void }) {
  if (entries.length === 0) return <EmptyState title="没有符合条件的记录" />;
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-2xl bg-raised ring-1 ring-line">
      {entries.map((entry) => (
        <li key={entry.id} className="flex flex-col gap-1 px-4 py-3 sm:px-6">
          <p className="break-words">
            <b className="font-medium">{actionName(entry.action)}</b>
            <span className="text-soft">
              {' '}
              {subjectName(entry.subject)} {entry.subjectName ?? entry.subjectId}
            </span>
          </p>
          <p className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
            {timeText(entry.at)} ·
            <button
              type="button"
              className="min-h-11 break-all text-accent sm:min-h-0"
              aria-label={`只看 ${actorText(entry)} 的记录`}
              onClick={() => onActor(entry.actor)}
            >
              {actorText(entry)}
            </button>
          </p>
          <Change entry={entry} />
          {entry.reason && <p className="text-sm break-words text-soft">原因：{entry.reason}</p>}
        </li>
      ))}
    </ul>
  );
}

function Change({ entry: { before, after } }: { entry: Entry }) {
  const columns = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  if (columns.length === 0) return null;
  return (
    <details className="text-sm text-soft">
      <summary className="flex min-h-11 cursor-pointer items-center text-accent sm:min-h-0">详情</summary>
      <ul className="font-mono break-all">
        {columns.map((column) => (
          <li key={column}>
            {column}：{text(before[column])} → {text(after[column])}
          </li>
        ))}
      </ul>
    </details>
  );
}

function text(value: unknown): string {
  if (value === undefined || value === null) return '无';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function Export({ filter }: { filter: Filter }) {
  const [note, setNote] = useState('');
  const change = useChange(auditExport, ({ csv, rows, truncated }) => {
    const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = '操作记录.csv';
    link.click();
    URL.revokeObjectURL(url);
    setNote(truncated ? `已导出最近 ${rows} 条，更早的请按日期分次导出` : `已导出 ${rows} 条`);
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="status" className="text-sm text-soft">
        {note}
      </p>
      <Problem error={change.error} />
      <Button look="tinted" disabled={change.isPending} onClick={() => change.mutate(filter)}>
        导出 CSV
      </Button>
    </div>
  );
}
