import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SmsMessage } from '../../modules/account/account.ts';
import { type FakeSmsGateways, SMS_SECRETS, startFakeSmsGateways } from '../../testing/gateways/sms.ts';
import { createAliyunSms } from './aliyun/send-sms.ts';
import { createAliyunVerify } from './aliyun/verify-code.ts';
import type { GatewayParts, SmsGateway } from './gateway.ts';
import { createTencentSms } from './tencent/send-sms.ts';
import { createTwilio } from './twilio.ts';

const NOW = new Date('2026-11-22T16:30:00Z');
const TELEPHONE = '13800138000';
const LOGIN: SmsMessage = { telephone: TELEPHONE, purpose: 'login', code: '012345', validMinutes: 5 };
const CHANGED: SmsMessage = { telephone: TELEPHONE, purpose: 'phone-changed' };
const ASKED_MS = 2_000;

let fake: FakeSmsGateways;
beforeAll(async () => {
  fake = await startFakeSmsGateways(() => NOW);
});
afterAll(() => fake.close());
beforeEach(() => {
  Object.assign(fake, { asked: [], answer: null, trouble: null });
});

const templates = { default: 'SMS_1000', login: 'SMS_1001', 'phone-changed': 'SMS_1002' };
type Secret = { id: string; secret: string };
type Make = (key?: Secret, parts?: Partial<GatewayParts>) => SmsGateway;
const parts = (more: Partial<GatewayParts> = {}): GatewayParts => ({ fetch: fake.fetch, clock: () => NOW, ...more });

const GATEWAYS: Record<string, Make> = {
  aliyun: (key = SMS_SECRETS.aliyun, more) => createAliyunSms({ key, signature: '漫屿', templates }, parts(more)),
  'aliyun-verify': (key = SMS_SECRETS.aliyun, more) =>
    createAliyunVerify({ key, signature: '速通互联', templates: { default: '100001' } }, parts(more)),
  tencent: (key = SMS_SECRETS.tencent, more) => {
    const account = { appId: '1400006666', region: 'ap-guangzhou', signature: '漫屿', withMinutes: false };
    return createTencentSms({ key, ...account, templates: { default: '1110', 'phone-changed': '1111' } }, parts(more));
  },
  twilio: (key = SMS_SECRETS.twilio, more) => {
    const account = { accountSid: SMS_SECRETS.twilio.id, from: '+15005550006', signature: '漫屿' };
    return createTwilio({ key, ...account }, parts(more));
  },
};
const NAMES = Object.keys(GATEWAYS);
const make = (name: string, ...given: Parameters<Make>) => GATEWAYS[name]?.(...given) ?? expect.unreachable(name);
const send = (name: string, message: SmsMessage = LOGIN, ...given: Parameters<Make>) =>
  make(name, ...given).send(message, AbortSignal.timeout(ASKED_MS));

test.each<[string, SmsMessage, object]>([
  [
    'aliyun',
    LOGIN,
    {
      host: 'dysmsapi.aliyuncs.com',
      action: 'SendSms',
      fields: {
        PhoneNumbers: TELEPHONE,
        SignName: '漫屿',
        TemplateCode: 'SMS_1001',
        TemplateParam: '{"code":"012345"}',
      },
    },
  ],
  [
    'aliyun',
    { ...LOGIN, purpose: 'bind' },
    {
      host: 'dysmsapi.aliyuncs.com',
      action: 'SendSms',
      fields: {
        PhoneNumbers: TELEPHONE,
        SignName: '漫屿',
        TemplateCode: 'SMS_1000',
        TemplateParam: '{"code":"012345"}',
      },
    },
  ],
  [
    'aliyun',
    CHANGED,
    {
      host: 'dysmsapi.aliyuncs.com',
      action: 'SendSms',
      fields: { PhoneNumbers: TELEPHONE, SignName: '漫屿', TemplateCode: 'SMS_1002' },
    },
  ],
  [
    'aliyun-verify',
    LOGIN,
    {
      host: 'dypnsapi.aliyuncs.com',
      action: 'SendSmsVerifyCode',
      fields: {
        PhoneNumber: TELEPHONE,
        CountryCode: '86',
        SignName: '速通互联',
        TemplateCode: '100001',
        TemplateParam: '{"code":"012345","min":"5"}',
      },
    },
  ],
  [
    'tencent',
    LOGIN,
    {
      host: 'sms.tencentcloudapi.com',
      action: 'SendSms',
      fields: {
        SmsSdkAppId: '1400006666',
        SignName: '漫屿',
        TemplateId: '1110',
        TemplateParamSet: ['012345'],
        PhoneNumberSet: [`+86${TELEPHONE}`],
      },
    },
  ],
  [
    'tencent',
    CHANGED,
    {
      host: 'sms.tencentcloudapi.com',
      action: 'SendSms',
      fields: {
        SmsSdkAppId: '1400006666',
        SignName: '漫屿',
        TemplateId: '1111',
        TemplateParamSet: [],
        PhoneNumberSet: [`+86${TELEPHONE}`],
      },
    },
  ],
  [
    'twilio',
    LOGIN,
    {
      host: 'api.twilio.com',
      action: 'POST Messages.json',
      fields: {
        To: `+86${TELEPHONE}`,
        From: '+15005550006',
        Body: '【漫屿】登录验证码 012345，5 分钟内有效，请勿告诉他人。',
      },
    },
  ],
])('%s gets a message signed, with the template of its purpose: %o', async (name, message, request) => {
  expect(await send(name, message)).toEqual({ outcome: 'sent', messageId: expect.stringMatching(/\d/) });
  expect(fake.asked).toEqual([request]);
});

