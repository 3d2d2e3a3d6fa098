const DAY_MS = 24 * 60 * 60_000;

/** The days of a month in weeks from Monday to Sunday, each as 2026-11-22; null for days of other months. */
export function weeksOf(month: string): (string | null)[][] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const before = (first.getUTCDay() + 6) % 7;
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return Array.from({ length: Math.ceil((before + length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, column) => {
      const place = week * 7 + column - before;
      if (place < 0 || place >= length) return null;
      return new Date(first.getTime() + place * DAY_MS).toISOString().slice(0, 10);
    }),
  );
}

/** The month some months before or after another, as 2026-11. */
export function monthAway(month: string, by: number): string {
  const [year = 0, no = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, no - 1 + by, 1)).toISOString().slice(0, 7);
}

/** 2026年11月 */
export function monthText(month: string): string {
  const [year, no] = month.split('-');
  return `${year}年${Number(no)}月`;
}

/** 11-20 */
export function shortDay(day: string): string {
  return day.slice(5);
}
