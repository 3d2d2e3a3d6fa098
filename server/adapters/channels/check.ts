import { LIST_CURRENCY } from '#contract/currencies';
import { formatMistake } from '../../core/files/yaml-source.ts';
import type { PackagePart } from '../../modules/editorial/editorial.ts';
import { unpricedPackages } from '../../modules/shop/shop.ts';
import { watchClocks } from '../gateway-clocks.ts';
import { isPrivateHost } from '../private-network.ts';
import { CHANNELS_FILE_NAME, type ChannelsEnvironment, readChannels } from './config.ts';
import { examine, type Finding } from './examine.ts';
import type { GatewayChannel } from './gateway.ts';

export type CheckParts = {
  fetch: typeof globalThis.fetch;
  clock: () => Date;
  /** Read only if the channel has another currency than the list. */
  packages(): Promise<readonly PackagePart[]>;
};

/** Checks a channel without spending money: its keys and clock, the address of its notifications, and its prices. */
export async function checkChannel(
  channel: GatewayChannel,
  siteUrl: string,
  clocks: ReturnType<typeof watchClocks>,
  { fetch, clock, packages }: CheckParts,
): Promise<Finding[]> {
  const unreached = await whyNotReached(channel, siteUrl, fetch);
  const reach = { isGood: unreached === null, text: unreached ?? '通知地址打得到' };
  const priced = channel.currency === LIST_CURRENCY ? [] : pricesOf(channel, await packages(), clock());
  return [...(await examine(channel, clocks)), reach, ...priced];
}

/** Checks a channel as the file has it now; null if the file does not have it. */
export async function checkChannelInFile(
  id: string,
  environment: ChannelsEnvironment,
  parts: CheckParts,
): Promise<Finding[] | null> {
  const clocks = watchClocks(parts);
  const read = await readChannels(environment, { fetch: clocks.fetch, clock: parts.clock });
  if (read === null) return null;
  if ('mistakes' in read)
    return read.mistakes.map((mistake) => ({ isGood: false, text: formatMistake(CHANNELS_FILE_NAME, mistake) }));
  const channel = read.channels.find((each) => each.id === id);
  return channel ? checkChannel(channel, read.siteUrl, clocks, parts) : null;
}

/** A missing price of one package may be intended. A channel without any priced package is a mistake. */
function pricesOf(channel: GatewayChannel, packages: readonly PackagePart[], now: Date): Finding[] {
  const unpriced = unpricedPackages(channel, packages, now);
  return unpriced ? [{ isGood: !unpriced.sellsNothing, text: unpriced.text }] : [];
}

const WITHIN_MS = 5_000;

/**
 * Why a channel's notifications will not arrive; null = they should, as far as this machine can check. Sends an empty
 * notification, which the app refuses in the format of this channel.
 */
async function whyNotReached(
  channel: GatewayChannel,
  siteUrl: string,
  fetch: typeof globalThis.fetch,
): Promise<string | null> {
  const host = new URL(siteUrl).hostname.replace(/^\[|\]$/g, '');
  if (isPrivateHost(host)) return `${host} 只有内网能访问，渠道打不到`;
  const url = `${siteUrl}/pay/${channel.id}/notify`;
  try {
    const signal = AbortSignal.timeout(WITHIN_MS);
    const response = await fetch(url, { method: 'POST', body: '', signal, redirect: 'manual' });
    const refused = channel.answer('refused');
    if (response.status === refused.status && (await response.text()) === refused.body) return null;
    return `${url} 答的是 ${response.status}，不是漫屿：应用在运行吗？反向代理转发 /pay/ 了吗？`;
  } catch {
    return `从这台机器打不到 ${url}：域名、证书、反向代理是否都好了？`;
  }
}
