import { CHANNELS_FILE_NAME, readChannels } from './adapters/channels/config.ts';
import type { GatewayChannel } from './adapters/channels/gateway.ts';
import { formatMistake } from './core/yaml-source.ts';
import { BadConfig, type Config } from './start/config.ts';

/** The channels of channels.yaml; none without it. What is wrong there is found out now, not at the first payment. */
export async function openChannels(config: Config, fetch = globalThis.fetch): Promise<GatewayChannel[]> {
  const place = { ...config, sandbox: config.sandboxPayments };
  const read = await readChannels(place, { fetch, clock: () => new Date() });
  if (read === null) return [];
  if ('channels' in read) return read.channels;
  const [first, ...more] = read.mistakes;
  const others = more.length > 0 ? `（共 ${more.length + 1} 处，npm run channels -- check 列出全部）` : '';
  throw new BadConfig(`${first ? formatMistake(CHANNELS_FILE_NAME, first) : CHANNELS_FILE_NAME}${others}。`);
}
