import path from 'node:path';
import * as v from 'valibot';
import { describeField, mistakesOf, readSecretSettings, textLike } from '../../adapters/secret-settings.ts';
import type { Mistake, YamlSource } from '../../core/files/yaml-source.ts';
import { type MailSettings, SECURITIES } from './mail.ts';
import { RULE_NAMES, type RuleName } from './rules.ts';
import { FORMATS, type WebhookFormat } from './webhook.ts';

export const ALERTS_FILE_NAME = 'alerts.yaml';

/** Where the settings come from: the folder with the file, and the password from the environment. */
export type AlertsPlace = { dataDir: string; mailPassword: string | null };

export type AlertSettings = {
  /** `isPublicOnly`: the console has written the address, so it must not be in the network of this machine. */
  webhook: { url: string; format: WebhookFormat; isPublicOnly: boolean } | null;
  mail: (MailSettings & { to: readonly string[] }) | null;
  backupHours: number;
  off: readonly RuleName[];
};

const DEFAULT_HOURS = 36;
const PORTS = { tls: 465, starttls: 587, none: 25 };
const MOST_MAILBOXES = 10;

const ADDRESS = '要写 http:// 或 https:// 开头的地址';
const MAILBOX = '要写一个邮箱，如 ops@example.com';
const PORT = '要写 1 到 65535 的整数';

const isAddress = (url: string) => /^https?:\/\/\S+$/.test(url) && URL.canParse(url);
const text = (what: string) => textLike(/^[^\r\n]+$/, what);
const mailbox = textLike(/^[^\s@<>,;"]+@[^\s@<>,;"]+$/, MAILBOX);

const MAIL = v.strictObject(
  {
    host: textLike(/^[\w.:-]+$/, '要写邮件服务器的名字，如 smtp.example.com'),
    port: v.optional(v.pipe(v.number(PORT), v.integer(PORT), v.minValue(1, PORT), v.maxValue(65535, PORT))),
    security: v.optional(v.picklist(SECURITIES, `要写 ${SECURITIES.join('、')} 之一`), 'tls'),
    user: v.optional(text('要写用户名')),
    password: v.optional(text('要写密码')),
    from: v.optional(mailbox),
    to: v.pipe(
      v.array(mailbox, '要写成列表，如 [ops@example.com]'),
      v.minLength(1, '至少写一个邮箱'),
      v.maxLength(MOST_MAILBOXES, `最多 ${MOST_MAILBOXES} 个邮箱`),
    ),
  },
  describeField,
);

const FILE = v.strictObject(
  {
    webhook: v.optional(
      v.strictObject(
        {
          url: v.pipe(v.string(ADDRESS), v.trim(), v.check(isAddress, ADDRESS)),
          format: v.optional(v.picklist(FORMATS, `要写 ${FORMATS.join('、')} 之一`), 'plain'),
          public_only: v.optional(v.boolean('要写 true 或 false'), false),
        },
        describeField,
      ),
    ),
    mail: v.optional(MAIL),
    backup_hours: v.optional(
      v.pipe(v.number('要写小时数'), v.integer('要写整数'), v.minValue(1, '要写 1 或更大的整数')),
      DEFAULT_HOURS,
    ),
    off: v.optional(v.array(v.picklist(RULE_NAMES, `只有 ${RULE_NAMES.join('、')}`), '要写成列表，如 [import]'), []),
  },
  describeField,
);

/** Reads alerts.yaml; null = there is none. Its address and password are secrets, so they are not logged. */
export async function readAlertSettings(
  { dataDir, mailPassword }: AlertsPlace,
  name = ALERTS_FILE_NAME,
): Promise<{ settings: AlertSettings } | { mistakes: Mistake[] } | null> {
  const file = path.join(dataDir, name);
  const read = await readSecretSettings(file, FILE, new Set(['backup_hours', 'port']));
  if (!read) return null;
  const { fields, source } = read;
  const settings = fields && settingsOf(fields, mailPassword, source);
  const mistakes = mistakesOf(source);
  return mistakes.length > 0 || !settings ? { mistakes } : { settings };
}

function settingsOf(
  fields: v.InferOutput<typeof FILE>,
  mailPassword: string | null,
  { wrong }: YamlSource,
): AlertSettings {
  const { webhook: hook = null, mail: given = null, backup_hours: backupHours, off } = fields;
  const webhook = hook && { url: hook.url, format: hook.format, isPublicOnly: hook.public_only };
  if (!webhook && !given) wrong([], '要写 webhook 或 mail');
  const mail = given && mailOf(given, mailPassword, (field, what) => wrong(['mail', field], what));
  return { webhook, mail, backupHours, off };
}

/** `wrong` is called for fields that do not fit each other. */
function mailOf(
  { host, port, security, user, password, from = user, to }: v.InferOutput<typeof MAIL>,
  mailPassword: string | null,
  wrong: (field: string, what: string) => void,
): AlertSettings['mail'] {
  const pass = password ?? mailPassword;
  if (user === undefined && password !== undefined) wrong('password', '有密码就要写 user');
  if (user !== undefined && !pass) wrong('user', '缺少密码：写 password，或设环境变量 ALERT_MAIL_PASSWORD');
  if (user !== undefined && security === 'none') wrong('security', '密码不能不加密地送出去：写 tls 或 starttls');
  if (!from?.includes('@')) wrong('from', MAILBOX);
  const auth = user !== undefined && pass ? { user, pass } : null;
  return { host, port: port ?? PORTS[security], security, auth, from: from ?? '', to };
}
