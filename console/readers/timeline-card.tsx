import { Link } from 'react-router';
import { timeline } from '#contract/console/readers';
import { moneyText } from '#contract/currencies';
import { actionName, actorText, columnText } from '../audit/words.ts';
import { FEEDBACK_STATES, FEEDBACK_TYPES } from '../feedback/words.ts';
import { useFilter } from '../parts/filter.ts';
import { LoadMore } from '../parts/load-more.tsx';
import { Card } from '../parts/page.tsx';
import { Select } from '../parts/select.tsx';
import { timeText } from '../parts/time.ts';
import { changeText, type Event, KINDS, ORDER_STATES } from './words.ts';

/** Everything that happened to a reader, the latest first. */
export function TimelineCard({ id }: { id: number }) {
  const { get, set } = useFilter();
  const kind = KINDS.find(([name]) => name !== '' && name === get('kind'))?.[0] || undefined;
  return (
    <Card
      title="时间线"
      actions={
        <Select label="只看" value={kind ?? ''} options={KINDS} onChange={({ target }) => set('kind', target.value)} />
      }
    >
      <LoadMore call={timeline} filter={{ id, kind, size: 30 }}>
        {(events) =>
          events.length === 0 ? (
            <p className="text-soft">没有记录。</p>
          ) : (
            <ol className="mb-3 divide-y divide-line">
              {events.map((event) => (
                <li key={keyOf(event)} className="flex flex-col gap-x-4 py-2 sm:flex-row">
                  <time dateTime={event.at} className="shrink-0 text-sm text-soft sm:w-36 sm:pt-0.5">
                    {timeText(event.at)}
                  </time>
                  <div className="min-w-0 flex-1 break-words">
                    <EventText event={event} />
                  </div>
                </li>
              ))}
            </ol>
          )
        }
      </LoadMore>
    </Card>
  );
}

function keyOf(event: Event): string {
  return `${event.kind} ${event.kind === 'order' ? event.no : event.id}`;
}

function EventText({ event }: { event: Event }) {
  switch (event.kind) {
    case 'order':
      return (
        <>
          订单：{event.title}，{moneyText(event.amount, event.currency)}
          <Note>
            {ORDER_STATES[event.state] ?? event.state} · {event.no}
          </Note>
        </>
      );
    case 'ledger':
      return (
        <>
          {event.title}
          <Note>{changeText(event)}</Note>
        </>
      );
    case 'session':
      return <>登录：{event.device}</>;
    case 'feedback':
      return (
        <>
          <Link to={`/feedback/${event.id}`} className="inline-flex min-h-11 items-center text-accent sm:min-h-0">
            反馈 {event.id}：{FEEDBACK_TYPES[event.type]}
          </Link>
          <Note>
            {FEEDBACK_STATES[event.state]} {event.text}
          </Note>
        </>
      );
    case 'audit':
      return (
        <>
          {actionName(event.action)} <span className="text-soft">{actorText(event)}</span>
          <Note>{[...changesOf(event), event.reason && `原因：${event.reason}`].filter(Boolean).join('；')}</Note>
        </>
      );
  }
}

function Note({ children }: { children: React.ReactNode }) {
  return <span className="block text-sm text-soft">{children}</span>;
}

function changesOf({ before, after }: Extract<Event, { kind: 'audit' }>): string[] {
  return Object.keys({ ...before, ...after }).map((column) => columnText(column, before[column], after[column]));
}
