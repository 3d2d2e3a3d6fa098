import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { keepMessage, maskedTelephone, type SmsPurpose, type SmsSender } from '../../modules/account/account.ts';

const WHAT: Record<SmsPurpose, string> = { login: '登录', bind: '绑定手机', password: '修改密码', delete: '注销账号' };

/**
 * The sender that needs no gateway: messages wait in the database, and the operator reads them with `npm run sms`.
 * `showsCodes` = the log shows them too, for a machine that nobody but its owner reads with.
 */
export function createOutbox(pool: Pool, log: Logger, showsCodes: boolean): SmsSender {
  return {
    name: 'outbox',
    async send({ telephone, code, purpose, validMinutes }) {
      const body = `【漫屿】${WHAT[purpose]}验证码 ${code}，${validMinutes} 分钟内有效，请勿告诉他人。`;
      await keepMessage(pool, telephone, body);
      const to = maskedTelephone(telephone);
      log.info(showsCodes ? { to, body } : { to }, 'a text message waits in the outbox: npm run sms');
      return { outcome: 'sent' };
    },
  };
}