test('a notice is not sent with the template of a code', () => {
  expect(NAMES.map((name) => make(name).canSend('phone-changed'))).toEqual([true, false, true, true]);
  expect(NAMES.map((name) => make(name).canSend('delete'))).toEqual([true, true, true, true]);
});

const refused =
  (name: string, code: string, message = 'no') =>
  () => {
    if (name === 'twilio') return { status: 400, body: { code: Number(code), message, status: 400 } };
    if (name !== 'tencent') return { body: { Code: code, Message: message } };
    const [of, at] = code.split('@');
    if (at === 'request') return { body: { Response: { Error: { Code: of, Message: message }, RequestId: '1' } } };
    return { body: { Response: { SendStatusSet: [{ Code: of, Message: message, SerialNo: '' }] } } };
  };

test.each([
  ['aliyun', 'isv.BUSINESS_LIMIT_CONTROL', 'throttled'],
  ['aliyun', 'isv.MOBILE_NUMBER_ILLEGAL', 'bad-number'],
  ['aliyun', 'isv.AMOUNT_NOT_ENOUGH', 'operator-fault'],
  ['aliyun', 'isv.SMS_SIGNATURE_ILLEGAL', 'operator-fault'],
  ['aliyun', 'isv.SMS_TEMPLATE_ILLEGAL', 'operator-fault'],
  ['aliyun', 'isv.DAY_LIMIT_CONTROL', 'operator-fault'],
  ['aliyun', 'InvalidAccessKeyId.NotFound', 'operator-fault'],
  ['aliyun', 'isp.SYSTEM_ERROR', 'unknown'],
  ['aliyun-verify', 'biz.FREQUENCY', 'throttled'],
  ['aliyun-verify', 'MOBILE_NUMBER_ILLEGAL', 'bad-number'],
  ['aliyun-verify', 'FUNCTION_NOT_OPENED', 'operator-fault'],
  ['tencent', 'LimitExceeded.PhoneNumberDailyLimit', 'throttled'],
  ['tencent', 'LimitExceeded.PhoneNumberThirtySecondLimit', 'throttled'],
  ['tencent', 'InvalidParameterValue.IncorrectPhoneNumber', 'bad-number'],
  ['tencent', 'FailedOperation.InsufficientBalanceInSmsPackage', 'operator-fault'],
  ['tencent', 'FailedOperation.TemplateIncorrectOrUnapproved', 'operator-fault'],
  ['tencent', 'AuthFailure.SecretIdNotFound@request', 'operator-fault'],
  ['tencent', 'InternalError.Timeout@request', 'unknown'],
  ['twilio', '21211', 'bad-number'],
  ['twilio', '21614', 'bad-number'],
  ['twilio', '21610', 'bad-number'],
  ['twilio', '14107', 'throttled'],
  ['twilio', '20429', 'operator-fault'],
  ['twilio', '21408', 'operator-fault'],
])('%s: %s is %s', async (name, code, outcome) => {
  fake.answer = refused(name, code);
  expect(await send(name)).toEqual({ outcome, detail: `${code.split('@')[0]}: no` });
});

test('a message that Twilio takes and gives up at once was not sent', async () => {
  fake.answer = () => ({ status: 201, body: { sid: 'SM1', status: 'failed', error_code: 30005 } });
  expect(await send('twilio')).toMatchObject({ outcome: 'operator-fault', detail: '30005: failed' });
});

describe.each(NAMES)('where %s gives no answer', (name) => {
  test.each(['reset', 'reset while answering', '502', 'no answer'] as const)(
    '(%s) the message may have gone out',
    async (trouble) => {
      fake.trouble = trouble;
      expect((await send(name)).outcome).toBe('unknown');
    },
  );

  test('in time, the message may have gone out', async () => {
    fake.trouble = 'hang';
    expect((await make(name).send(LOGIN, AbortSignal.timeout(30))).outcome).toBe('unknown');
  });

  test('because there was no connection, another may send it', async () => {
    const unreached = (): Promise<Response> => fetch('http://127.0.0.1:1/');
    const refusal = Object.assign(new Error(), { code: 'ECONNREFUSED' });
    const fetchOf = async () =>
      unreached().catch(() => Promise.reject(new TypeError('fetch failed', { cause: refusal })));
    const attempt = await send(name, LOGIN, undefined, { fetch: fetchOf });
    expect(attempt).toEqual({ outcome: 'operator-fault', detail: 'no connection: ECONNREFUSED' });
  });
});

