import { mondayOf } from '../../core/time/shanghai-calendar.ts';
import { shanghaiDay } from '../../core/time/shanghai-day.ts';

/** The number of days, weeks and months with backups of which one is kept. */
export type Rotation = { days: number; weeks: number; months: number };

/** Parses `7d,4w,6m`. Parts can be missing. Null if it is invalid. */
export function readRotation(given: string): Rotation | null {
  const rotation: Rotation = { days: 0, weeks: 0, months: 0 };
  const units = { d: 'days', w: 'weeks', m: 'months' } as const;
  for (const part of given.split(',')) {
    const [, count, unit] = /^([1-9]\d{0,3})([dwm])$/.exec(part.trim()) ?? [];
    if (unit !== 'd' && unit !== 'w' && unit !== 'm') return null;
    rotation[units[unit]] = Number(count);
  }
  return rotation;
}

/**
 * The times of backups that can be deleted. The newest of each period is kept. Two are always kept: the newest of all, and the
 * last one of an earlier day, because a problem with the newest may be noticed late.
 */
export function outdated(times: readonly Date[], { days, weeks, months }: Rotation): Date[] {
  const newestFirst = [...times].sort((a, b) => b.getTime() - a.getTime());
  const [newest] = newestFirst;
  const dayBefore = newestFirst.find((time) => newest && shanghaiDay(time) !== shanghaiDay(newest));
  const stays = new Set([newest, dayBefore]);
  const keepOneEach = (count: number, periodOf: (time: Date) => string) => {
    const periods = new Map<string, Date>();
    for (const time of newestFirst) if (!periods.has(periodOf(time))) periods.set(periodOf(time), time);
    for (const time of [...periods.values()].slice(0, count)) stays.add(time);
  };
  keepOneEach(days, shanghaiDay);
  keepOneEach(weeks, (time) => mondayOf(shanghaiDay(time)));
  keepOneEach(months, (time) => shanghaiDay(time).slice(0, 7));
  return newestFirst.filter((time) => !stays.has(time));
}
