import { addDays, daysOfMonth, weekOf } from '../../../core/time/shanghai-calendar.ts';
import type { AttendancePart } from '../../editorial/editorial.ts';
import type { SignedDay } from './store.ts';

export type Reward = { bonus: number; tickets: number };

/** Pure rules for days: the reward of a day, the day that can be repaired, the days of a month. */
export type Standing = {
  attendance: AttendancePart;
  /** The level of the reader's grade. */
  level: number;
  today: string;
  /** The first day on which the reader could sign. */
  firstDay: string;
  /** No missed day can be repaired, as in teen mode. */
  withoutRepair: boolean;
  /** The first day without 月卡; null without one. */
  passEndsOn: string | null;
  /** By day: at least the days of the month, of this week, and the day before this week. */
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

/** The addition of the grade to the bonus of a day; the last value of a short list repeats. */
export function gradeBonusOf({ gradeBonus }: AttendancePart, level: number): number {
  return gradeBonus[level] ?? gradeBonus.at(-1) ?? 0;
}

/** The reward of the last day of a streak of this length. The cycle repeats. */
export function rewardOf(attendance: AttendancePart, level: number, streak: number): Reward {
  const { bonus, tickets } = attendance;
  const place = (streak - 1) % bonus.length;
  return { bonus: (bonus[place] ?? 0) + gradeBonusOf(attendance, level), tickets: tickets[place] ?? 0 };
}

/** The reward of a day, with the addition of 月卡. A day before today can only be repaired, and a repair has no addition. */
export function rewardOn({ attendance, level, today, passEndsOn }: Standing, day: string, streak: number): Reward {
  const { bonus, tickets } = rewardOf(attendance, level, streak);
  const isWithPass = passEndsOn !== null && day >= today && day < passEndsOn;
  return { bonus: bonus + (isWithPass ? (attendance.passBonus ?? 0) : 0), tickets };
}

/** The length of the streak that ends with a day, if the day is signed. */
export function streakWith(signed: Standing['signed'], day: string): number {
  return (signed.get(addDays(day, -1))?.streak ?? 0) + 1;
}

/** The length of the streak up to today, or up to yesterday if today is not signed yet. */
export function currentStreak({ signed, today }: Standing): number {
  return signed.get(today)?.streak ?? streakWith(signed, today) - 1;
}

/** One missed day of a week, which starts on Monday, can be repaired before the week ends. */
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

/** The reward that an unsigned day would give: by a repair, or if every day from today until then is signed. */
function prospect(standing: Standing, date: string, repairable: boolean): Reward {
  const { signed, today } = standing;
  if (repairable) return rewardOn(standing, date, streakWith(signed, date));
  if (date < today) return NOTHING;
  const daysAhead = (Date.parse(date) - Date.parse(today)) / (24 * 3600 * 1000);
  const streakToday = signed.get(today)?.streak ?? streakWith(signed, today);
  return rewardOn(standing, date, streakToday + daysAhead);
}
