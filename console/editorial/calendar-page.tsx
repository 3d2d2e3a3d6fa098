import { Link } from 'react-router';
import type { DataOf } from '#contract/call';
import { calendar } from '#contract/console/editorial';
import { PARTS } from '#contract/console/editorial-parts';
import { EmptyState } from '../../ui/states.tsx';
import { Card, Loaded, Page } from '../parts/page.tsx';
import { timeText } from '../parts/time.ts';
import { useAnswer } from '../runtime/queries.ts';
import { EditorialTabs } from './tabs.tsx';

type Calendar = DataOf<typeof calendar>;
type Moment = Calendar['moments'][number];

const LINK = 'flex min-h-11 items-center gap-3 hover:text-accent';

/** What begins and ends by itself in the next 30 days. */
export function CalendarPage() {
  const query = useAnswer(calendar, {});
  return (
    <Page title="接下来 30 天">
      <EditorialTabs />
      <Loaded query={query}>
        {({ moments, conflicts }) => (
          <>
            {conflicts.length > 0 && <Conflicts conflicts={conflicts} />}
            {moments.length === 0 && (
              <EmptyState
                title="接下来 30 天没有开始或结束的"
                hint="给栏目、横幅、活动、优惠写上开始与结束，就列在这里"
              />
            )}
            {[...Map.groupBy(moments, ({ at }) => timeText(at).slice(0, 10))].map(([day, list]) => (
              <Day key={day} day={day} moments={list} />
            ))}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Conflicts({ conflicts }: Pick<Calendar, 'conflicts'>) {
  return (
    <Card title="要看一看的" hint="不妨碍保存">
      <ul className="divide-y divide-line">
        {conflicts.map(({ part, text }) => (
          <li key={text}>
            <Link to={`/editorial/${part}`} className={`${LINK} py-2 text-warm`}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const WEEKDAY = new Intl.DateTimeFormat('zh-CN', { timeZone: 'UTC', weekday: 'short' });

function Day({ day, moments }: { day: string; moments: readonly Moment[] }) {
  return (
    <Card title={`${day} ${WEEKDAY.format(new Date(day))}`}>
      <ul className="divide-y divide-line">
        {moments.map(({ at, kind, part, title }) => (
          <li key={`${at}${kind}${part}${title}`}>
            <Link to={`/editorial/${part}`} className={LINK}>
              <span className="shrink-0 text-soft">{timeText(at).slice(11)}</span>
              <span className={`w-8 shrink-0 ${kind === 'start' ? 'text-accent' : 'text-soft'}`}>
                {kind === 'start' ? '开始' : '结束'}
              </span>
              <span className="min-w-0 break-words">
                {PARTS.find(({ name }) => name === part)?.title}「{title}」
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
