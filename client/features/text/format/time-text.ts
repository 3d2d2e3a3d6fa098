import { renderNow } from '../../../runtime/clock/server-clock.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Shanghai has had no summer time since 1991. */
const SHANGHAI_MS = 8 * HOUR_MS;

/** When something happened, in relative terms: 刚刚, 5分钟前, 3小时前, 昨天, 11-20, 2025-11-20 (Shanghai days). */
export function timeText(iso: string, now: number = renderNow()): string {
  const at = Date.parse(iso);
  const ago = now - at;
  if (ago < MINUTE_MS && ago > -MINUTE_MS) return '刚刚';
  if (ago >= 0 && ago < HOUR_MS) return `${Math.floor(ago / MINUTE_MS)}分钟前`;
  const days = dayOf(now) - dayOf(at);
  if (ago >= 0 && days === 0) return `${Math.floor(ago / HOUR_MS)}小时前`;
  if (days === 1) return '昨天';
  const date = new Date(at + SHANGHAI_MS).toISOString().slice(0, 10);
  return isThisYear(date, now) ? date.slice(5) : date;
}

function dayOf(ms: number): number {
  return Math.floor((ms + SHANGHAI_MS) / DAY_MS);
}

/** A day in Shanghai with its year, whenever that is: 2026-11-20. */
export function dayText(iso: string): string {
  return new Date(Date.parse(iso) + SHANGHAI_MS).toISOString().slice(0, 10);
}

/** A day and time of day in Shanghai, with the year unless it is this one: 11-20 08:00, 2027-01-04 08:00. */
export function momentText(iso: string, now: number = renderNow()): string {
  const moment = new Date(Date.parse(iso) + SHANGHAI_MS).toISOString().slice(0, 16).replace('T', ' ');
  return isThisYear(moment, now) ? moment.slice(5) : moment;
}

/** A month in Shanghai, with the year unless it is this one: 11月, 2025年11月. */
export function monthText(iso: string, now: number = renderNow()): string {
  const [year, month] = dayText(iso).split('-');
  return `${isThisYear(dayText(iso), now) ? '' : `${year}年`}${Number(month)}月`;
}

/** The time of day in Shanghai: 08:00. */
export function clockText(iso: string): string {
  return new Date(Date.parse(iso) + SHANGHAI_MS).toISOString().slice(11, 16);
}

function isThisYear(date: string, now: number): boolean {
  return date.startsWith(new Date(now + SHANGHAI_MS).toISOString().slice(0, 4));
}