const keyOf = (name: string) =>
  ({ tencent: SMS_SECRETS.tencent, twilio: SMS_SECRETS.twilio })[name] ?? SMS_SECRETS.aliyun;

test.each(NAMES)('%s: a wrong key is the operator’s fault, and a question finds it too', async (name) => {
  const { id, secret } = keyOf(name);
  const wrong = { id, secret: `${secret.slice(0, -1)}9` };
  const { outcome, detail } = await send(name, LOGIN, wrong);
  expect(outcome).toBe('operator-fault');
  expect(detail).toMatch(/^(SignatureDoesNotMatch|AuthFailure.SignatureFailure|20003): /);
  const asked = make(name, wrong).probe(AbortSignal.timeout(ASKED_MS));
  await expect(asked).rejects.toThrow(/SignatureDoesNotMatch|SignatureFailure|20003/);
  expect(fake.asked).toEqual([]);
});

test.each(NAMES)('%s: nothing secret of what a gateway quotes gets out', async (name) => {
  const { id, secret } = keyOf(name);
  const secrets = [secret, Buffer.from(`${id}:${secret}`).toString('base64')];
  const quoted = [...secrets, TELEPHONE, '012345'].join(' ');
  fake.answer = (request) =>
    refused(name, name === 'tencent' ? '20003@request' : '20003', `${quoted} ${JSON.stringify(request.fields)}`)();
  const { detail = '' } = await send(name);
  expect(detail).toContain('*** ');
  const error = await make(name).probe(AbortSignal.timeout(ASKED_MS)).catch(String);
  expect(error).toContain('20003');
  for (const each of name === 'twilio' ? secrets : [secret]) expect(detail + error).not.toContain(each);
  for (const each of [TELEPHONE, '012345']) expect(detail).not.toContain(each);
});

test.each(NAMES)('%s: a question that costs nothing finds the keys right', async (name) => {
  await make(name).probe(AbortSignal.timeout(ASKED_MS));
  expect(fake.asked).toHaveLength(1);
  expect(JSON.stringify(fake.asked)).not.toContain('SendSms');
});

const aliyunDetails = (...details: object[]) => ({
  body: { Code: 'OK', SmsSendDetailDTOs: { SmsSendDetailDTO: details } },
});
const tencentReports = (...reports: object[]) => ({ body: { Response: { PullSmsSendStatusSet: reports } } });

test.each<[string, object, object | null]>([
  ['aliyun', aliyunDetails({ SendStatus: 3, ErrCode: 'DELIVERED' }), { state: 'delivered', detail: 'DELIVERED' }],
  [
    'aliyun',
    aliyunDetails({ SendStatus: 2, ErrCode: 'MOBILE_NOT_ON_SERVICE' }),
    { state: 'undelivered', detail: 'MOBILE_NOT_ON_SERVICE' },
  ],
  ['aliyun', aliyunDetails({ SendStatus: 1 }), null],
  ['aliyun', aliyunDetails(), null],
  [
    'tencent',
    tencentReports({ SerialNo: 'n1', ReportStatus: 'SUCCESS', Description: 'DELIVRD' }),
    { state: 'delivered', detail: 'DELIVRD' },
  ],
  [
    'tencent',
    tencentReports({ SerialNo: 'n1', ReportStatus: 'FAIL', Description: 'MK:0001' }),
    { state: 'undelivered', detail: 'MK:0001' },
  ],
  ['tencent', tencentReports({ SerialNo: 'other', ReportStatus: 'SUCCESS' }), null],
  ['twilio', { body: { sid: 'n1', status: 'delivered', error_code: null } }, { state: 'delivered' }],
  [
    'twilio',
    { body: { sid: 'n1', status: 'undelivered', error_code: 30003 } },
    { state: 'undelivered', detail: '30003' },
  ],
  ['twilio', { body: { sid: 'n1', status: 'sent', error_code: null } }, null],
])('%s: the report %j means %j', async (name, answer, report) => {
  fake.answer = () => answer as { body: unknown };
  const at = new Date('2026-11-22T16:00:00Z');
  const asked = make(name).report?.({ telephone: TELEPHONE, messageId: 'n1', at }, AbortSignal.timeout(ASKED_MS));
  expect(await asked).toEqual(report);
  const day = { aliyun: '"SendDate":"20261123"', tencent: '"BeginTime":1795363140', twilio: 'Messages/n1.json' }[name];
  expect(JSON.stringify(fake.asked)).toContain(day);
});
