import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FakeSmsGateways, SMS_SECRETS, startFakeSmsGateways, usual } from '../../../../testing/gateways/sms.ts';
import { runSmsCheck } from '../../settings-file/sms-check.ts';
import { readSmsCheckArgs } from './sms-check.ts';

const { aliyun, tencent } = SMS_SECRETS;
const FILE = `tencent:
  secret_id: ${tencent.id}
  secret_key: ${tencent.secret}
  app_id: 1400006666
  signature: 漫屿
  templates: { default: 1110 }
aliyun:
  access_key_id: ${aliyun.id}
  access_key_secret: ${aliyun.secret}
  signature: 漫屿
  templates: { default: SMS_1000, phone-changed: SMS_1002 }
`;
const TELEPHONE = '13800138000';

let folder: string;
let fake: FakeSmsGateways;
let isReported: boolean;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'manyu-sms-check-'));
  fake = await startFakeSmsGateways(() => new Date());
});
afterAll(async () => {
  await fake.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  Object.assign(fake, { asked: [], answer: null, trouble: null });
  isReported = false;
});

type World = { file?: string; fastMs?: number; telephone?: string | null };

async function check({ file = FILE, fastMs = 0, telephone = null }: World = {}) {
  await writeFile(path.join(folder, 'sms.yaml'), file, { mode: 0o600 });
  let text = '';
  const write = (more: string) => {
    text += more;
  };
  const code = await runSmsCheck(
    { telephone },
    {
      dataDir: folder,
      fetch: fake.fetch,
      clock: () => new Date(Date.now() + fastMs),
      async wait() {
        isReported = true;
      },
      stdout: { write },
    },
  );
  return { code, text };
}

test('a check without findings lists what it checked, and sends nothing', async () => {
  const { code, text } = await check();
  expect(text.split('\n')).toEqual([
    '依次使用：腾讯云短信、阿里云短信服务',
    '✓ 腾讯云短信：密钥可用，网关应答了',
    expect.stringMatching(/^✓ 腾讯云短信：时钟与网关相差 \d 秒$/),
    '✓ 腾讯云短信：模板 1110 通过了审核，变量对得上',
    '✓ 阿里云短信服务：密钥可用，网关应答了',
    expect.stringMatching(/^✓ 阿里云短信服务：时钟与网关相差 \d 秒$/),
    '✓ 阿里云短信服务：模板 SMS_1000 通过了审核，变量对得上',
    '✓ 阿里云短信服务：模板 SMS_1002 通过了审核，变量对得上',
    '',
  ]);
  expect(code).toBe(0);
  expect(fake.asked.map(({ action }) => action)).toEqual([
    'PullSmsSendStatusByPhoneNumber',
    'DescribeSmsTemplateList',
    'QuerySendDetails',
    'GetSmsTemplate',
    'GetSmsTemplate',
  ]);
});

test('with a phone number, each gateway sends one message to it, and the check waits for the reports', async () => {
  fake.answer = ({ host, action }) => {
    const isTencent = host.startsWith('sms');
    if (action === 'SendSms' && isTencent)
      return { body: { Response: { SendStatusSet: [{ Code: 'Ok', Message: '', SerialNo: 'n1' }] } } };
    if (action === 'SendSms') return { body: { Code: 'OK', BizId: 'n1' } };
    const lost = { SerialNo: 'n1', ReportStatus: 'FAIL', Description: 'MK:0001' };
    if (isTencent) return { body: { Response: { PullSmsSendStatusSet: isReported ? [lost] : [] } } };
    const arrived = isReported ? [{ SendStatus: 3 }] : [];
    return { body: { Code: 'OK', SmsSendDetailDTOs: { SmsSendDetailDTO: arrived } } };
  };
  const { code, text } = await check({ telephone: TELEPHONE });
  expect(text).toContain('✓ 腾讯云短信：网关收下了短信\n✗ 腾讯云短信：回执：手机没有收到 MK:0001\n');
  expect(text).toContain('✓ 阿里云短信服务：网关收下了短信\n✓ 阿里云短信服务：回执：手机收到了\n');
  expect(code).toBe(1);
  const sent = fake.asked.filter(({ action }) => action === 'SendSms');
  expect(sent.map(({ fields }) => fields.PhoneNumberSet ?? fields.PhoneNumbers)).toEqual([
    [`+86${TELEPHONE}`],
    TELEPHONE,
  ]);
});

