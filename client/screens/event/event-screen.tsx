import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { DataOf } from '#contract/call';
import { event } from '#contract/calls/site';
import { buttonClass } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { MissingState } from '../../features/navigation/missing-state.tsx';
import { leadsOut, SafeLink } from '../../features/navigation/safe-link.tsx';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { TitledScreen } from '../../features/navigation/titled-screen.tsx';
import { WidePicture } from '../../features/pictures/wide-picture.tsx';
import { LastDayClock } from '../../features/text/countdown/last-day-clock.tsx';
import { momentText } from '../../features/text/format/time-text.ts';
import { RichText } from '../../features/text/rich-text/rich-text.tsx';
import { eventPath, isScreenPath, paths } from '../../paths.ts';
import { serverNow } from '../../runtime/clock/server-clock.ts';
import { useCall } from '../../runtime/queries/queries.ts';
import { useClientState } from '../../state.ts';
import { AttendanceProgress } from './attendance-progress.tsx';
import { groupByPhase, phaseOf } from './event-phase.ts';

type Event = DataOf<typeof event>['events'][number];

/** All running events, or the one whose id the address names. */
export function EventScreen() {
  const [params] = useSearchParams();
  const id = params.get('id');
  if (id === null) return <EventList />;
  return /^[1-9]\d{0,14}$/.test(id) ? <EventById id={Number(id)} /> : <Missing />;
}

function EventList() {
  const { data, error, retry } = useCall(event, { all: true });
  const groups = data && groupByPhase(data.events, serverNow());
  useEffect(() => {
    if (data) useClientState.setState({ eventBannerList: data.events });
  }, [data]);
  return (
    <TitledScreen title="活动">
      {error ? (
        <ErrorState message={error.message} onRetry={retry} />
      ) : !data ? (
        <EventSkeleton />
      ) : data.events.length === 0 ? (
        <MissingState title="现在没有活动" hint="过些时候再来看看吧。" />
      ) : (
        <>
          {groups && <EventGroup title="进行中" events={groups.running} />}
          {groups && <EventGroup title="即将开始" events={groups.upcoming} />}
          {groups && <EventGroup title="已结束" events={groups.past} faded />}
        </>
      )}
    </TitledScreen>
  );
}

function EventGroup({ title, events, faded = false }: { title: string; events: readonly Event[]; faded?: boolean }) {
  if (events.length === 0) return null;
  return (
    <section aria-label={title} className="page-width pt-4">
      <h2 className="flex h-11 items-center text-lg font-semibold">{title}</h2>
      <ul className="grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-1 low:grid-cols-1">
        {events.map((one) => (
          <li key={one.id} className="min-w-0">
            {/* Picture and text side by side if there is space, so that a single event fills its row. */}
            <ScreenLink
              to={eventPath(one.id)}
              className="block active:opacity-80 lg:flex lg:items-center lg:gap-8 low:flex low:items-center low:gap-4"
            >
              <WidePicture image={one.image} className={`lg:w-105 ${faded ? 'opacity-60' : ''}`} />
              <div className="mt-2 min-w-0">
                <h3 className="line-clamp-2 text-lg font-semibold">{one.title}</h3>
                <EventTime event={one} />
              </div>
            </ScreenLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function EventById({ id }: { id: number }) {
  const { data, error, retry } = useCall(event, { id });
  const known = useClientState(({ eventBannerList }) => eventBannerList.find((each) => each.id === id));
  const one = data?.events[0];
  if (data && !one) return <Missing />;
  return (
    <TitledScreen title={(one ?? known)?.title ?? '活动'}>
      {error ? (
        <ErrorState message={error.message} onRetry={retry} />
      ) : !one ? (
        <EventSkeleton />
      ) : (
        <article className="page-width">
          <div className="mx-auto max-w-2xl pt-4">
            <WidePicture image={one.image} />
            {/* The bar has room for one line. */}
            <p className="mt-3 text-lg font-semibold">{one.title}</p>
            <EventTime event={one} />
            {one.body && <RichText text={one.body} />}
            {one.link === paths.attendance && phaseOf(one, serverNow()) === 'running' && <AttendanceProgress />}
            {phaseOf(one, serverNow()) === 'running' && (isScreenPath(one.link) || leadsOut(one.link)) && (
              <p className="flex justify-center pt-6">
                <SafeLink to={one.link} className={buttonClass('primary', 'w-full max-w-md')}>
                  去看看
                </SafeLink>
              </p>
            )}
          </div>
        </article>
      )}
    </TitledScreen>
  );
}

function EventTime({ event: one }: { event: Event }) {
  const { startsAt, endsAt } = one;
  const phase = phaseOf(one, serverNow());
  const words =
    phase === 'upcoming'
      ? `${momentText(startsAt)} 开始`
      : endsAt
        ? `${momentText(endsAt)} ${phase === 'past' ? '已结束' : '结束'}`
        : `${momentText(startsAt)} 起`;
  return (
    <p className="mt-1 text-sm text-soft">
      {words}
      {endsAt && phase === 'running' && <LastDayClock until={endsAt} className="ml-2 text-accent" />}
    </p>
  );
}

function Missing() {
  return (
    <TitledScreen title="活动不存在">
      <EmptyState title="活动不存在或已结束">
        <ScreenLink to={paths.event} replace className={buttonClass()}>
          看看别的活动
        </ScreenLink>
      </EmptyState>
    </TitledScreen>
  );
}

function EventSkeleton() {
  return (
    <div aria-hidden className="page-width">
      <div className="max-w-2xl pt-4">
        <Skeleton className="aspect-2/1 rounded-2xl" />
        <Skeleton className="mt-3 h-6 w-3/5" />
      </div>
    </div>
  );
}
