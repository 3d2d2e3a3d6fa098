import { Link } from 'react-router';
import type { DataOf, InputOf } from '#contract/call';
import { columnName } from '#contract/console/column-names';
import { auditExport, auditList } from '#contract/console/staff';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ExportButton } from '../parts/export-button.tsx';
import { useFilter } from '../parts/filter.ts';
import { FilterCard } from '../parts/filter-card.tsx';
import { LoadMore } from '../parts/load-more.tsx';
import { Page } from '../parts/page.tsx';
import { Select } from '../parts/select.tsx';
import { timeText } from '../parts/time.ts';
import { CheckButton } from './check-button.tsx';
import { actionName, actorText, SUBJECTS, subjectKind } from './words.ts';

type Entry = DataOf<typeof auditList>['list'][number];
type Filter = InputOf<typeof auditExport>;

/** The audit log. Its filter is in the address. */
export function AuditPage() {
  const { get, set } = useFilter();
  const filter = filterOf(get);
  return (
    <Page
      title="操作记录"
      actions={
        <div className="flex flex-wrap items-center gap-3">
          <CheckButton />
          <ExportButton call={auditExport} payload={filter} fileName="操作记录.csv" />
        </div>
      }
    >
      <FilterCard columns={3}>
        <Select
          label="对象"
          value={get('subject')}
          options={SUBJECTS}
          onChange={({ target }) => set('subject', target.value)}
        />
        <TextField label="从" type="date" value={get('from')} onText={(text) => set('from', text)} />
        <TextField label="到" type="date" value={get('to')} onText={(text) => set('to', text)} />
      </FilterCard>
      <LoadMore call={auditList} filter={{ ...filter, size: 50 }}>
        {(entries) => (
          <>
            {filter.actor && (
              <Button look="tinted" className="self-start" onClick={() => set('actor', '')}>
                只看 {entries[0] ? actorText(entries[0]) : filter.actor} 的，取消
              </Button>
            )}
            <Entries entries={entries} onActor={(actor) => set('actor', actor)} />
          </>
        )}
      </LoadMore>
    </Page>
  );
}

function filterOf(get: (name: string) => string): Filter {
  const day = (name: string) => /^\d{4}-\d\d-\d\d$/.exec(get(name))?.[0];
  const subject = SUBJECTS.find(([name]) => name !== '' && name === get('subject'))?.[0];
  return {
    actor: get('actor').slice(0, 64) || undefined,
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
          <div className="flex flex-col gap-1 sm:flex-row sm:items-baseline sm:justify-between sm:gap-4">
            <p className="min-w-0 break-words">
              <b className="font-medium">{actionName(entry.action)}</b>
              <span className="text-soft"> {entry.subjectId !== 0 && <SubjectText entry={entry} />}</span>
            </p>
            <p className="flex shrink-0 flex-wrap items-center gap-x-2 text-sm text-soft sm:max-w-1/2">
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
          </div>
          <Change entry={entry} />
          {entry.reason && <p className="text-sm break-words text-soft">原因：{entry.reason}</p>}
        </li>
      ))}
    </ul>
  );
}

/** The subject of the change; a comic is a link to its page. */
function SubjectText({ entry: { subject, subjectId, subjectName } }: { entry: Entry }) {
  if (subject === 'chapter' && subjectName !== null) return subjectName;
  if (subject !== 'comic' || subjectName === null) return `${subjectKind(subject)} ${subjectName ?? subjectId}`;
  return (
    <Link to={`/comics/${subjectId}`} className="hover:text-accent">
      {subjectName}
    </Link>
  );
}

function Change({ entry: { before, after } }: { entry: Entry }) {
  const columns = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  if (columns.length === 0) return null;
  return (
    <details className="text-sm text-soft">
      <summary className="flex min-h-11 cursor-pointer items-center text-accent sm:min-h-0">详情</summary>
      <ul className="break-all">
        {columns.map((column) => (
          <li key={column}>
            {columnName(column)}：{text(before[column])} → {text(after[column])}
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
