import type { ComicDetail } from '#contract/shapes';

const DAYS = ['一', '二', '三', '四', '五', '六', '日'];

/** When more is to come: 已完结, 连载中, 周一、四更新. */
export function statusText({ status, weekdays }: Pick<ComicDetail, 'status' | 'weekdays'>): string {
  if (status === 'complete') return '已完结';
  if (weekdays.length === 0) return '连载中';
  return `周${weekdays.map((day) => DAYS[day - 1]).join('、')}更新`;
}
