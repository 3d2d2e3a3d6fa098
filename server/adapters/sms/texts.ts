import type { CodePurpose, NoticePurpose, SmsMessage } from '../../modules/account/account.ts';

const WHAT: Record<CodePurpose, string> = {
  login: '登录',
  bind: '绑定手机',
  password: '修改密码',
  phone: '更换手机号',
  delete: '注销账号',
};
const NOTICES: Record<NoticePurpose, string> = {
  'phone-changed': '你的账号已改绑另一个手机号，不再使用这个号码。如果不是你本人操作，请尽快联系网站。',
};

/** The full text of a message, for senders without templates. */
export function textOf(message: SmsMessage, signature: string): string {
  return `【${signature}】${bodyOf(message)}`;
}

function bodyOf(message: SmsMessage): string {
  if (!('code' in message)) return NOTICES[message.purpose];
  const { purpose, code, validMinutes } = message;
  return `${WHAT[purpose]}验证码 ${code}，${validMinutes} 分钟内有效，请勿告诉他人。`;
}
