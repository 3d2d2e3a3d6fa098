import { readSmsGateways, SMS_FILE_NAME } from '../../../adapters/sms/config.ts';
import { formatMistake } from '../../../core/files/yaml-source.ts';
import type { Check } from '../finding.ts';

/** Checks whether text messages with codes are sent. */
export const sms: Check = {
  title: '短信',
  isQuick: true,
  async look({ config: { dataDir } }) {
    const read = await readSmsGateways(dataDir, { fetch, clock: () => new Date() });
    if (read === null)
      return [
        {
          state: 'note',
          found: `没有短信网关：验证码在发件箱里，只有运营者看得到（manyu sms）`,
          advice: '在后台「系统 → 短信」里设，见 docs/sms.md',
        },
      ];
    if ('gateways' in read)
      return [{ state: 'good', found: `依次使用：${read.gateways.map(({ title }) => title).join('、')}` }];
    return read.mistakes.map((mistake) => ({ state: 'fault', found: formatMistake(SMS_FILE_NAME, mistake) }));
  },
};
