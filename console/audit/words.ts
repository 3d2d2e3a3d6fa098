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

const ACTIONS: Readonly<Record<string, string>> = {
  'first-owner': '创建第一位所有者',
  enrol: '设密码与验证器',
  login: '登录',
  'login-failed': '登录失败',
  logout: '退出',
  invite: '添加员工',
  role: '改角色',
  disable: '停用',
  enable: '取消停用',
  reset: '生成重设链接',
  'grant-comic': '把漫画交给作者',
  'revoke-comic': '从作者收回漫画',
  'end-sessions': '结束全部会话',
  'end-session': '结束一个会话',
  password: '改密码',
  factor: '更换验证器',
  'recovery-codes': '重新生成恢复码',
  'add-key': '新建 API 密钥',
  'end-key': '作废 API 密钥',
  'add-passkey': '添加通行密钥',
  'end-passkey': '删除通行密钥',
  'export-audit': '导出操作记录',
  upload: '开始上传',
  'upload-import': '确认导入上传',
  'upload-discard': '删除上传',
  import: '导入',
  'export-figures': '导出数据',
  'start-doctor': '开始完整的检查',
  'start-backup': '开始备份',
  'read-messages': '查看短信的发件箱',
  'test-alert': '发试验的告警',
  'set-alerts': '改告警的接收方',
  'set-channels': '改支付渠道',
  'set-sms': '改短信网关',
  'test-sms': '检查短信网关',
  offline: '下架',
  online: '上架',
  delete: '删除',
  restore: '恢复',
  edit: '改资料',
  'clear-overrides': '改由导入来定',
  price: '改价',
  'publish-at': '改发布时间',
  move: '改话数',
  pages: '改页',
  picture: '换图片',
  merge: '合并',
  undo: '撤回',
  ban: '停用读者',
  unban: '启用读者',
  erase: '注销',
  keep: '取消注销',
  'teen-off': '关闭未成年人模式',
  phone: '换手机号',
  'reveal-phone': '查看手机号',
  'export-reader': '导出读者的数据',
  'reset-password': '生成重设密码的链接',
  adjust: '调整余额',
  'adjust-request': '申请调整余额',
  'adjust-reject': '驳回调整余额',
  pass: '给月卡',
  refund: '退款',
  'refund-request': '申请退款',
  'refund-reject': '驳回退款申请',
  'create-codes': '生成兑换码',
  'request-codes': '申请生成兑换码',
  'approve-codes': '批准兑换码',
  'stop-codes': '停用兑换码',
  announce: '发公告',
  'withdraw-announcement': '撤回公告',
  'export-month': '导出月报',
  reconcile: '核对账单',
  apply: '应用编辑文件',
  arrange: '改编排',
  'feedback-reply': '答复反馈',
  'feedback-take': '处理反馈',
  'feedback-release': '不再处理反馈',
  'feedback-close': '结束反馈',
  'feedback-reopen': '重新打开反馈',
  'reply-template': '改答复的模板',
};

export function actionName(action: string): string {
  return ACTIONS[action] ?? action;
}

/** The columns of entries about readers. */
const COLUMNS: Readonly<Record<string, string>> = {
  coins: '漫币',
  bonus: '赠币',
  tickets: '阅读券',
  asked_coins: '申请调整漫币',
  asked_bonus: '申请调整赠币',
  asked_tickets: '申请调整阅读券',
  requested_by: '申请人',
  banned: '停用',
  banned_until: '停用到',
  erases_at: '删除数据',
  teen: '未成年人模式',
  sessions: '登录着的设备',
  password_link: '链接有效到',
};

/** `漫币 0 → 100` */
export function columnText(column: string, before: unknown, after: unknown): string {
  return `${COLUMNS[column] ?? column} ${valueText(before)} → ${valueText(after)}`;
}

function valueText(value: unknown): string {
  if (value === undefined || value === null) return '无';
  if (typeof value === 'boolean') return value ? '是' : '否';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? timeText(text) : text;
}

/** The actor: a member of staff, someone who is not logged in, or the operating system's user who ran a command. */
export function actorText({ actor, actorName }: { actor: string; actorName: string | null }): string {
  return actorName ?? (actor === 'not-logged-in' ? '未登录的人' : `${actor}（命令）`);
}

export function subjectName(subject: string): string {
  return SUBJECTS.find(([name]) => name === subject)?.[1] ?? subject;
}
