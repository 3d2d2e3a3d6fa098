import { MOST_SEEN_DAYS } from '#contract/announcement-limits';

export const KINDS = { event: '活动', system: '系统' } as const;

export const STATES = { planned: '定时', sending: '正在发', sent: '已发', withdrawn: '已撤回' } as const;

export function audienceText(seenDays: number): string {
  return seenDays === MOST_SEEN_DAYS ? '全部读者' : `最近 ${seenDays} 天来过的读者`;
}
