import { sign } from '#contract/calls/rewards';
import { event } from '#contract/calls/site';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { placeInCycle } from '../../features/buying/attendance/cycle.ts';
import { leadsOut, SafeLink } from '../../features/navigation/safe-link.tsx';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { TitledScreen } from '../../features/navigation/titled-screen.tsx';
import { useSearchParams } from '../../features/navigation/use-search-params.ts';
import { WidePicture } from '../../features/pictures/wide-picture.tsx';
import { RichText } from '../../features/text/rich-text/rich-text.tsx';
import { isScreenPath, paths } from '../../paths.ts';
import { serverNow } from '../../runtime/clock/server-clock.ts';
import { useCall } from '../../runtime/queries/queries.ts';
import { useClientState } from '../../state.ts';
import { EventList } from './event-list.tsx';
import { phaseOf } from './event-phase.ts';
import { EventSkeleton, EventTime } from './event-time.tsx';

/** All running events, or the one whose id the address names. */
export function EventScreen() {
  const [params] = useSearchParams();
  const id = params.get('id');
  if (id === null) return <EventList />;
  return /^[1-9]\d{0,14}$/.test(id) ? <EventById id={Number(id)} /> : <Missing />;
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
            {phaseOf(one, serverNow()) === 'running' &&
              (one.link === paths.attendance ? <AttendanceAction /> : <EventAction link={one.link} />)}
          </div>
        </article>
      )}
    </TitledScreen>
  );
}

function AttendanceAction() {
  const place = useAttendance();
  return (
    <>
      {place && <AttendanceProgress {...place} />}
      <EventAction link={paths.attendance} label={place?.isSigned ? '看签到' : '去签到'} />
    </>
  );
}

/** The link of an event, if it leads to a screen or out of the site. */
function EventAction({ link, label = '去看看' }: { link: string; label?: string }) {
  if (!isScreenPath(link) && !leadsOut(link)) return null;
  return (
    <p className="flex justify-center pt-6">
      <SafeLink to={link} className={buttonClass('primary', 'w-full max-w-md')}>
        {label}
      </SafeLink>
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

/** The reader's place in the cycle of attendance; null until it is known. */
function useAttendance() {
  const { data } = useCall(sign, {}, { background: true });
  if (!data) return null;
  const isSigned = data.days.some(({ today, signed }) => today && signed);
  const { done } = placeInCycle(data.cycle, data.streak, isSigned);
  return { done, total: data.cycle.length, isSigned };
}

/** The reader's progress in an event about attendance; nothing for a cycle of one day. */
function AttendanceProgress({ done, total, isSigned }: NonNullable<ReturnType<typeof useAttendance>>) {
  if (total < 2) return null;
  return (
    <div className="mt-4 rounded-2xl bg-sunken p-4">
      <p className="flex items-baseline justify-between gap-3 text-sm">
        <span>
          我的进度：已连续签到 <b className="tabular-nums">{done}</b> / {total} 天
        </span>
        <span className="shrink-0 text-soft">{isSigned ? '今天已签到' : '今天还没签到'}</span>
      </p>
      <div aria-hidden className="mt-2 h-1.5 overflow-hidden rounded-full bg-line">
        <div className="h-full bg-accent" style={{ width: `${(done / total) * 100}%` }} />
      </div>
    </div>
  );
}
