import type { TeenTier } from '#contract/shapes';

/** The tiers of 未成年人模式, and how long each may read a day. */
export const TEEN_TIERS: Readonly<Record<TeenTier, { age: string; time: string }>> = {
  under16: { age: '未满 16 岁', time: '40 分钟' },
  from16: { age: '16 至 18 岁', time: '2 小时' },
};
