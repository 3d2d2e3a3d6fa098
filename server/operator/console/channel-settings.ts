import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Pool } from 'pg';
import { isMap } from 'yaml';
import type { DataOf, InputOf } from '#contract/call';
import * as calls from '#contract/console/channel-settings';
import { CHANNELS_FILE_NAME, type ChannelsEnvironment, readChannels } from '../../adapters/channels/config.ts';
import { isKeyItself } from '../../adapters/channels/config-keys.ts';
import { fingerprintOf } from '../../adapters/channels/fingerprint.ts';
import type { ChannelId } from '../../adapters/channels/kinds.ts';
import type { Clock } from '../../core/dispatch/ctx.ts';
import { type Served, serve } from '../../core/dispatch/dispatch.ts';
import { formatMistake } from '../../core/files/yaml-source.ts';
import { announceSettings, announceShownSettings } from '../../modules/operations/operations.ts';
import { countOpenOrders } from '../../modules/shop/shop.ts';
import {
  changedSince,
  type ProviderView,
  type StoredFields,
  viewProviders,
  writeProviders,
} from '../settings-file/providers.ts';
import type { SavingMistake } from '../settings-file/replace.ts';
import { saveSettings } from '../settings-file/save.ts';

type View = DataOf<typeof calls.channelSettings>;
type Edit = InputOf<typeof calls.setChannels>;
export type ChannelSettingsParts = {
  pool: Pool;
  clock: Clock;
  environment: ChannelsEnvironment;
  reloadChannels(): Promise<boolean>;
};

const MERCHANT = ['mch_id'];
/** By kind, the secret fields; for each the fields that name its account. If one of these changes, the secret must be entered again. */
const KINDS = {
  alipay: {
    private_key: ['app_id'],
    alipay_public_key: ['app_id'],
    app_certificate: ['app_id'],
    alipay_certificate: ['app_id'],
    root_certificate: [],
  },
  wechat: {
    app_secret: ['app_id'],
    api_v3_key: MERCHANT,
    private_key: MERCHANT,
    certificate: MERCHANT,
    public_key: [],
  },
  stripe: { secret_key: [], webhook_secret: [] },
} satisfies StoredFields & Record<ChannelId, object>;
/** Keys and certificates: in the file itself, or the names of files beside it. */
const KEYS = new Set([
  'private_key',
  'certificate',
  'public_key',
  'alipay_public_key',
  'app_certificate',
  'alipay_certificate',
  'root_certificate',
]);
/** If one of these changes, the channel does not know the earlier orders. */
const ACCOUNT_FIELDS: Readonly<Record<string, readonly string[]>> = {
  alipay: ['app_id', 'seller_id', 'sandbox'],
  wechat: ['mch_id', 'app_id'],
};

/** The settings of the payment channels. */
export function channelSettingsCalls(parts: ChannelSettingsParts): Served[] {
  return [
    serve(calls.channelSettings, () => view(parts)),

    serve(calls.setChannels, async (ctx, payload) => {
      const mistakes = await saveSettings(parts.pool, ctx, {
        dataDir: parts.environment.dataDir,
        file: CHANNELS_FILE_NAME,
        action: 'set-channels',
        edit: () => edited(parts, payload),
        read: (name) => read(parts, name),
        async after(name) {
          const { channels } = await view(parts, name);
          const same = payload.sameAccount === true ? { sameAccount: true } : {};
          return { channels: channels.map(({ kind, fields }) => ({ kind, ...fields })), ...same };
        },
      });
      if (mistakes.length === 0) {
        await takeOverChannels(parts);
        await announceSettings(parts.pool);
      }
      return { mistakes };
    }),
  ];
}

/** Reads channels.yaml again. If it has changed, all nodes drop the cached answers that name the channels. */
export async function takeOverChannels({
  pool,
  reloadChannels,
}: Pick<ChannelSettingsParts, 'pool' | 'reloadChannels'>): Promise<void> {
  if (await reloadChannels()) await announceShownSettings(pool);
}

function read({ environment, clock }: ChannelSettingsParts, name?: string) {
  return readChannels(environment, { fetch, clock }, name);
}

