import { addDays, daysOfMonth, weekOf } from '../../../core/time/shanghai-calendar.ts';
import type { AttendancePart } from '../../editorial/editorial.ts';
import type { SignedDay } from './store.ts';

export type Reward = { bonus: number; tickets: number };

/** Pure arithmetic of days: what a day brings, which one can be repaired, how a month looks. */
export type Standing = {
  attendance: AttendancePart;
  /** The level of the reader's grade. */
  level: number;
  today: string;
  /** The first day on which the reader could sign. */
  firstDay: string;
  /** No missed day can be made good, as in 未成年人模式. */
  withoutRepair: boolean;
  /** By day: at least those of the month, of this week and the day before it. */
  signed: ReadonlyMap<string, SignedDay>;
};

export type CalendarDay = {
  date: string;
  reward: Reward;
  signed: boolean;
  today: boolean;
  repairable: boolean;
  repaired: boolean;
};

const NOTHING: Reward = { bonus: 0, tickets: 0 };

/** What the grade adds to the bonus of a day; a list that is too short goes on with its last. */
export function gradeBonusOf({ gradeBonus }: AttendancePart, level: number): number {
  return gradeBonus[level] ?? gradeBonus.at(-1) ?? 0;
}

/** What a day brings that ends so many days in a row; after the last day of the cycle comes the first. */
export function rewardOf(attendance: AttendancePart, level: number, streak: number): Reward {
  const { bonus, tickets } = attendance;
  const place = (streak - 1) % bonus.length;
  return { bonus: (bonus[place] ?? 0) + gradeBonusOf(attendance, level), tickets: tickets[place] ?? 0 };
}

/** How many days in a row a day ends, once it is signed. */
export function streakWith(signed: Standing['signed'], day: string): number {
  return (signed.get(addDays(day, -1))?.streak ?? 0) + 1;
}

/** Days in a row up to today, or up to yesterday where today is not signed yet. */
export function currentStreak({ signed, today }: Standing): number {
  return signed.get(today)?.streak ?? streakWith(signed, today) - 1;
}

/** One missed day of a week, from Monday on, can be made good before the week is over. */
export function isRepairable({ attendance, today, firstDay, withoutRepair, signed }: Standing, day: string): boolean {
  const week = weekOf(today);
  if (withoutRepair || attendance.repairCost === null) return false;
  if (!week.includes(day) || day >= today || day < firstDay || signed.has(day)) return false;
  return week.every((each) => (signed.get(each)?.repairCost ?? null) === null);
}

/** Every day of a month. */
export function viewMonth(standing: Standing, month: string): CalendarDay[] {
  const { signed, today } = standing;
  return daysOfMonth(month).map((date) => {
    const day = signed.get(date);
    const repairable = isRepairable(standing, date);
    return {
      date,
      reward: day ? { bonus: day.bonus, tickets: day.tickets } : prospect(standing, date, repairable),
      signed: day !== undefined,
      today: date === today,
      repairable,
      repaired: (day?.repairCost ?? null) !== null,
    };
  });
}

/** What a day would bring that is not signed: by a repair, or with a sign on every day from today until then. */
function prospect(standing: Standing, date: string, repairable: boolean): Reward {
  const { attendance, level, signed, today } = standing;
  if (repairable) return rewardOf(attendance, level, streakWith(signed, date));
  if (date < today) return NOTHING;
  const daysAhead = (Date.parse(date) - Date.parse(today)) / (24 * 3600 * 1000);
  const streakToday = signed.get(today)?.streak ?? streakWith(signed, today);
  return rewardOf(attendance, level, streakToday + daysAhead);
}
