const DAYS = ['一', '二', '三', '四', '五', '六', '日'];

/** When a serial goes on: 周三、日更新; null where no day is known. */
export function updateDays(weekdays: readonly number[]): string | null {
  if (weekdays.length === 0) return null;
  return `周${weekdays.map((day) => DAYS[day - 1]).join('、')}更新`;
}
