import type { DataOf } from '#contract/call';
import type { system } from '#contract/console/system';
import { formatMistake } from '../../core/files/yaml-source.ts';
import { openReceivers } from '../alerts/receivers.ts';
import { RULE_NAMES, RULES } from '../alerts/rules.ts';
import { ALERTS_FILE_NAME, type AlertSettings, type AlertsPlace, readAlertSettings } from '../alerts/settings.ts';

type Alerts = DataOf<typeof system>['alerts'];

/** The receivers of alerts in alerts.yaml, without its secrets. */
export async function viewAlertSettings(place: AlertsPlace, name?: string): Promise<Omit<Alerts, 'raised'>> {
  const read = await readAlertSettings(place, name);
  const rules = RULE_NAMES.map((name) => ({ name, title: RULES[name].title }));
  const none = { receivers: [], settings: null, mistakes: [], rules };
  if (!read) return none;
  if ('mistakes' in read)
    return { ...none, mistakes: read.mistakes.map((mistake) => formatMistake(ALERTS_FILE_NAME, mistake)) };
  const receivers = openReceivers(read.settings, fetch).map(({ name }) => name);
  return { ...none, receivers, settings: withoutSecrets(read.settings) };
}

function withoutSecrets({ webhook, mail, backupHours, off }: AlertSettings): Alerts['settings'] {
  return {
    webhook: webhook && { host: new URL(webhook.url).host, format: webhook.format },
    mail: mail && {
      host: mail.host,
      port: mail.port,
      security: mail.security,
      user: mail.auth?.user ?? null,
      from: mail.from,
      to: [...mail.to],
      hasPassword: mail.auth !== null,
    },
    backupHours,
    off: [...off],
  };
}
