import { createPrivateKey, X509Certificate } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GATEWAY, MERCHANT, ROOTS, STRANGER } from '../../../testing/gateways/certificates.ts';
import { formatMistake } from '../../core/files/yaml-source.ts';
import { type ChannelsEnvironment, readChannels } from './config.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'manyu-channels-'));
  const bare = (pem: string) => pem.replace(/-----[^-]+-----/g, '').replaceAll('\n', '');
  const publicKey = (pem: string) => String(new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'pem' }));
  const pkcs1 = String(createPrivateKey(MERCHANT.privateKey).export({ type: 'pkcs1', format: 'pem' }));
  const secrets = {
    'shop.pem': MERCHANT.privateKey,
    'crlf.pem': pkcs1.replaceAll('\n', '\r\n'),
    'bare.txt': bare(MERCHANT.privateKey),
    'mislabelled.pem': pkcs1.replaceAll('RSA PRIVATE', 'PRIVATE'),
    'other.pem': STRANGER.privateKey,
  };
  const open = {
    'alipay.txt': bare(publicKey(GATEWAY.certificate)),
    'app.txt': bare(publicKey(MERCHANT.certificate)),
    'app.crt': MERCHANT.certificate,
    'alipay.crt': GATEWAY.certificate.replaceAll('\n', '\r\n') + ROOTS,
    'root.crt': ROOTS,
    'other.crt': STRANGER.certificate,
    'open.pem': MERCHANT.privateKey,
    'empty.txt': '',
  };
  for (const [name, text] of Object.entries(secrets)) await writeFile(path.join(folder, name), text, { mode: 0o600 });
  for (const [name, text] of Object.entries(open)) await writeFile(path.join(folder, name), text, { mode: 0o644 });
});
afterAll(() => rm(folder, { recursive: true }));

const ALIPAY = `alipay:
  app_id: 2021000000000001
  seller_id: 2088000000000001
  private_key: shop.pem
  alipay_public_key: alipay.txt
`;
const BY_CERTIFICATES = ALIPAY.replace(
  'alipay_public_key: alipay.txt',
  'app_certificate: app.crt\n  alipay_certificate: alipay.crt\n  root_certificate: root.crt',
);
const WECHAT = `wechat:
  mch_id: 1900000109
  app_id: wxd678efa567ab6787
  api_v3_key: 01234567890123456789012345678901
  private_key: shop.pem
  certificate: app.crt
`;
const STRIPE = `stripe:
  secret_key: sk_live_0000000000000000000000
  webhook_secret: whsec_00000000000000000000
`;
const ENVIRONMENT: Omit<ChannelsEnvironment, 'dataDir'> = {
  publicUrl: 'https://manyu.test',
  production: true,
  sandboxPayments: false,
};
const GATEWAY_PARTS = { fetch, clock: () => new Date() };

async function read(text: string, environment: Partial<typeof ENVIRONMENT> = {}, mode = 0o600, now = new Date()) {
  const file = path.join(folder, 'channels.yaml');
  await writeFile(file, text);
  await chmod(file, mode);
  return readChannels({ dataDir: folder, ...ENVIRONMENT, ...environment }, { fetch, clock: () => now });
}
async function mistakesIn(text: string, environment: Partial<typeof ENVIRONMENT> = {}, mode?: number, now?: Date) {
  const found = await read(text, environment, mode, now);
  return found && 'mistakes' in found
    ? found.mistakes.map((mistake) => formatMistake('channels.yaml', mistake))
    : found;
}

test('without the file there are no channels', async () => {
  expect(await readChannels({ dataDir: path.join(folder, 'none'), ...ENVIRONMENT }, GATEWAY_PARTS)).toBe(null);
});

test('a file with every channel opens them in its order, each for its browsers', async () => {
  const found = await read(ALIPAY + WECHAT + STRIPE);
  expect(found).toMatchObject({
    siteUrl: 'https://manyu.test',
    channels: [
      { id: 'alipay', scenes: ['pc', 'mobile'], account: { merchant: '2088000000000001' }, test: false },
      { id: 'wechat', scenes: ['pc', 'mobile'], account: { merchant: '1900000109' }, test: false },
      { id: 'stripe', scenes: ['pc', 'mobile', 'wechat'], account: { app: 'live' }, currency: 'CNY', test: false },
    ],
  });
});

