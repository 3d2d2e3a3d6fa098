import { Link } from 'react-router';
import type { DataOf } from '#contract/call';
import { chapterNoText } from '#contract/chapter-no';
import { calendar } from '#contract/console/editorial';
import { PARTS } from '#contract/console/editorial-parts';
import { EmptyState } from '../../ui/states.tsx';
import { Card, Loaded, Page } from '../parts/page.tsx';
import { timeText } from '../parts/time.ts';
import { useAnswer } from '../runtime/queries.ts';
import { EditorialTabs } from './tabs.tsx';

type Calendar = DataOf<typeof calendar>;
type Moment = Calendar['moments'][number];
type Chapter = NonNullable<Calendar['chapters']>[number];
type Line = { at: string; kind: keyof typeof KINDS; to: string; text: string };

const KINDS = { start: '开始', end: '结束', published: '发布' } as const;

const LINK = 'flex min-h-11 items-center gap-3 hover:text-accent';

/** The scheduled starts, ends and publications of the next 30 days. */
export function CalendarPage() {
  const query = useAnswer(calendar, {});
  return (
    <Page title="接下来 30 天">
      <EditorialTabs />
      <Loaded query={query}>
        {({ moments, chapters = [], hasMoreChapters, conflicts }) => (
          <>
            {conflicts.length > 0 && <Conflicts conflicts={conflicts} />}
            {moments.length + chapters.length === 0 && (
              <EmptyState
                title="接下来 30 天没有开始或结束的"
                hint="给栏目、横幅、活动、优惠写上开始与结束，给话写上发布时间，就列在这里"
              />
            )}
            {[...Map.groupBy(linesOf(moments, chapters), ({ at }) => timeText(at).slice(0, 10))].map(([day, lines]) => (
              <Day key={day} day={day} lines={lines} />
            ))}
            {hasMoreChapters && <p className="text-soft">定时发布的话只列最早的 {chapters.length} 话。</p>}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** The moments and the chapters by their time. */
function linesOf(moments: readonly Moment[], chapters: readonly Chapter[]): Line[] {
  const arranged = moments.map(({ at, kind, part, title }): Line => {
    const name = PARTS.find((each) => each.name === part)?.title ?? '';
    return { at, kind, to: `/editorial/${part}`, text: `${name}「${title}」` };
  });
  const published = chapters.map(({ at, comicId, comicTitle, no, title }): Line => {
    const text = `《${comicTitle}》${chapterNoText(no)}${title && ` ${title}`}`;
    return { at, kind: 'published', to: `/comics/${comicId}/chapters`, text };
  });
  return [...arranged, ...published].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
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

function Day({ day, lines }: { day: string; lines: readonly Line[] }) {
  return (
    <Card title={`${day} ${WEEKDAY.format(new Date(day))}`}>
      <ul className="divide-y divide-line">
        {lines.map(({ at, kind, to, text }) => (
          <li key={`${at}${kind}${to}${text}`}>
            <Link to={to} className={LINK}>
              <span className="shrink-0 text-soft">{timeText(at).slice(11)}</span>
              <span className={`w-8 shrink-0 ${kind === 'end' ? 'text-soft' : 'text-accent'}`}>{KINDS[kind]}</span>
              <span className="min-w-0 break-words">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
