import path from 'node:path';
import { badFile } from '../../core/files/bad-config.ts';
import type { Mistake, YamlSource } from '../../core/files/yaml-source.ts';
import { mistakesOf, readSecretSettings, type SecretSettings } from '../secret-settings.ts';
import { type AliyunAccount, createAliyunSms } from './aliyun/send-sms.ts';
import { createAliyunVerify } from './aliyun/verify-code.ts';
import { SMS_FILE, SMS_NUMBERS, type SmsFields } from './config-fields.ts';
import type { GatewayParts, SmsGateway } from './gateway.ts';
import type { SmsSettings } from './senders.ts';
import { CODE_PURPOSES } from './templates.ts';
import { createTencentSms, type TencentAccount } from './tencent/send-sms.ts';
import { createTwilio, type TwilioAccount } from './twilio.ts';

export const SMS_FILE_NAME = 'sms.yaml';

/** The gateways in the order of the file and its budget, or its mistakes. */
export type SmsRead = { gateways: SmsGateway[]; dailyBudget: number | null } | { mistakes: Mistake[] };

/** The location of the settings; `budget`: the budget in the environment, which overrides the file. */
export type SmsPlace = { dataDir: string; budget: number | null };

const DEFAULT_BUDGET = 500;

/** The settings of sms.yaml, which can be read again. Without the file there are no gateways: messages go to the outbox. */
export async function openSms({ dataDir, budget }: SmsPlace): Promise<Pick<SmsSettings, 'now' | 'reload'>> {
  let current: ReturnType<SmsSettings['now']> = { gateways: [], dailyBudget: DEFAULT_BUDGET };
  async function reload(): Promise<void> {
    const read = await readSmsGateways(dataDir, { fetch, clock: () => new Date() });
    if (read && 'mistakes' in read) throw badFile(SMS_FILE_NAME, read.mistakes, 'manyu sms check');
    const { gateways = [], dailyBudget = null } = read ?? {};
    current = { gateways, dailyBudget: budget ?? dailyBudget ?? DEFAULT_BUDGET };
  }
  await reload();
  return { now: () => current, reload };
}

/** Reads the gateways of text messages; `null` if there is no file. No value of the file may be logged. */
export async function readSmsGateways(
  dataDir: string,
  parts: GatewayParts,
  name = SMS_FILE_NAME,
): Promise<SmsRead | null> {
  const read = await readSecretSettings(path.join(dataDir, name), SMS_FILE, SMS_NUMBERS);
  if (!read) return null;
  const gateways = gatewaysOf(read, parts);
  const mistakes = mistakesOf(read.source);
  return mistakes.length > 0 ? { mistakes } : { gateways, dailyBudget: read.fields?.daily_budget ?? null };
}

function gatewaysOf({ fields, source }: SecretSettings<SmsFields>, parts: GatewayParts): SmsGateway[] {
  if (!fields) return [];
  const { aliyun, tencent, twilio, 'aliyun-verify': verify } = fields;
  const account = twilio && twilioAccount(twilio, source);
  const gateways: Record<string, SmsGateway | null | undefined> = {
    aliyun: aliyun && createAliyunSms(aliyunAccount(aliyun), parts),
    'aliyun-verify': verify && createAliyunVerify(aliyunAccount(verify), parts),
    tencent: tencent && createTencentSms(tencentAccount(tencent), parts),
    twilio: account && createTwilio(account, parts),
  };
  const inOrder = Object.keys(source.root ?? {}).flatMap((name) => gateways[name] ?? []);
  for (const gateway of inOrder) checkTemplates(gateway, source);
  if (inOrder.length === 0 && source.mistakes.length === 0)
    source.wrong([], '一个网关也没有写；不用网关就删除这个文件');
  return inOrder;
}

/** Checks that every code can be sent. */
function checkTemplates({ name, canSend }: SmsGateway, source: YamlSource): void {
  const missing = CODE_PURPOSES.filter((purpose) => !canSend(purpose));
  if (missing.length > 0) source.wrong([name, 'templates'], `${missing.join('、')} 没有模板，也没有写 default`);
}

type Filled<Name extends Exclude<keyof SmsFields, 'daily_budget'>> = NonNullable<SmsFields[Name]>;

function aliyunAccount(fields: Filled<'aliyun'> | Filled<'aliyun-verify'>): AliyunAccount {
  const { access_key_id: id, access_key_secret: secret, signature, templates } = fields;
  return { key: { id, secret }, signature, templates };
}

function tencentAccount(fields: Filled<'tencent'>): TencentAccount {
  const { secret_id: id, secret_key: secret, app_id: appId, with_minutes: withMinutes, ...rest } = fields;
  return { key: { id, secret }, appId, withMinutes, ...rest };
}

function twilioAccount(fields: Filled<'twilio'>, source: YamlSource): TwilioAccount | null {
  const { account_sid: accountSid, auth_token, api_key, api_secret, from, signature } = fields;
  const rest = { accountSid, from, signature };
  if (api_key && api_secret && !auth_token) return { ...rest, key: { id: api_key, secret: api_secret } };
  if (auth_token && !api_key && !api_secret) return { ...rest, key: { id: accountSid, secret: auth_token } };
  source.wrong(['twilio'], '要写 auth_token，或者 api_key 与 api_secret 两样');
  return null;
}