test('Stripe can have another currency', async () => {
  expect(await read(`${STRIPE}  currency: usd\n`)).toMatchObject({ channels: [{ id: 'stripe', currency: 'USD' }] });
});

test('with the secret of the official account WeChat is available inside WeChat too', async () => {
  const found = await read(`${WECHAT}  app_secret: ${'0a'.repeat(16)}\n`);
  expect(found).toMatchObject({ channels: [{ scenes: ['pc', 'mobile', 'wechat'] }] });
});

test.each(['crlf.pem', 'bare.txt', 'mislabelled.pem'])('a key can have the form of %s', async (name) => {
  expect(await read(ALIPAY.replace('shop.pem', name))).toMatchObject({ channels: [{ id: 'alipay' }] });
});

test('a key can be in the file itself', async () => {
  const lines = MERCHANT.privateKey.trim().replaceAll('\n', '\n    ');
  const text = WECHAT.replace('private_key: shop.pem', `private_key: |\n    ${lines}`);
  expect(await read(text)).toMatchObject({ channels: [{ id: 'wechat' }] });
});

test('Alipay can have certificates, and WeChat a public key', async () => {
  const wechat = `${WECHAT}  public_key_id: PUB_KEY_ID_0119000001092026\n  public_key: alipay.txt\n`;
  expect(await read(BY_CERTIFICATES + wechat)).toMatchObject({ channels: [{ id: 'alipay' }, { id: 'wechat' }] });
});

test('a file that others can read is refused, and a key that others can read too', async () => {
  expect(await mistakesIn(ALIPAY, {}, 0o640)).toEqual([
    'channels.yaml 第 1 行：别的用户也能读它，请运行 chmod 600 channels.yaml',
  ]);
  expect(await mistakesIn(ALIPAY.replace('shop.pem', 'open.pem'))).toEqual([
    'channels.yaml 第 4 行 alipay「private_key」：「open.pem」：别的用户也能读它，请运行 chmod 600 open.pem',
  ]);
});

