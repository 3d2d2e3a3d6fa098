export const SUBJECTS = [
  ['', '全部'],
  ['staff', '员工'],
  ['comic', '漫画'],
  ['chapter', '话'],
  ['reader', '读者'],
  ['order', '订单'],
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
  'end-sessions': '结束全部会话',
  'end-session': '结束一个会话',
  password: '改密码',
  factor: '更换验证器',
  'recovery-codes': '重新生成恢复码',
  'add-key': '新建 API 密钥',
  'end-key': '作废 API 密钥',
  'export-audit': '导出操作记录',
  offline: '下架',
  online: '上架',
  delete: '删除',
  restore: '恢复',
  edit: '改资料',
  price: '改价',
  'publish-at': '改发布时间',
  move: '改话数',
  merge: '合并',
  undo: '撤回',
  ban: '停用读者',
  unban: '启用读者',
  erase: '注销',
  adjust: '调整余额',
  refund: '退款',
  apply: '应用编辑文件',
  arrange: '改编排',
};

export function actionName(action: string): string {
  return ACTIONS[action] ?? action;
}

/** Who did it: a member of staff, someone who is not logged in, or the user of the operating system who ran a command. */
export function actorText({ actor, actorName }: { actor: string; actorName: string | null }): string {
  return actorName ?? (actor === 'not-logged-in' ? '未登录的人' : `${actor}（命令）`);
}

export function subjectName(subject: string): string {
  return SUBJECTS.find(([name]) => name === subject)?.[1] ?? subject;
}
