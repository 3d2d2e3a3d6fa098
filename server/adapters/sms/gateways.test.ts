import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FakeSmsGateways, startFakeSmsGateways } from '../../../testing/gateways/sms.ts';
import { GATEWAY_NAMES, keyOf, makeGateway } from '../../../testing/gateways/sms-senders.ts';
import type { SmsMessage } from '../../modules/account/account.ts';
import type { GatewayParts } from './gateway.ts';

const NOW = new Date('2026-11-22T16:30:00Z');
const TELEPHONE = '13800138000';
const LOGIN: SmsMessage = { telephone: TELEPHONE, purpose: 'login', code: '012345', validMinutes: 5 };
const CHANGED: SmsMessage = { telephone: TELEPHONE, purpose: 'phone-changed' };
const ASKED_MS = 30_000;

let fake: FakeSmsGateways;
beforeAll(async () => {
  fake = await startFakeSmsGateways(() => NOW);
});
afterAll(() => fake.close());
beforeEach(() => {
  Object.assign(fake, { asked: [], answer: null, arrived: null, trouble: null });
});

const parts = (more: Partial<GatewayParts> = {}): GatewayParts => ({ fetch: fake.fetch, clock: () => NOW, ...more });
const make = (name: string, key?: { id: string; secret: string }) => makeGateway(name, parts(), key);
const send = (name: string, message: SmsMessage = LOGIN, gateway = make(name)) =>
  gateway.send(message, AbortSignal.timeout(ASKED_MS));

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
  expect(GATEWAY_NAMES.map((name) => make(name).canSend('phone-changed'))).toEqual([true, false, true, true]);
  expect(GATEWAY_NAMES.map((name) => make(name).canSend('delete'))).toEqual([true, true, true, true]);
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

test('a message that Twilio accepts and fails immediately was not sent', async () => {
  fake.answer = () => ({ status: 201, body: { sid: 'SM1', status: 'failed', error_code: 30005 } });
  expect(await send('twilio')).toMatchObject({ outcome: 'operator-fault', detail: '30005: failed' });
});

describe.each(GATEWAY_NAMES)('if %s gives no answer', (name) => {
  test.each(['reset', 'reset while answering', '502', 'no answer'] as const)(
    '(%s) the message may have gone out',
    async (trouble) => {
      fake.trouble = trouble;
      expect((await send(name)).outcome).toBe('unknown');
    },
  );

  test('but an error of its own, the message may have gone out', async () => {
    const { body } = refused(name, name === 'twilio' ? '20500' : 'isv.OUT_OF_SERVICE')();
    fake.answer = () => ({ status: 503, body });
    expect(await send(name)).toEqual({ outcome: 'unknown', detail: 'HTTP 503' });
  });

  test('in time, the message may have gone out', async () => {
    const timeout = new AbortController();
    fake.trouble = 'hang';
    fake.arrived = () => timeout.abort(new DOMException('too late', 'TimeoutError'));
    expect(await make(name).send(LOGIN, timeout.signal)).toEqual({ outcome: 'unknown', detail: 'too late' });
  });

  test('because there was no connection, another gateway can send it', async () => {
    const unreached = (): Promise<Response> => fetch('http://127.0.0.1:1/');
    const refusal = Object.assign(new Error(), { code: 'ECONNREFUSED' });
    const fetchOf = async () =>
      unreached().catch(() => Promise.reject(new TypeError('fetch failed', { cause: refusal })));
    const attempt = await send(name, LOGIN, makeGateway(name, parts({ fetch: fetchOf })));
    expect(attempt).toEqual({ outcome: 'operator-fault', detail: 'no connection: ECONNREFUSED' });
  });
});

test.each(GATEWAY_NAMES)('%s: a wrong key is an operator fault, and a check finds it too', async (name) => {
  const { id, secret } = keyOf(name);
  const wrong = { id, secret: `${secret.slice(0, -1)}9` };
  const { outcome, detail } = await send(name, LOGIN, make(name, wrong));
  expect(outcome).toBe('operator-fault');
  expect(detail).toMatch(/^(SignatureDoesNotMatch|AuthFailure.SignatureFailure|20003): /);
  const asked = make(name, wrong).probe(AbortSignal.timeout(ASKED_MS));
  await expect(asked).rejects.toThrow(/SignatureDoesNotMatch|SignatureFailure|20003/);
  expect(fake.asked).toEqual([]);
});

test.each(GATEWAY_NAMES)('%s: secrets that a gateway quotes are removed', async (name) => {
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
