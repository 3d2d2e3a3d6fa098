import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { WithBanners } from '../../features/listings/with-banners.tsx';
import { TitledScreen } from '../../features/navigation/titled-screen.tsx';
import { AttendanceRules } from './attendance-rules.tsx';
import { CycleStrip } from './cycle-strip.tsx';
import { MonthCalendar } from './month-calendar.tsx';
import { SignCard } from './sign-card.tsx';
import { useToday } from './use-attendance.ts';
import './attendance.css';

/** The index of the screen, which is its banner slot. */
const SLOT = 11;

/** The daily attendance: the streak, its reward, and the month. */
export function AttendanceScreen() {
  return (
    <TitledScreen title="每日签到">
      <WithBanners slot={SLOT} waiting={<AttendanceSkeleton />}>
        <AttendanceBody />
      </WithBanners>
    </TitledScreen>
  );
}

function AttendanceBody() {
  const { data, today, error, retry } = useToday();
  if (error) return <ErrorState message={error.message} onRetry={retry} />;
  if (!data) return <AttendanceSkeleton />;
  return (
    <div className="page-width">
      <div className="attendance">
        <div>
          <SignCard data={data} today={today} />
          <CycleStrip data={data} isSigned={today?.signed ?? false} />
        </div>
        <MonthCalendar current={data} />
        <AttendanceRules data={data} />
      </div>
    </div>
  );
}

function AttendanceSkeleton() {
  return (
    <div aria-hidden className="page-width">
      <div className="attendance">
        <div>
          <Skeleton className="mt-4 h-48 rounded-2xl" />
          <Skeleton className="mt-6 h-28 rounded-2xl" />
        </div>
        <Skeleton className="mt-6 h-96 rounded-2xl" />
      </div>
    </div>
  );
}
