const DAY_MS = 24 * 3600 * 1000;
const MOST_DAYS = 366;
const USUAL_DAYS = 30;

export const PRESETS = [7, 30, 90] as const;

/** Today in Shanghai. */
export function todayOf(now: Date): string {
  return new Date(now.getTime() + 8 * 3600 * 1000).toISOString().slice(0, 10);
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** The days that the address asks for; else the last thirty. */
export function spanOf(get: (name: string) => string, today: string): { from: string; to: string } {
  const [from, to] = [get('from'), get('to')];
  const isDay = (text: string) => /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (isDay(from) && isDay(to) && days >= 1 && days <= MOST_DAYS) return { from, to };
  return { from: addDays(today, 1 - USUAL_DAYS), to: today };
}
