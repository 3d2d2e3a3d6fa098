import type { NoticeCategory } from '#contract/calls/notices';

export const NOTICE_CATEGORY_ROWS: readonly { category: NoticeCategory; label: string; hint: string }[] = [
  { category: 'updates', label: '更新', hint: '订阅的漫画有新话，关注的作者有新作，等就免费可以用了' },
  { category: 'money', label: '到账', hint: '充值到账，退款完成，赠币、阅读券、月卡快要过期，礼包快要结束' },
  { category: 'events', label: '活动', hint: '活动与福利' },
  { category: 'replies', label: '回复', hint: '反馈有了回复' },
  { category: 'system', label: '系统', hint: '本站的公告' },
];

/** The muted categories after one of them is switched. */
export function withSwitched(
  muted: readonly NoticeCategory[],
  category: NoticeCategory,
  isOn: boolean,
): NoticeCategory[] {
  const others = muted.filter((each) => each !== category);
  return isOn ? others : [...others, category];
}
