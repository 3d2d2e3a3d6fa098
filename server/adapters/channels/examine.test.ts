import pino from 'pino';
import { expect, test } from 'vitest';
import { createFakeWechat } from '../../../testing/gateways/wechat.ts';
import { watchClocks } from '../gateway-clocks.ts';
import { warnOfFaults } from './examine.ts';

const NOW = new Date('2026-11-22T10:00:00Z');

async function start({ offMs = 0, fault = '' }: { offMs?: number; fault?: string } = {}) {
  const gatewayTime = new Date(NOW.getTime() - offMs).toUTCString();
  const answer = async () => new Response('', { headers: { date: gatewayTime } });
  const clocks = watchClocks({ fetch: answer, clock: () => NOW });
  const { channel } = createFakeWechat(() => NOW);
  const probe = async () => {
    await clocks.fetch('https://api.mch.weixin.qq.com/');
    if (fault) throw new Error(fault);
  };
  const printed: string[] = [];
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  await warnOfFaults([{ ...channel, probe }], clocks, { log, stdout: { write: (text) => printed.push(text) } });
  expect(lines).toHaveLength(printed.length);
  for (const line of lines) expect(line).toMatchObject({ alarm: 'shop', channel: 'wechat', level: 50 });
  return printed;
}

test('a start with working channels logs nothing', async () => {
  expect(await start()).toEqual([]);
});

test.each([
  [{ offMs: 600_000 }, '✗ 微信支付：这台机器的时钟快了 600 秒，差五分钟就收不到钱，请校时\n'],
  [{ offMs: -600_000 }, '✗ 微信支付：这台机器的时钟慢了 600 秒，差五分钟就收不到钱，请校时\n'],
  [
    { fault: '40125: invalid appsecret' },
    '✗ 微信支付：没有通过：app_secret 不是这个公众号的 AppSecret（对方的原话：40125: invalid appsecret）\n',
  ],
  [
    { fault: 'SIGN_ERROR: no' },
    '✗ 微信支付：没有通过：应用（商户）私钥与渠道后台登记的不是一对，或时钟不准（对方的原话：SIGN_ERROR: no）\n',
  ],
])('a start with %j logs one sentence', async (world, sentence) => {
  expect(await start(world)).toEqual([sentence]);
});