describe('a check finds', () => {
  test.each<[string, World, string]>([
    ['a clock that is ten minutes fast', { fastMs: 600_000 }, '时钟快了 60\\d 秒'],
    ['a clock that is ten minutes slow', { fastMs: -600_000 }, '时钟慢了 (600|59\\d) 秒'],
    [
      'a wrong secret',
      { file: FILE.replace(aliyun.secret, 'x'.repeat(30)) },
      '密钥（Secret）不对，或时钟不准（对方的原话：SignatureDoesNotMatch',
    ],
    ['a wrong id', { file: FILE.replace(tencent.id, tencent.id.toUpperCase()) }, 'SignatureFailure'],
    ['a mistake in the file', { file: FILE.replace('1400006666', '1') }, ''],
  ])('%s', async (_what, world, sentence) => {
    const { code, text } = await check(world);
    if (sentence === '') expect(text).toMatch(/^sms\.yaml 第 4 行 tencent「app_id」：.*。\n$/);
    else expect(text).toMatch(new RegExp(`^✗ .*${sentence}`, 'm'));
    expect(code).toBe(1);
    for (const { secret } of [aliyun, tencent]) expect(text).not.toContain(secret);
  });

  test('a gateway that does not answer', async () => {
    fake.trouble = 'reset';
    const { text } = await check();
    expect(text).toContain('✗ 腾讯云短信：没有通过：连不上，检查网络与 DNS\n');
    expect(text).toContain('✗ 腾讯云短信：网关没有应答，不知道时钟准不准\n');
  });

  test.each<[string, object, string]>([
    ['Aliyun is reviewing', { Code: 'OK', TemplateStatus: '0', TemplateContent: '' }, '还在审核'],
    ['Aliyun has refused', { Code: 'OK', TemplateStatus: '2', TemplateContent: '' }, '没有通过审核，或已经停用'],
    ['Aliyun does not know', { Code: 'isv.SMS_TEMPLATE_ILLEGAL' }, '这个账号里没有它'],
    [
      'has another name for its variable',
      { Code: 'OK', TemplateStatus: 1, TemplateContent: '验证码\u0024{number}' },
      '变量对不上：应当有 code，模板里有 number',
    ],
    [
      'has no variable',
      { Code: 'OK', TemplateStatus: 1, TemplateContent: '验证码' },
      '变量对不上：应当有 code，模板里没有变量',
    ],
  ])('a template that %s', async (_what, body, sentence) => {
    fake.answer = (request) => (request.action === 'GetSmsTemplate' ? { body } : usual(request));
    const { code, text } = await check();
    expect(text).toContain(`✗ 阿里云短信服务：模板 SMS_1000 ${sentence}\n`);
    expect(code).toBe(1);
  });

  test.each([
    [1, '验证码{1}', '还在审核'],
    [-1, '验证码{1}', '没有通过审核，或已经停用'],
    [0, '验证码{1}，{2}分钟', '变量对不上：应当有 1，模板里有 1、2'],
  ])('a template with Tencent’s status %i, %s', async (StatusCode, TemplateContent, sentence) => {
    const body = { Response: { DescribeTemplateStatusSet: [{ StatusCode, TemplateContent }] } };
    fake.answer = (request) => (request.action === 'DescribeSmsTemplateList' ? { body } : usual(request));
    expect((await check()).text).toContain(`✗ 腾讯云短信：模板 1110 ${sentence}\n`);
  });

  test('a key that may send but not read templates is not a fault', async () => {
    const body = { Code: 'Forbidden.RAM', Message: 'no' };
    fake.answer = (request) => (request.action === 'GetSmsTemplate' ? { body } : usual(request));
    const { code, text } = await check();
    expect(text).toContain(
      '! 阿里云短信服务：查不了模板的审核：这把密钥没有短信的权限，到访问控制里授权（对方的原话：Forbidden.RAM: no',
    );
    expect(code).toBe(0);
  });

  test('a failed message', async () => {
    fake.answer = ({ action }) =>
      action === 'SendSms' ? { body: { Code: 'isv.AMOUNT_NOT_ENOUGH', Message: '余额不足' } } : { body: {} };
    const { text } = await check({ file: FILE.slice(FILE.indexOf('aliyun:')), telephone: TELEPHONE });
    expect(text).toContain(
      '✗ 阿里云短信服务：网关不肯发：余额或套餐包不足（对方的原话：isv.AMOUNT_NOT_ENOUGH: 余额不足）\n',
    );
  });

  test('a notice without a template at any gateway is not a fault', async () => {
    const { code, text } = await check({ file: FILE.replace(', phone-changed: SMS_1002', '') });
    expect(text).toContain('! 通知 phone-changed 没有模板，不会发出\n');
    expect(code).toBe(0);
  });
});

test('without the file a check succeeds and says where messages are', async () => {
  await rm(path.join(folder, 'sms.yaml'), { force: true });
  let text = '';
  const context = { dataDir: folder, fetch, clock: () => new Date(), wait: async () => {} };
  const stdout = {
    write(more: string) {
      text += more;
    },
  };
  expect(await runSmsCheck({ telephone: null }, { ...context, stdout })).toBe(0);
  expect(text).toBe('没有 sms.yaml：短信在发件箱里等运营者看（manyu sms）。\n');
});

test('an invalid phone number is wrong usage', () => {
  const output = { stdout: { write: () => {} }, stderr: { write: () => {} } };
  expect(readSmsCheckArgs(['12345'], output)).toBe(2);
  expect(readSmsCheckArgs(['13800138000', 'x'], output)).toBe(2);
  expect(readSmsCheckArgs(['--help'], output)).toBe(0);
  expect(readSmsCheckArgs([], output)).toEqual({ telephone: null });
});
