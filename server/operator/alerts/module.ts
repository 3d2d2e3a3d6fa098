import { badFile } from '../../core/files/bad-config.ts';
import { MINUTE_MS } from '../../core/jobs/jobs.ts';
import type { Module } from '../../core/module/module.ts';
import { type Alerting, type AlertParts, checkAndAlert } from './alerts.ts';
import { openReceivers } from './receivers.ts';
import { ALERTS_FILE_NAME, type AlertsPlace, readAlertSettings } from './settings.ts';

/** The receivers of alerts.yaml; null without it. */
export async function openAlerting(place: AlertsPlace): Promise<Alerting | null> {
  const read = await readAlertSettings(place);
  if (read === null) return null;
  if ('mistakes' in read) throw badFile(ALERTS_FILE_NAME, read.mistakes, 'manyu alert test');
  const { backupHours, off } = read.settings;
  return { receivers: openReceivers(read.settings, fetch), backupHours, off };
}

/** Sends alerts. `readAlerting`: null = there are no receivers; read each time, since the console may change them. */
export function alertsModule(readAlerting: () => Promise<Alerting | null>, parts: AlertParts): Module {
  return {
    jobs: {
      alerts: {
        everyMs: MINUTE_MS,
        node: 'one',
        async run(now) {
          const alerting = await readAlerting();
          if (alerting) await checkAndAlert(alerting, parts, now);
        },
      },
    },
  };
}
