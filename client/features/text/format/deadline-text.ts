import { renderNow } from '../../../runtime/clock/server-clock.ts';
import { daysBetween, shanghaiToday } from './shanghai-day.ts';
import { dayText } from './time-text.ts';

/** Up to this many days before, a deadline is a warning. */
const SOON_DAYS = 3;
/** Further away, the date says more than a number of days. */
const FAR_DAYS = 30;

/** The time until something expires: 今天 24:00 到期, 明天 18:30 到期, 剩 3 天, 2027-02-20 到期. */
export function deadlineText(iso: string, now: number = renderNow()): { text: string; soon: boolean } {
  const { day, time } = lastMoment(iso);
  const days = daysBetween(shanghaiToday(now), day);
  if (days <= 0) return { text: `今天 ${time} 到期`, soon: true };
  if (days === 1) return { text: `明天 ${time} 到期`, soon: true };
  return { text: days > FAR_DAYS ? `${day} 到期` : `剩 ${days} 天`, soon: days <= SOON_DAYS };
}

/** The last day of a period: one that ends at midnight ends on the day before, at 24:00. */
export function lastDay(iso: string): string {
  return lastMoment(iso).day;
}

function lastMoment(iso: string): { day: string; time: string } {
  const day = dayText(new Date(Date.parse(iso) - 1).toISOString());
  const time = day === dayText(iso) ? new Date(Date.parse(iso) + 8 * 3_600_000).toISOString().slice(11, 16) : '24:00';
  return { day, time };
}
