import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatMistake } from '../../core/files/yaml-source.ts';
import { readSmsGateways, SMS_FILE_NAME } from './config.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'manyu-sms-'));
});
afterAll(() => rm(folder, { recursive: true }));

const ALIYUN = `aliyun:
  access_key_id: LTAI5tAaaaaaaaaaaaaaaaaa
  access_key_secret: Secret000000000000000000000000
  signature: 漫屿
  templates:
    default: SMS_154950909
    phone-changed: SMS_154950910
`;
const VERIFY = ALIYUN.replace('aliyun:', 'aliyun-verify:')
  .replace('SMS_154950909', '100001')
  .replace(/ {4}phone.*\n/, '');
const TENCENT = `tencent:
  secret_id: AKIDaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
  secret_key: Secret00000000000000000000000000
  app_id: 1400006666
  signature: 漫屿
  with_minutes: true
  templates: { login: 1110, bind: 1111, password: 1112, phone: 1113, delete: 1114 }
`;
const TWILIO = `twilio:
  account_sid: AC00000000000000000000000000000000
  auth_token: '5ec5ec5ec5ec5ec5ec5ec5ec5ec5ec5e'
  from: '+15005550006'
  signature: 漫屿
`;

async function read(text: string, mode = 0o600) {
  const file = path.join(folder, SMS_FILE_NAME);
  await writeFile(file, text);
  await chmod(file, mode);
  return readSmsGateways(folder, { fetch, clock: () => new Date() });
}
async function mistakesIn(text: string, mode?: number) {
  const found = await read(text, mode);
  return found && 'mistakes' in found ? found.mistakes.map((each) => formatMistake(SMS_FILE_NAME, each)) : found;
}

test('without the file there are no gateways', async () => {
  expect(await readSmsGateways(path.join(folder, 'none'), { fetch, clock: () => new Date() })).toBe(null);
});

test('gateways are tried in the order of the file', async () => {
  const namesIn = async (text: string) => {
    const found = await read(text);
    return found && 'gateways' in found ? found.gateways.map(({ name }) => name) : found;
  };
  expect(await namesIn(ALIYUN + VERIFY + TENCENT + TWILIO)).toEqual(['aliyun', 'aliyun-verify', 'tencent', 'twilio']);
  expect(await namesIn(TWILIO + TENCENT + ALIYUN)).toEqual(['twilio', 'tencent', 'aliyun']);
});

test('a file that others can read is refused, with the command to close it', async () => {
  expect(await mistakesIn(ALIYUN, 0o640)).toEqual(['sms.yaml 第 1 行：别的用户也能读它，请运行 chmod 600 sms.yaml']);
});

test.each([
  ['', 'sms.yaml 第 1 行：一个网关也没有写；不用网关就删除这个文件'],
  ['- aliyun', 'sms.yaml 第 1 行：最外层要写成「字段: 内容」'],
  ['twilo:\n  from: x', 'sms.yaml 第 1 行 twilo：没有这个字段'],
  [ALIYUN.replace('LTAI5t', ''), null],
  [ALIYUN.replace(/LTAI\w+/, 'LTAI'), 'sms.yaml 第 2 行 aliyun「access_key_id」：要写 AccessKey ID，多为 LTAI 开头'],
  [ALIYUN.replace(/ {2}access_key_secret.*\n/, ''), 'sms.yaml 第 1 行 aliyun「access_key_secret」：缺少这个字段'],
  [ALIYUN.replace('漫屿', '【漫屿】'), 'sms.yaml 第 4 行 aliyun「signature」：要写短信签名，2 到 20 个字，不带【】'],
  [
    ALIYUN.replace('SMS_154950909', '154950909'),
    'sms.yaml 第 6 行 aliyun「templates」「default」：要写模板 CODE，如 SMS_154950909',
  ],
  [
    ALIYUN.replace('default', 'login'),
    'sms.yaml 第 5 行 aliyun「templates」：bind、password、phone、delete 没有模板，也没有写 default',
  ],
  [
    ALIYUN.replace('default', 'sign-in'),
    'sms.yaml 第 6 行 aliyun「templates」「sign-in」：没有这个用途，只有 default、login、bind、password、phone、delete、phone-changed',
  ],
  [
    TENCENT.replace('1400006666', '140000666'),
    'sms.yaml 第 4 行 tencent「app_id」：要写 SDK AppID，10 位数字，如 1400006666',
  ],
  [TENCENT.replace('true', '5'), 'sms.yaml 第 6 行 tencent「with_minutes」：要写 true 或 false'],
  [
    TWILIO.replace(/ {2}auth_token.*\n/, ''),
    'sms.yaml 第 1 行 twilio：要写 auth_token，或者 api_key 与 api_secret 两样',
  ],
  [
    TWILIO.replace('+15005550006', '15005550006'),
    'sms.yaml 第 4 行 twilio「from」：要写发信的号码（+ 开头）、字母名字（至多 11 个字符）或 Messaging Service 的 SID（MG 开头）',
  ],
])('a mistake is one sentence with its line, without a secret: %#', async (text, sentence) => {
  const found = await mistakesIn(text);
  expect(found).toEqual(sentence === null ? { gateways: [expect.anything()], dailyBudget: null } : [sentence]);
  expect(JSON.stringify(found)).not.toMatch(/Secret0|5ec5/);
});

test('all mistakes are listed, in the order of their lines', async () => {
  const wrong = `${TENCENT.replace('1400006666', 'none')}${ALIYUN.replace('漫屿', '')}`;
  expect(await mistakesIn(wrong)).toEqual([
    expect.stringContaining('第 4 行 tencent「app_id」'),
    expect.stringContaining('第 11 行 aliyun「signature」'),
  ]);
});
