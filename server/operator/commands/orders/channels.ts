import { LIST_CURRENCY } from '#contract/currencies';
import { type CheckParts, checkChannel } from '../../../adapters/channels/check.ts';
import { CHANNELS_FILE_NAME, type ChannelsEnvironment, readChannels } from '../../../adapters/channels/config.ts';
import type { GatewayChannel } from '../../../adapters/channels/gateway.ts';
import { CHANNEL_IDS, channelTitle } from '../../../adapters/channels/kinds.ts';
import { watchClocks } from '../../../adapters/gateway-clocks.ts';
import { argsReader, parseOptions, WrongUsage } from '../../../core/command-line/command-line.ts';
import { formatMistake } from '../../../core/files/yaml-source.ts';
import type { Scene } from '../../../modules/shop/shop.ts';

export type ChannelsContext = CheckParts & {
  environment: ChannelsEnvironment;
  stdout: { write(text: string): unknown };
};

export type ChannelsArgs = { command: 'list' | 'check' };

const USAGE = `用法：manyu channels [命令]
  list    有哪些支付渠道，在哪里提供
  check   逐个检查：密钥、时钟、通知地址，并各问一个不花钱的问题

渠道写在数据目录的 ${CHANNELS_FILE_NAME} 里，写法见 docs/payment.md。
退出码：0 都好，1 有地方不对，2 用法有误。
`;

const SCENES: Readonly<Record<Scene, string>> = { pc: '电脑', mobile: '手机', wechat: '微信里' };

export const readChannelsArgs = argsReader(USAGE, readOptions);

function readOptions(argv: string[]): ChannelsArgs {
  const { positionals } = parseOptions(argv, {});
  const [command = 'list', ...more] = positionals;
  if ((command !== 'list' && command !== 'check') || more.length > 0)
    throw new WrongUsage(`没有「${positionals.join(' ')}」，只有 list 和 check`);
  return { command };
}

/** Lists or checks the payment channels. Returns the exit code. Needs the database only for prices in other currencies. */
export async function runChannels({ command }: ChannelsArgs, context: ChannelsContext): Promise<number> {
  const { stdout, environment } = context;
  const clocks = watchClocks(context);
  const read = await readChannels(environment, { fetch: clocks.fetch, clock: context.clock });
  if (read === null) {
    stdout.write(
      `没有 ${CHANNELS_FILE_NAME}：${environment.sandboxPayments ? '只有沙箱支付，不收真钱' : '读者不能充值'}。\n`,
    );
    return 0;
  }
  if ('mistakes' in read) {
    for (const mistake of read.mistakes) stdout.write(`${formatMistake(CHANNELS_FILE_NAME, mistake)}。\n`);
    return 1;
  }
  for (const line of list(read.channels, read.siteUrl)) stdout.write(`${line}\n`);
  if (command === 'list') return 0;
  let faults = 0;
  for (const channel of read.channels)
    for (const { isGood, text } of await checkChannel(channel, read.siteUrl, clocks, context)) {
      stdout.write(`${isGood ? '✓' : '✗'} ${channel.name}：${text}\n`);
      if (!isGood) faults++;
    }
  return faults > 0 ? 1 : 0;
}

function list(channels: readonly GatewayChannel[], siteUrl: string): string[] {
  const lines = channels.map(({ id, name, scenes, currency, test }) => {
    const where = scenes.map((scene) => SCENES[scene]).join('、');
    return `${name}${test ? '（沙箱，不收真钱）' : ''}${currency === LIST_CURRENCY ? '' : `  收 ${currency}`}  ${where}  通知地址 ${siteUrl}/pay/${id}/notify`;
  });
  const missing = CHANNEL_IDS.filter((id) => !channels.some((channel) => channel.id === id));
  return [...lines, ...missing.map((id) => `${channelTitle(id)}：没有配置（${CHANNELS_FILE_NAME} 里没有 ${id}）`)];
}
