import type { DataOf } from '#contract/call';
import type { feedbackView } from '#contract/console/feedback';

export type Thread = DataOf<typeof feedbackView>;

export const COMPLAINT = 5;
export const FEEDBACK_TYPES = ['账号登录', '充值', '阅读', '活动', '其他', '举报与侵权'];
export const FEEDBACK_STATES = {
  open: '待答复',
  working: '处理中',
  answered: '已答复',
  closed: '已结束',
  withdrawn: '已撤回',
} as const;

export const QUEUES = [
  ['waiting', '待答复'],
  ['mine', '我处理的'],
  ['answered', '已答复'],
  ['closed', '已结束'],
] as const;