describe('one sentence with its line for', () => {
  test.each<[string, string, string]>([
    ['no YAML', 'alipay: [', '第 1 行：缩进不对，或括号没有写完'],
    ['an unknown channel', `paypal: {}\n${ALIPAY}`, '第 1 行 paypal：没有这个字段'],
    ['an unknown field', `${ALIPAY}  appid: 1\n`, '第 6 行 alipay「appid」：没有这个字段'],
    ['a missing field', ALIPAY.replace(/ {2}seller_id.*\n/, ''), '第 1 行 alipay「seller_id」：缺少这个字段'],
    ['a channel without fields', 'stripe: 1\n', '第 1 行 stripe：要写成「字段: 内容」，每项一行'],
    ['a wrong number', ALIPAY.replace('2088', '3088'), '第 3 行 alipay「seller_id」：要写商家账号（PID）'],
    [
      'a missing key file',
      ALIPAY.replace('shop.pem', 'no.pem'),
      '第 4 行 alipay「private_key」：「no.pem」：没有这个文件',
    ],
    ['a key cut off', ALIPAY.replace('shop.pem', 'MIIEvQIBADANBg'), '「private_key」：这个名字的文件：没有这个文件'],
    ['what is no key', ALIPAY.replace('alipay.txt', 'empty.txt'), '第 5 行 alipay「alipay_public_key」：不是 2048 位'],
    ['the own public key', ALIPAY.replace('alipay.txt', 'app.txt'), 'alipay「alipay_public_key」：这是应用公钥'],
    ['no key of Alipay', ALIPAY.replace(/ {2}alipay_pub.*\n/, ''), 'alipay「alipay_public_key」：公钥模式写'],
    [
      'a certificate of another key',
      BY_CERTIFICATES.replace('app.crt', 'other.crt'),
      '「app_certificate」：这不是这把应用私钥',
    ],
    [
      'the own certificate',
      BY_CERTIFICATES.replace('alipay.crt', 'app.crt'),
      'alipay「alipay_certificate」：这是应用的证书',
    ],
    ['roots that are none', BY_CERTIFICATES.replace('root.crt', 'alipay.txt'), '「root_certificate」：不是证书'],
    ['an app of the sandbox', ALIPAY.replace('2021', '9021'), '「app_id」：这是沙箱应用'],
    ['a product', `${ALIPAY}  products: [app]\n`, '「products」 第 1 项：要写成列表，只能有 page、wap、qr'],
    [
      'a payment inside WeChat without its secret',
      `${WECHAT}  products: [jsapi]\n`,
      'wechat「products」：在微信里付款（jsapi）要知道是谁在付',
    ],
    [
      'a secret of another kind',
      `${WECHAT}  app_secret: ${'x'.repeat(32)}\n`,
      '「app_secret」：要写公众号的 AppSecret',
    ],
    ['a short key', WECHAT.replace('8901\n', '890\n'), '第 4 行 wechat「api_v3_key」：要写 APIv3 密钥'],
    [
      'a certificate of another shop',
      WECHAT.replace('1900000109', '1900000999'),
      '「certificate」：这是另一个商户的证书',
    ],
    ['an unfit certificate', WECHAT.replace('app.crt', 'other.crt'), '「certificate」：这不是这把商户私钥的证书'],
    [
      'half a public key',
      `${WECHAT}  public_key: alipay.txt\n`,
      '「public_key」：public_key 与 public_key_id 要一起写',
    ],
    ['a published key', STRIPE.replace('sk_live', 'pk_live'), '第 2 行 stripe「secret_key」：要写 sk_live_'],
    ['a currency that is none', `${STRIPE}  currency: dollar\n`, '第 4 行 stripe「currency」：要写币种的三个字母'],
    ['no secret', STRIPE.replace('whsec_', ''), '第 3 行 stripe「webhook_secret」：要写 webhook 的签名密钥'],
    ['a notify address', `notify: http://manyu.test\n${STRIPE}`, '第 1 行 notify：要写 https:// 开头的网站地址'],
  ])('%s', async (_what, text, sentence) => {
    const found = await mistakesIn(text);
    expect(found).toEqual([expect.stringContaining(sentence)]);
    // A wrong value must not be logged.
    expect(JSON.stringify(found)).not.toContain('MII');
  });

  test('a site without a public address', async () => {
    const sentence = expect.stringContaining('渠道不知道把付款通知发到哪里');
    expect(await mistakesIn(STRIPE, { publicUrl: null })).toEqual([sentence]);
    expect(await mistakesIn(STRIPE, { publicUrl: 'http://192.168.1.2:3000' })).toEqual([sentence]);
  });

  test('an expired certificate, and one that is not valid yet by a slow clock', async () => {
    const over = await mistakesIn(WECHAT, {}, 0o600, new Date('2121-01-01'));
    expect(over).toEqual([expect.stringContaining('「certificate」：这张证书 2120-01-01 到期了，要换一张')]);
    const slow = await mistakesIn(BY_CERTIFICATES, {}, 0o600, new Date('2019-12-31'));
    expect(slow).toEqual([
      expect.stringContaining('「app_certificate」：这张证书 2020-01-01 才生效：这台机器的时钟是不是慢了？'),
      expect.stringContaining('「alipay_certificate」：这张证书 2020-01-01 才生效'),
    ]);
  });

  test('test keys in production unless they are allowed, and real keys in a trial', async () => {
    const trial = STRIPE.replace('live', 'test');
    const alipay = `${ALIPAY.replace('2021', '9021')}  sandbox: true\n`;
    for (const text of [trial, alipay])
      expect(await mistakesIn(text)).toEqual([expect.stringMatching(/第 1 行 (stripe|alipay)：这是沙箱的密钥/)]);
    expect(await read(alipay, { production: false })).toMatchObject({ channels: [{ id: 'alipay', test: true }] });
    for (const environment of [{ sandboxPayments: true }, { production: false }])
      expect(await read(trial, environment)).toMatchObject({ channels: [{ test: true, account: { app: 'test' } }] });
    for (const text of [STRIPE, ALIPAY, WECHAT]) {
      const real = await mistakesIn(text, { production: false, sandboxPayments: true });
      expect(real).toEqual([expect.stringMatching(/第 1 行 \w+：这是正式的密钥/)]);
    }
  });

  test('each of several mistakes, in the order of their lines', async () => {
    const found = await mistakesIn(
      `notify: x\n${ALIPAY.replace('shop', 'no')}${WECHAT.replace('app.crt', 'other.crt')}`,
    );
    expect(found).toHaveLength(3);
    expect(found).toEqual([
      expect.stringContaining('第 1 行'),
      expect.stringContaining('第 5 行'),
      expect.stringContaining('第 12 行'),
    ]);
  });
});
