import type { Pool } from 'pg';
import type { Logger } from 'pino';
import {
  type CodePurpose,
  keepMessage,
  maskedTelephone,
  type NoticePurpose,
  type SmsMessage,
  type SmsSender,
} from '../../modules/account/account.ts';

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

/**
 * The sender that needs no gateway: messages wait in the database, and the operator reads them with `npm run sms`.
 * `showsCodes` = the log shows them too, for a machine that only its owner uses.
 */
export function createOutbox(pool: Pool, log: Logger, showsCodes: boolean): SmsSender {
  return {
    name: 'outbox',
    async send(message) {
      const { telephone } = message;
      const body = `【漫屿】${textOf(message)}`;
      await keepMessage(pool, telephone, body);
      const to = maskedTelephone(telephone);
      log.info(showsCodes ? { to, body } : { to }, 'a text message waits in the outbox: npm run sms');
      return { outcome: 'sent' };
    },
  };
}

function textOf(message: SmsMessage): string {
  if (!('code' in message)) return NOTICES[message.purpose];
  const { purpose, code, validMinutes } = message;
  return `${WHAT[purpose]}验证码 ${code}，${validMinutes} 分钟内有效，请勿告诉他人。`;
}