async function view(parts: ChannelSettingsParts, name = CHANNELS_FILE_NAME): Promise<View> {
  const { dataDir, publicUrl } = parts.environment;
  const found = await read(parts, name);
  if (!found) return { channels: [], notifyTo: publicUrl, mistakes: [] };
  if ('mistakes' in found) {
    const mistakes = found.mistakes.map((each) => formatMistake(CHANNELS_FILE_NAME, each));
    return { channels: [], notifyTo: publicUrl, mistakes };
  }
  const text = await readFile(path.join(dataDir, name), 'utf8');
  const channels = await Promise.all(
    viewProviders(text, KINDS).map(async ({ kind, fields, stored }) => ({
      // Another id than those of the contract does not compile here.
      kind: kind as ChannelId,
      fields,
      stored: await Promise.all(
        stored.map(async ({ name, value }) => ({
          name,
          print: KEYS.has(name) ? await fingerprintOf(String(value), dataDir) : null,
        })),
      ),
    })),
  );
  return { channels, notifyTo: found.siteUrl, mistakes: [] };
}

/**
 * The new text of channels.yaml; null if nothing is left in it: an address for notifications stays without channels. Returns the
 * mistakes if the edits or the current file have any.
 */
async function edited(
  parts: ChannelSettingsParts,
  { channels, seen, sameAccount }: Edit,
): Promise<{ mistakes: SavingMistake[] } | { text: string | null }> {
  const { pool, environment } = parts;
  const found = await read(parts);
  if (found && 'mistakes' in found) return found;
  const text = found ? await readFile(path.join(environment.dataDir, CHANNELS_FILE_NAME), 'utf8') : '';
  const changed = changedSince(text, KINDS, seen);
  if (changed.length > 0) return { mistakes: changed };
  const mistakes = [...(await inUse(pool, text, channels, sameAccount === true)), ...channels.flatMap(namesOfFiles)];
  if (mistakes.length > 0) return { mistakes };
  const { document, mistakes: ofFields } = writeProviders(text, channels, KINDS);
  if (ofFields.length > 0) return { mistakes: ofFields };
  const isEmpty = isMap(document.contents) && document.contents.items.length === 0;
  return { text: isEmpty ? null : document.toString({ lineWidth: 0 }) };
}

/** The console must send the key itself; it can't name a file on the server. */
function namesOfFiles({ kind, fields }: Edit['channels'][number]): SavingMistake[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    KEYS.has(name) && typeof value === 'string' && value !== '' && !isKeyItself(value)
      ? { field: `${kind}「${name}」`, what: '要粘贴密钥或证书本身，或选文件' }
      : [],
  );
}

/** The shop must be able to ask a channel about its open orders. Until they end, the channel can't be removed and its account can't change. */
async function inUse(
  pool: Pool,
  text: string,
  edits: Edit['channels'],
  sameAccount: boolean,
): Promise<SavingMistake[]> {
  const mistakes: SavingMistake[] = [];
  for (const { kind, fields: before, stored } of viewProviders(text, KINDS)) {
    const after = edits.find((each) => each.kind === kind)?.fields;
    const changed = ACCOUNT_FIELDS[kind]?.find(
      (name) => (after?.[name] ?? before[name] ?? false) !== (before[name] ?? false),
    );
    const key = kind === 'stripe' ? keyChange(stored, after) : null;
    const isKeyDoubted = key === 'other-mode' || (key === 'other' && !sameAccount);
    if (after && changed === undefined && !isKeyDoubted) continue;
    const open = (await countOpenOrders(pool, kind)) ?? 0;
    if (open === 0) continue;
    const wait = `还有 ${open} 张订单没有了结，或正在退款：先停用它，等它们了结（一般半小时）再来`;
    const ofKey = key === 'other' ? `${wait}。新密钥属于同一个 Stripe 账户，就勾选下面那一项` : wait;
    if (changed !== undefined) mistakes.push({ field: `${kind}「${changed}」`, what: wait });
    else mistakes.push(after ? { field: 'stripe「secret_key」', what: ofKey } : { field: '', what: wait });
  }
  return mistakes;
}

/** A key of Stripe does not contain its account. It only shows whether it is a test key. */
function keyChange(stored: ProviderView['stored'], after: Edit['channels'][number]['fields'] | undefined) {
  const before = String(stored.find(({ name }) => name === 'secret_key')?.value ?? '');
  const key = after?.secret_key ?? before;
  if (key === before) return null;
  const modeOf = (each: string) => each.split('_')[1];
  return modeOf(String(key)) === modeOf(before) ? 'other' : 'other-mode';
}
