import { useState } from 'react';
import type { DataOf } from '#contract/call';
import { feedbackList } from '#contract/console/feedback';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useFilter } from '../parts/filter.ts';
import { LoadMore } from '../parts/load-more.tsx';
import { Page } from '../parts/page.tsx';
import { Rows } from '../parts/rows.tsx';
import { Select } from '../parts/select.tsx';
import { timeText } from '../parts/time.ts';
import { TemplatesDialog } from './templates-dialog.tsx';
import { COMPLAINT, FEEDBACK_STATES, FEEDBACK_TYPES, QUEUES } from './words.ts';

type Row = DataOf<typeof feedbackList>['list'][number];

const COLUMNS = [
  {
    title: '反馈',
    cell: ({ id, type }: Row) => (
      <span className={type === COMPLAINT ? 'text-danger' : ''}>
        {id} {FEEDBACK_TYPES[type]}
      </span>
    ),
  },
  {
    title: '内容',
    cell: ({ text, pictures }: Row) => (
      <span className="line-clamp-2 break-words max-sm:text-right">
        {text}
        {pictures > 0 && <span className="text-soft">（{pictures} 张图）</span>}
      </span>
    ),
  },
  {
    title: '状态',
    cell: ({ state, assignedTo }: Row) => `${FEEDBACK_STATES[state]}${assignedTo ? ` · ${assignedTo.name}` : ''}`,
  },
  { title: '时间', cell: ({ at }: Row) => timeText(at) },
];

export function QueuePage() {
  const { get, set } = useFilter();
  const [showsTemplates, setShowsTemplates] = useState(false);
  const queue = QUEUES.find(([name]) => name === get('queue'))?.[0] ?? 'waiting';
  return (
    <Page
      title="反馈"
      actions={
        <Button look="tinted" onClick={() => setShowsTemplates(true)}>
          答复的模板
        </Button>
      }
    >
      <div className="max-w-xs">
        <Select label="看哪些" value={queue} options={QUEUES} onChange={({ target }) => set('queue', target.value)} />
      </div>
      <LoadMore call={feedbackList} filter={{ queue, size: 30 }}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={queue === 'waiting' ? '没有等着答复的反馈' : '没有这样的反馈'} />
          ) : (
            <Rows
              label="反馈"
              rows={rows}
              columns={COLUMNS}
              keyOf={({ id }) => id}
              linkOf={({ id }) => `/feedback/${id}`}
            />
          )
        }
      </LoadMore>
      {showsTemplates && <TemplatesDialog onClose={() => setShowsTemplates(false)} />}
    </Page>
  );
}
