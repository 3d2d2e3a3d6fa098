import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { badFile } from '../../core/files/bad-config.ts';
import type { Mistake, YamlSource } from '../../core/files/yaml-source.ts';
import { describeField, mistakesOf, readSecretSettings, type SecretSettings } from '../secret-settings.ts';
import { createKeyReader } from './config-keys.ts';
import type { GatewayChannel, GatewayParts } from './gateway.ts';
import { CHANNEL_FIELDS, CHANNEL_IDS } from './kinds.ts';

const CHANNELS_FILE = v.strictObject({ notify: v.optional(v.string('要写网址')), ...CHANNEL_FIELDS }, describeField);

export const CHANNELS_FILE_NAME = 'channels.yaml';

export type ChannelsEnvironment = {
  /** The data folder with the file. */
  dataDir: string;
  publicUrl: string | null;
  production: boolean;
  /** The operator allows payments without money. */
  sandboxPayments: boolean;
};

/** The channels of the file, or its mistakes. `notifyUrl`: where channels send notifications, without the channel. */
export type ChannelsRead = { channels: GatewayChannel[]; siteUrl: string } | { mistakes: Mistake[] };

/** The channels of channels.yaml; none without the file. Throws if the file has mistakes. */
export async function openChannels(
  environment: ChannelsEnvironment,
  fetch = globalThis.fetch,
): Promise<GatewayChannel[]> {
  const read = await readChannels(environment, { fetch, clock: () => new Date() });
  if (read === null) return [];
  if ('channels' in read) return read.channels;
  throw badFile(CHANNELS_FILE_NAME, read.mistakes, 'manyu channels check');
}

/** The same, read again when the file has changed. A channel that has not changed keeps the certificates it has downloaded. */
export async function watchChannels(environment: ChannelsEnvironment, fetch = globalThis.fetch) {
  const file = path.join(environment.dataDir, CHANNELS_FILE_NAME);
  let text: string | null = null;
  let channels: GatewayChannel[] = [];
  /** Returns whether there was a change; throws if the file has mistakes, and then nothing changes. */
  async function reload(): Promise<boolean> {
    const found = await readFile(file, 'utf8').catch(() => '');
    if (found === text) return false;
    channels = await openChannels(environment, fetch);
    text = found;
    return true;
  }
  await reload();
  return { now: () => channels, reload };
}

/** Reads the channels of real money; `null` if there is no file. No value of the file may be logged. */
export async function readChannels(
  { dataDir, ...environment }: ChannelsEnvironment,
  gateway: Pick<GatewayParts, 'fetch' | 'clock'>,
  name = CHANNELS_FILE_NAME,
): Promise<ChannelsRead | null> {
  const file = path.join(dataDir, name);
  const settings = await readSecretSettings(file, CHANNELS_FILE);
  if (!settings) return null;
  const read = await channelsOf(settings, path.dirname(file), environment, gateway);
  const mistakes = mistakesOf(settings.source);
  return mistakes.length > 0 || !read ? { mistakes } : read;
}

async function channelsOf(
  { fields, source }: SecretSettings<v.InferOutput<typeof CHANNELS_FILE>>,
  folder: string,
  environment: Omit<ChannelsEnvironment, 'dataDir'>,
  gateway: Pick<GatewayParts, 'fetch' | 'clock'>,
): Promise<Exclude<ChannelsRead, { mistakes: Mistake[] }> | null> {
  if (!fields) return null;
  const siteUrl = siteUrlOf(source, fields.notify, environment);
  const partsOf = (id: string): GatewayParts => ({ ...gateway, notifyUrl: `${siteUrl}/pay/${id}/notify` });
  const keysOf = (id: string) => createKeyReader(id, folder, source, gateway.clock());
  const channels: GatewayChannel[] = [];
  const inOrder = CHANNEL_IDS.toSorted((a, b) => placeOf(source, a) - placeOf(source, b));
  for (const id of inOrder) {
    const channel = await fields[id]?.(keysOf(id), partsOf(id));
    if (channel) channels.push(channel);
  }
  for (const { id, test } of channels) checkSide(source, id, test, environment);
  return siteUrl === null ? null : { channels, siteUrl };
}

/** The order of the file is that in which readers see the channels. */
const placeOf = ({ root = {} }: YamlSource, id: string) => Object.keys(root).indexOf(id);

function siteUrlOf(
  source: YamlSource,
  notify: string | undefined,
  { publicUrl }: Omit<ChannelsEnvironment, 'dataDir'>,
) {
  const written = notify ?? publicUrl;
  const url = written !== null && URL.canParse(written) ? new URL(written) : null;
  if (url?.protocol === 'https:' && url.pathname === '/' && url.search === '') return url.origin;
  const what = '要写 https:// 开头的网站地址，不带路径；付款通知发到那里';
  const without = '没有写 notify，PUBLIC_URL 也不是 https:// 的地址：渠道不知道把付款通知发到哪里';
  source.wrong(['notify'], notify === undefined ? without : what);
  return null;
}

/** Refuses test keys in production and real keys in a trial. */
function checkSide(
  source: YamlSource,
  id: string,
  test: boolean,
  environment: Omit<ChannelsEnvironment, 'dataDir'>,
): void {
  if (test && environment.production && !environment.sandboxPayments)
    source.wrong([id], '这是沙箱的密钥，付款不是真的；正式运行要换成正式的（只想试一试，就设 SANDBOX_PAYMENTS=on）');
  if (!test && !environment.production)
    source.wrong([id], '这是正式的密钥，收的是真钱，只能在 NODE_ENV=production 下使用');
}
