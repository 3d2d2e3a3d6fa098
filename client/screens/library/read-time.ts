import { daysBetween, shanghaiToday } from '../../features/text/format/shanghai-day.ts';
import { clockText, dayText, timeText } from '../../features/text/format/time-text.ts';
import { serverNow } from '../../runtime/clock/server-clock.ts';

/** The heading for a day of the history: 今天, 昨天, 11月20日, 2025年1月2日. */
export function dayHeading(iso: string, now: number = serverNow()): string {
  const day = dayText(iso);
  const today = shanghaiToday(now);
  const days = daysBetween(day, today);
  if (days <= 0) return '今天';
  if (days === 1) return '昨天';
  const [year, month, date] = day.split('-').map(Number);
  return `${today.startsWith(`${year}-`) ? '' : `${year}年`}${month}月${date}日`;
}

/** The time within a day: today how long ago, else the time of day. */
export function timeInDay(iso: string, now: number = serverNow()): string {
  return dayHeading(iso, now) === '今天' ? timeText(iso, now) : clockText(iso);
}
