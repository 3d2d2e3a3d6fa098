import * as v from 'valibot';
import { Count } from '../shapes.ts';
import { Mistakes } from './providers.ts';
import { USUAL } from './shapes.ts';
import { staffCall } from './staff-call.ts';

const MOST_MAILBOXES = 10;
const Line = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(2000));
const Format = v.picklist(['plain', 'wecom', 'dingtalk', 'feishu']);
const Security = v.picklist(['tls', 'starttls', 'none']);
const Mail = {
  /** May be empty: the file then has a mistake. */
  host: v.pipe(v.string(), v.trim(), v.maxLength(2000)),
  /** Null: the usual one of the security. */
  port: v.nullable(Count),
  security: Security,
  user: v.nullable(Line),
  /** Null: the user. */
  from: v.nullable(Line),
  to: v.pipe(v.array(Line), v.maxLength(MOST_MAILBOXES)),
};

/** The settings of alerts without their secrets. */
export const AlertSettings = v.object({
  /** The address of a chat robot contains its key: only its host is given. */
  webhook: v.nullable(v.object({ host: v.string(), format: Format })),
  mail: v.nullable(v.object({ ...Mail, hasPassword: v.boolean() })),
  /** Hours after which a backup is late. */
  backupHours: Count,
  /** The rules that are off. */
  off: v.array(v.string()),
});

export const setAlerts = staffCall({
  path: 'system/set-alerts',
  who: { staff: 'system', fresh: true },
  what: '写 alerts.yaml：告警发给谁。两样都不要就删掉文件。有错就什么也不写。地址只能是 https；不写的地址与密码用原来的，邮件服务器或用户名变了就要重写密码。',
  payload: v.object({
    /** `url` null: keeps the stored one. */
    webhook: v.nullable(v.object({ url: v.nullable(Line), format: Format })),
    /** `password` null: keeps the stored one. */
    mail: v.nullable(v.object({ ...Mail, password: v.nullable(Line) })),
    backupHours: Count,
    off: v.pipe(v.array(Line), v.maxLength(50)),
  }),
  data: Mistakes,
  limits: [{ by: 'session', points: 30, seconds: 600 }, ...USUAL],
});
