import { Skeleton } from '../../../ui/skeleton.tsx';
import { LastDayClock } from '../../features/text/countdown/last-day-clock.tsx';
import { momentText } from '../../features/text/format/time-text.ts';
import { serverNow } from '../../runtime/clock/server-clock.ts';
import { type Event, phaseOf } from './event-phase.ts';

/** When an event starts or ends, with a countdown on its last day. */
export function EventTime({ event }: { event: Event }) {
  const { endsAt } = event;
  const phase = phaseOf(event, serverNow());
  return (
    <p className="mt-1 text-sm text-soft">
      {momentOf(event, phase)}
      {endsAt && phase === 'running' && <LastDayClock until={endsAt} className="ml-2 text-accent" />}
    </p>
  );
}

function momentOf({ startsAt, endsAt }: Event, phase: ReturnType<typeof phaseOf>): string {
  if (phase === 'upcoming') return `${momentText(startsAt)} 开始`;
  if (!endsAt) return `${momentText(startsAt)} 起`;
  return `${momentText(endsAt)} ${phase === 'past' ? '已结束' : '结束'}`;
}

/** The placeholder of an event that is loading. */
export function EventSkeleton() {
  return (
    <div aria-hidden className="page-width">
      <div className="max-w-2xl pt-4">
        <Skeleton className="aspect-2/1 rounded-2xl" />
        <Skeleton className="mt-3 h-6 w-3/5" />
      </div>
    </div>
  );
}
