import { useEffect } from 'react';
import { event } from '#contract/calls/site';
import { ErrorState } from '../../../ui/states.tsx';
import { MissingState } from '../../features/navigation/missing-state.tsx';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { TitledScreen } from '../../features/navigation/titled-screen.tsx';
import { WidePicture } from '../../features/pictures/wide-picture.tsx';
import { eventPath } from '../../paths.ts';
import { serverNow } from '../../runtime/clock/server-clock.ts';
import { useCall } from '../../runtime/queries/queries.ts';
import { useClientState } from '../../state.ts';
import { type Event, groupByPhase } from './event-phase.ts';
import { EventSkeleton, EventTime } from './event-time.tsx';

/** All events, by their phase. */
export function EventList() {
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
