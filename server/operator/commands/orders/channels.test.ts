import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_PARTS, type PackagePart } from '../../../modules/editorial/editorial.ts';
import { readChannelsArgs, runChannels } from './channels.ts';

const NOW = new Date('2026-11-22T10:00:00Z');
const FILE = `stripe:
  secret_key: sk_live_0000000000000000000000
  webhook_secret: whsec_00000000000000000000
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'manyu-channels-'));
  await writeFile(path.join(folder, 'channels.yaml'), FILE, { mode: 0o600 });
});
afterAll(() => rm(folder, { recursive: true }));

type World = {
  dataDir?: string;
  url?: string;
  offMs?: number;
  balance?: Response;
  notified?: Response;
  packages?: readonly PackagePart[];
};

async function run(command: 'list' | 'check', world: World = {}) {
  let text = '';
  const { dataDir = folder, url = 'https://comics.com', offMs = 0 } = world;
  const code = await runChannels(
    { command },
    {
      environment: { dataDir, publicUrl: url, production: true, sandboxPayments: false },
      clock: () => NOW,
      packages: async () => world.packages ?? DEFAULT_PARTS.packages,
      stdout: {
        write(more: string) {
          text += more;
        },
      },
      async fetch(input) {
        const isStripe = String(input).startsWith('https://api.stripe.com/');
        const balance = world.balance ?? Response.json({ livemode: true });
        const answer = isStripe ? balance : (world.notified ?? new Response('refused', { status: 400 }));
        answer.headers.set('date', new Date(NOW.getTime() - offMs).toUTCString());
        return answer;
      },
    },
  );
  return { code, text };
}

test('the list shows where each channel is offered, its notification address, and channels that are not set up', async () => {
  const { code, text } = await run('list');
  expect(code).toBe(0);
  expect(text).toBe(
    [
      '银行卡（Stripe）  电脑、手机、微信里  通知地址 https://comics.com/pay/stripe/notify',
      '支付宝：没有配置（channels.yaml 里没有 alipay）',
      '微信支付：没有配置（channels.yaml 里没有 wechat）',
      '',
    ].join('\n'),
  );
});

test('a check without findings lists what it checked', async () => {
  const { code, text } = await run('check');
  expect(text).toContain('✓ 银行卡（Stripe）：密钥可用，渠道应答了\n');
  expect(text).toContain('✓ 银行卡（Stripe）：时钟与渠道相差 0 秒\n');
  expect(text).toContain('✓ 银行卡（Stripe）：通知地址打得到\n');
  expect(code).toBe(0);
});

describe('a check finds', () => {
  const refused = () => Response.json({ error: { type: 'invalid_request_error', message: 'no' } }, { status: 401 });
  test.each<[string, World, string]>([
    ['a clock that is ten minutes fast', { offMs: 600_000 }, '时钟快了 600 秒'],
    ['a clock that is ten minutes slow', { offMs: -600_000 }, '时钟慢了 600 秒'],
    ['a wrong key', { balance: refused() }, '密钥不对、已停用'],
    ['a key of the other side', { balance: Response.json({ livemode: false }) }, 'other side'],
    ['an address of a private network', { url: 'https://192.168.1.2' }, '只有内网能访问'],
    ['an address that is not this app', { notified: new Response('', { status: 404 }) }, '答的是 404，不是漫屿'],
  ])('%s', async (_what, world, sentence) => {
    const { code, text } = await run('check', world);
    expect(text).toMatch(new RegExp(`^✗ .*${sentence}`, 'm'));
    expect(code).toBe(1);
  });

  test('all mistakes in the file', async () => {
    const { code, text } = await run('check', { url: 'http://comics.com' });
    expect(text).toMatch(/^channels\.yaml 第 1 行 notify：.*。\n$/);
    expect(code).toBe(1);
  });
});

test('without the file a check succeeds and says what readers can use', async () => {
  const { code, text } = await run('check', { dataDir: path.join(folder, 'none') });
  expect(text).toBe('没有 channels.yaml：读者不能充值。\n');
  expect(code).toBe(0);
});

test('an unknown command is wrong usage', () => {
  const said: string[] = [];
  const output = { stdout: { write: () => {} }, stderr: { write: (text: string) => said.push(text) } };
  expect(readChannelsArgs(['improve'], output)).toBe(2);
  expect(said.join('')).toContain('没有「improve」');
  expect(readChannelsArgs(['--help'], output)).toBe(0);
  expect(readChannelsArgs([], output)).toEqual({ command: 'list' });
});

describe('a channel that takes another currency', () => {
  let inDollars: string;
  beforeAll(async () => {
    inDollars = await mkdtemp(path.join(tmpdir(), 'manyu-channels-'));
    await writeFile(path.join(inDollars, 'channels.yaml'), `${FILE}  currency: usd\n`, { mode: 0o600 });
  });
  afterAll(() => rm(inDollars, { recursive: true }));
  const sold = {
    id: 1,
    title: '60 漫币',
    cashFen: 600,
    coins: 60,
    bonus: 0,
    firstBonus: 0,
    badge: '',
    start: null,
    end: null,
  };

  test('is shown with its currency in the list', async () => {
    expect((await run('list', { dataDir: inDollars })).text).toContain('银行卡（Stripe）  收 USD  电脑');
  });

  test('lists the packages that it does not sell; a channel that sells none is a fault', async () => {
    const [priced, other] = [
      { ...sold, prices: { USD: 149 } },
      { ...sold, title: '300 漫币' },
    ];
    const gone = { ...other, end: '2026-11-22T09:00:00Z' };
    const check = (packages: readonly PackagePart[]) => run('check', { dataDir: inDollars, packages });
    expect(await check([priced, gone])).toMatchObject({ code: 0, text: expect.not.stringContaining('USD 价') });
    const some = await check([priced, other]);
    expect(some.code).toBe(0);
    expect(some.text).toContain('✓ 银行卡（Stripe）：收 USD，没有写 USD 价的商品不由它卖：「300 漫币」');
    const none = await check([other]);
    expect(none.code).toBe(1);
    expect(none.text).toContain(
      '✗ 银行卡（Stripe）：收 USD，没有写 USD 价的商品都不由它卖，所以读者看不到它：「300 漫币」',
    );
  });
});
