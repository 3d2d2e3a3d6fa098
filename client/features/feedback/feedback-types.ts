import type { Choice } from '../listings/choice-row.tsx';

/** The types of questions and of feedback. */
export const FAQ_TYPES = [
  { key: 0, label: '账号登录' },
  { key: 1, label: '充值' },
  { key: 2, label: '阅读' },
  { key: 3, label: '活动' },
  { key: 4, label: '其他' },
  { key: 5, label: '举报/侵权' },
] as const;
export type FaqType = (typeof FAQ_TYPES)[number]['key'];

export const TOPUP: FaqType = 1;
export const READING: FaqType = 2;
export const OTHER: FaqType = 4;
export const REPORT: FaqType = 5;

export type AskedType = FaqType | 'all';
export const QUESTION_TYPES: Choice<AskedType>[] = [{ key: 'all', label: '全部' }, ...FAQ_TYPES];

export function typeLabel(type: FaqType): string {
  return FAQ_TYPES.find(({ key }) => key === type)?.label ?? '';
}

/** The type named in an address; all types for any other value. */
export function typeInAddress(text: string | null): AskedType {
  return FAQ_TYPES.find(({ key }) => String(key) === text)?.key ?? 'all';
}
