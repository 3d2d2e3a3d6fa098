import { formatMistake } from '../../../core/files/yaml-source.ts';
import { ALERTS_FILE_NAME, readAlertSettings } from '../../alerts/settings.ts';
import type { Check, DoctorContext, Finding } from '../finding.ts';

/** Checks the settings of alerts and metrics. Both are optional. */
export const watching: Check = {
  title: '告警',
  isQuick: true,
  look: async ({ config }) => [...(await alerts(config)), metrics(config)],
};

async function alerts({ dataDir, alertMailPassword: mailPassword }: DoctorContext['config']): Promise<Finding[]> {
  const read = await readAlertSettings({ dataDir, mailPassword });
  if (read === null)
    return [
      {
        state: 'note',
        found: '没有设告警：出了事没有人会知道',
        advice: `在后台的「系统 → 告警」里设置接收方，或写 ${ALERTS_FILE_NAME}，见 docs/operations/monitoring.md`,
      },
    ];
  if ('mistakes' in read)
    return read.mistakes.map((mistake) => ({ state: 'fault', found: formatMistake(ALERTS_FILE_NAME, mistake) }));
  const { webhook, mail } = read.settings;
  return [{ state: 'good', found: `发给 ${[...(webhook ? ['webhook'] : []), ...(mail?.to ?? [])].join('、')}` }];
}

function metrics({ metricsPort }: DoctorContext['config']): Finding {
  if (metricsPort !== null) return { state: 'good', found: `指标在端口 ${metricsPort} 的 /metrics` };
  return {
    state: 'note',
    found: '没有提供指标',
    advice: '用 Prometheus 的，设 METRICS_PORT；规则与仪表板在 deploy/ 里',
  };
}
