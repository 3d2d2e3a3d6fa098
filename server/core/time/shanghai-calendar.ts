const DAY_MS = 24 * 3600 * 1000;

/** Days are `YYYY-MM-DD`, months `YYYY-MM`; there is no time of day in this calendar. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** The Monday of the week of a day. */
export function mondayOf(day: string): string {
  const weekday = new Date(day).getUTCDay() || 7;
  return addDays(day, 1 - weekday);
}

/** The seven days of the week of a day. */
export function weekOf(day: string): string[] {
  const monday = mondayOf(day);
  return [0, 1, 2, 3, 4, 5, 6].map((count) => addDays(monday, count));
}

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** The first and the last day of a month. */
export function spanOfMonth(month: string): { from: string; to: string } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) };
}

/** Every day of a month, first to last. */
export function daysOfMonth(month: string): string[] {
  const { from, to } = spanOfMonth(month);
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}
