import { isPrivateHost } from '../private-network.ts';
import type { GatewayChannel } from './gateway.ts';

const WITHIN_MS = 5_000;

/**
 * Why a channel's notifications will not arrive; null = they should, as far as this machine can check. Sends an empty
 * notification, which the app refuses in the format of this channel.
 */
export async function whyNotReached(
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
