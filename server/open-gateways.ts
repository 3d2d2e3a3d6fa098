import { CHANNELS_FILE_NAME, readChannels } from './adapters/channels/config.ts';
import type { GatewayChannel } from './adapters/channels/gateway.ts';
import { readSmsGateways, SMS_FILE_NAME } from './adapters/sms/config.ts';
import type { SmsGateway } from './adapters/sms/gateway.ts';
import type { Alerting } from './alerts/alerts.ts';
import { openReceivers } from './alerts/receivers.ts';
import { ALERTS_FILE_NAME, readAlertSettings } from './alerts/settings.ts';
import { formatMistake, type Mistake } from './core/yaml-source.ts';
import { BadConfig, type Config } from './start/config.ts';

/** The channels of channels.yaml; none without it. What is wrong there is found out now, not at the first payment. */
export async function openChannels(config: Config, fetch = globalThis.fetch): Promise<GatewayChannel[]> {
  const place = { ...config, sandbox: config.sandboxPayments };
  const read = await readChannels(place, { fetch, clock: () => new Date() });
  if (read === null) return [];
  if ('channels' in read) return read.channels;
  throw badFile(CHANNELS_FILE_NAME, read.mistakes, 'manyu channels check');
}

/** The gateways of sms.yaml; none without it, and messages wait in the outbox. */
export async function openSmsGateways({ dataDir }: Config): Promise<SmsGateway[]> {
  const read = await readSmsGateways(dataDir, { fetch, clock: () => new Date() });
  if (read === null) return [];
  if ('gateways' in read) return read.gateways;
  throw badFile(SMS_FILE_NAME, read.mistakes, 'manyu sms check');
}

/** Whom to alert, by alerts.yaml; null without it. */
export async function openAlerting({ dataDir, alertMailPassword: mailPassword }: Config): Promise<Alerting | null> {
  const read = await readAlertSettings({ dataDir, mailPassword });
  if (read === null) return null;
  if ('mistakes' in read) throw badFile(ALERTS_FILE_NAME, read.mistakes, 'manyu alert test');
  const { backupHours, off } = read.settings;
  return { receivers: openReceivers(read.settings, fetch), backupHours, off };
}

function badFile(name: string, [first, ...more]: readonly Mistake[], command: string): BadConfig {
  const others = more.length > 0 ? `（共 ${more.length + 1} 处，${command} 列出全部）` : '';
  return new BadConfig(`${first ? formatMistake(name, first) : name}${others}。`);
}
