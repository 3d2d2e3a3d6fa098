import type { ComicDetail } from '#contract/shapes';

const DAYS = ['一', '二', '三', '四', '五', '六', '日'];

/** The status with the days of new chapters: 已完结, 连载中, 每天更新, 每周一、周四更新. */
export function statusText({ status, weekdays }: Pick<ComicDetail, 'status' | 'weekdays'>): string {
  if (status === 'complete') return '已完结';
  if (weekdays.length === 0) return '连载中';
  if (weekdays.length === DAYS.length) return '每天更新';
  return `每${weekdays.map((day) => `周${DAYS[day - 1]}`).join('、')}更新`;
}
