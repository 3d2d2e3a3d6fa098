import { ALERTS_FILE_NAME } from '../../alerts/settings.ts';
import type { Check } from '../finding.ts';
import { readMailState } from '../mail-state.ts';

/** Checks whether mails to readers can be sent, and are. */
export const mail: Check = {
  title: '读者的邮件',
  isQuick: true,
  async look({ config, pool, now }) {
    const state = await readMailState(pool, config, now);
    const { isOn, hasServer, hasAddress, verified, undeliverable, waiting, failed, late } = state;
    if (!isOn) return [{ state: 'good', found: '没有打开' }];
    if (!hasServer || !hasAddress)
      return [
        {
          state: 'warning',
          found: `features.mail 打开着，${hasServer ? 'PUBLIC_URL 没有设' : `${ALERTS_FILE_NAME} 里没有能用的 mail`}：读者看不到，也收不到`,
          advice: '在后台的「系统」→「告警」设好邮件服务器，设好 PUBLIC_URL，或关掉 features.mail',
        },
      ];
    const found = `${verified} 个验证过的邮箱，${undeliverable} 个无法送达，${waiting} 条消息等着发`;
    if (late === 0 && failed === 0) return [{ state: 'good', found }];
    return [
      {
        state: 'warning',
        found: `${found}，其中 ${failed} 条试过两次没有发成，${late} 条半小时前就该发了`,
        advice: '运行 manyu alert test 试邮件服务器；日志里的 a mail was not sent 写着原因',
      },
    ];
  },
};
