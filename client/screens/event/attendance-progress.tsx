import { sign } from '#contract/calls/rewards';
import { placeInCycle } from '../../features/buying/attendance/cycle.ts';
import { useCall } from '../../runtime/queries/queries.ts';

/** The reader's place in the cycle of attendance; null until it is known. */
export function useAttendance() {
  const { data } = useCall(sign, {}, { background: true });
  if (!data) return null;
  const isSigned = data.days.some(({ today, signed }) => today && signed);
  const { done } = placeInCycle(data.cycle, data.streak, isSigned);
  return { done, total: data.cycle.length, isSigned };
}

/** The reader's progress in an event about attendance; nothing for a cycle of one day. */
export function AttendanceProgress({ done, total, isSigned }: NonNullable<ReturnType<typeof useAttendance>>) {
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
