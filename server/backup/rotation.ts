import { mondayOf } from '../core/shanghai-calendar.ts';
import { shanghaiDay } from '../core/shanghai-day.ts';

/** How many of the last days, weeks and months that have backups keep one. */
export type Rotation = { days: number; weeks: number; months: number };

/** Reads `7d,4w,6m`, in which parts may be missing; null where it is none. */
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
 * The times of those that may go: of each period the newest stays. In any case two stay: the newest of all, and the last one of
 * a day before, since what is wrong with the newest may only be seen later.
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
