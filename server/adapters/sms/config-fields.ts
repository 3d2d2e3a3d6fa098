import * as v from 'valibot';
import { describeField, textLike } from '../secret-settings.ts';
import { CODE_PURPOSES, NOTICE_PURPOSES } from './templates.ts';

/** The schema of sms.yaml. Each message is a Chinese sentence without the field's name and value. */

const signature = textLike(/^[^\s【】]{2,20}$/, '要写短信签名，2 到 20 个字，不带【】');

const PURPOSES = [...CODE_PURPOSES, ...NOTICE_PURPOSES];
const templates = (pattern: RegExp, what: string) => {
  const template = v.optional(textLike(pattern, what));
  const fields = v.entriesFromList(['default', ...PURPOSES], template);
  return v.strictObject(fields, (issue) =>
    issue.expected === 'never' ? `没有这个用途，只有 default、${PURPOSES.join('、')}` : describeField(issue),
  );
};

const ALIYUN_KEY = {
  access_key_id: textLike(/^[A-Za-z0-9]{16,40}$/, '要写 AccessKey ID，多为 LTAI 开头'),
  access_key_secret: textLike(/^[A-Za-z0-9]{30,60}$/, '要写 AccessKey Secret，30 个字母与数字'),
  signature,
};
const ALIYUN = v.strictObject(
  { ...ALIYUN_KEY, templates: templates(/^SMS_\d{4,15}$/, '要写模板 CODE，如 SMS_154950909') },
  describeField,
);
const ALIYUN_VERIFY = v.strictObject(
  { ...ALIYUN_KEY, templates: templates(/^(SMS_)?\d{4,15}$/, '要写赠送模板的 CODE，如 100001') },
  describeField,
);

const TENCENT = v.strictObject(
  {
    secret_id: textLike(/^[A-Za-z]KID[A-Za-z0-9]{13,68}$/, '要写 SecretId，多为 AKID 开头'),
    secret_key: textLike(/^[A-Za-z0-9]{32,64}$/, '要写 SecretKey，32 个字母与数字'),
    app_id: textLike(/^\d{10}$/, '要写 SDK AppID，10 位数字，如 1400006666'),
    region: v.optional(textLike(/^[a-z]{2}-[a-z]+(-\d)?$/, '要写地域，如 ap-guangzhou'), 'ap-guangzhou'),
    signature,
    with_minutes: v.optional(v.boolean('要写 true 或 false'), false),
    templates: templates(/^\d{3,10}$/, '要写正文模板的 ID，如 1110'),
  },
  describeField,
);

const TWILIO = v.strictObject(
  {
    account_sid: textLike(/^AC[0-9a-f]{32}$/, '要写 Account SID，AC 开头的 34 位'),
    auth_token: v.optional(textLike(/^[0-9a-f]{32}$/, '要写 Auth Token，32 位')),
    api_key: v.optional(textLike(/^SK[0-9a-f]{32}$/, '要写 API Key 的 SID，SK 开头的 34 位')),
    api_secret: v.optional(textLike(/^[A-Za-z0-9]{32}$/, '要写 API Key 的 Secret，32 位')),
    from: textLike(
      /^(\+[1-9]\d{6,14}|MG[0-9a-f]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{2,11})$/,
      '要写发信的号码（+ 开头）、字母名字（至多 11 个字符）或 Messaging Service 的 SID（MG 开头）',
    ),
    signature,
  },
  describeField,
);

const BUDGET = '要写一天最多发几条，0 是不发';

/** The fields that are numbers; all others are text. */
export const SMS_NUMBERS: ReadonlySet<string> = new Set(['daily_budget']);

export const SMS_FILE = v.strictObject(
  {
    aliyun: v.optional(ALIYUN),
    'aliyun-verify': v.optional(ALIYUN_VERIFY),
    tencent: v.optional(TENCENT),
    twilio: v.optional(TWILIO),
    daily_budget: v.optional(
      v.pipe(v.number(BUDGET), v.integer(BUDGET), v.minValue(0, BUDGET), v.maxValue(999_999_999, BUDGET)),
    ),
  },
  describeField,
);

export type SmsFields = v.InferOutput<typeof SMS_FILE>;
