import { ACTION_NAMES } from '#contract/console/audit-words';
import { columnName } from '#contract/console/column-names';
import { timeText } from '../parts/time.ts';

export const SUBJECTS = [
  ['', '全部'],
  ['staff', '员工'],
  ['feedback', '反馈'],
  ['reply-template', '答复的模板'],
  ['comic', '漫画'],
  ['chapter', '话'],
  ['reader', '读者'],
  ['order', '订单'],
  ['redeem-batch', '兑换码'],
  ['announcement', '公告'],
  ['editorial', '编辑数据'],
] as const;

export function actionName(action: string): string {
  return ACTION_NAMES[action] ?? action;
}

/** `漫币 0 → 100` */
export function columnText(column: string, before: unknown, after: unknown): string {
  return `${columnName(column)} ${valueText(before)} → ${valueText(after)}`;
}

function valueText(value: unknown): string {
  if (value === undefined || value === null) return '无';
  if (typeof value === 'boolean') return value ? '是' : '否';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? timeText(text) : text;
}

const NOT_PEOPLE: Readonly<Record<string, string>> = { 'not-logged-in': '未登录的人', 'library-folder': '书库文件夹' };

/** The actor: a member of staff, someone who is not logged in, the import from the library folders, or the operating system's user who ran a command. */
export function actorText({ actor, actorName }: { actor: string; actorName: string | null }): string {
  return actorName ?? NOT_PEOPLE[actor] ?? `${actor}（命令）`;
}

export function subjectKind(subject: string): string {
  return SUBJECTS.find(([name]) => name === subject)?.[1] ?? subject;
}
