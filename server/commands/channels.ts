import { CHANNELS_FILE_NAME, type ChannelsPlace, readChannels } from '../adapters/channels/config.ts';
import type { GatewayChannel } from '../adapters/channels/gateway.ts';
import { type CommandOutput, parseOptions, readUsage, WrongUsage } from '../core/command-line.ts';
import { formatMistake } from '../core/yaml-source.ts';
import type { Scene } from '../modules/shop/shop.ts';
import { type Clocks, watchClocks } from './gateway-clocks.ts';
import { whyNotReached } from './notify-address.ts';

export type ChannelsContext = {
  place: ChannelsPlace;
  fetch: typeof globalThis.fetch;
  clock: () => Date;
  stdout: { write(text: string): unknown };
};

export type ChannelsUsage = { command: 'list' | 'check' };

const USAGE = `用法：npm run channels -- [命令]
  list    有哪些支付渠道，在哪里提供
  check   逐个检查：密钥、时钟、通知地址，并各问一个不花钱的问题

渠道写在数据目录的 ${CHANNELS_FILE_NAME} 里，写法见 docs/payments.md。
退出码：0 都好，1 有地方不对，2 用法有误。
`;

const KNOWN = { alipay: '支付宝', wechat: '微信支付', stripe: 'Stripe' };
const SCENES: Readonly<Record<Scene, string>> = { pc: '电脑', mobile: '手机', wechat: '微信里' };

export function readChannelsUsage(args: string[], output: CommandOutput): ChannelsUsage | number {
  return readUsage(USAGE, output, () => readOptions(args));
}

function readOptions(args: string[]): ChannelsUsage | null {
  const { values, positionals } = parseOptions(args, {});
  if (values.help) return null;
  const [command = 'list', ...more] = positionals;
  if ((command !== 'list' && command !== 'check') || more.length > 0)
    throw new WrongUsage(`没有「${positionals.join(' ')}」，只有 list 和 check`);
  return { command };
}

/** Lists or checks the channels of money; returns the exit code. Needs no database. */
export async function runChannels({ command }: ChannelsUsage, context: ChannelsContext): Promise<number> {
  const { stdout, place } = context;
  const watched = watchClocks(context);
  const read = await readChannels(place, { fetch: watched.fetch, clock: context.clock });
  if (read === null) {
    stdout.write(`没有 ${CHANNELS_FILE_NAME}：${place.sandbox ? '只有沙箱支付，不收真钱' : '读者不能充值'}。\n`);
    return 0;
  }
  if ('mistakes' in read) {
    for (const mistake of read.mistakes) stdout.write(`${formatMistake(CHANNELS_FILE_NAME, mistake)}。\n`);
    return 1;
  }
  for (const line of list(read.channels, read.siteUrl)) stdout.write(`${line}\n`);
  if (command === 'list') return 0;
  let faults = 0;
  for (const channel of read.channels) {
    for (const { isGood, text } of await check(channel, read.siteUrl, context, watched)) {
      stdout.write(`${isGood ? '✓' : '✗'} ${channel.name}：${text}\n`);
      if (!isGood) faults++;
    }
  }
  return faults > 0 ? 1 : 0;
}

function list(channels: readonly GatewayChannel[], siteUrl: string): string[] {
  const lines = channels.map(({ id, name, scenes, test }) => {
    const where = scenes.map((scene) => SCENES[scene]).join('、');
    return `${name}${test ? '（沙箱，不收真钱）' : ''}  ${where}  通知地址 ${siteUrl}/pay/${id}/notify`;
  });
  const missing = Object.entries(KNOWN).filter(([id]) => !channels.some((channel) => channel.id === id));
  return [...lines, ...missing.map(([id, name]) => `${name}：没有配置（${CHANNELS_FILE_NAME} 里没有 ${id}）`)];
}

type Finding = { isGood: boolean; text: string };

const WITHIN_MS = 10_000;

async function check(
  channel: GatewayChannel,
  siteUrl: string,
  { fetch }: ChannelsContext,
  clocks: Clocks,
): Promise<Finding[]> {
  clocks.forget();
  const fault = await channel.probe(AbortSignal.timeout(WITHIN_MS)).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  const answered = fault === null ? '密钥可用，渠道应答了' : `没有通过：${fault}${hintFor(fault)}`;
  const unreached = await whyNotReached(channel, siteUrl, fetch);
  return [
    { isGood: fault === null, text: answered },
    clockFinding(clocks.offMs()),
    { isGood: unreached === null, text: unreached ?? '通知地址打得到' },
  ];
}

/** What an operator most often did where a gateway says so. */
const HINTS: readonly [RegExp, string][] = [
  [/invalid-signature|SIGN_ERROR/, '应用（商户）私钥与渠道后台登记的不是一对，或时钟不准'],
  [/invalid-app-id/, 'APPID 不对，或沙箱与正式弄反了'],
  [/not signed by alipay|another certificate/, '支付宝公钥（证书）不对，到开放平台重新复制或下载'],
  [/can not be believed|certificates of wechat/, '微信支付公钥、APIv3 密钥不对，或时钟不准'],
  [/unable to authenticate data|Unsupported state/, 'APIv3 密钥不对'],
  [/ with 40[13] /, '密钥不对、已停用，或没有这个权限'],
  [/fetch failed|timeout|aborted/, '这台机器连不上渠道，检查网络与 DNS'],
];

function hintFor(fault: string): string {
  const hint = HINTS.find(([pattern]) => pattern.test(fault))?.[1];
  return hint ? `（${hint}）` : '';
}

/** Channels believe nothing that is five minutes off. */
const MOST_OFF_MS = 60_000;

function clockFinding(offMs: number | null): Finding {
  if (offMs === null) return { isGood: false, text: '渠道没有应答，不知道时钟准不准' };
  const seconds = Math.round(Math.abs(offMs) / 1000);
  if (Math.abs(offMs) <= MOST_OFF_MS) return { isGood: true, text: `时钟与渠道相差 ${seconds} 秒` };
  return {
    isGood: false,
    text: `这台机器的时钟${offMs > 0 ? '快' : '慢'}了 ${seconds} 秒，差五分钟就收不到钱，请校时`,
  };
}
