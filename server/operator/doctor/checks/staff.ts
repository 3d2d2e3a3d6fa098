import { listLockedOut, STAFF_KEY_NAME } from '../../../modules/staff/staff.ts';
import type { Check } from '../finding.ts';

/** Checks that the authenticators of the staff can be read with the key of this site. */
export const staff: Check = {
  title: '后台',
  isQuick: true,
  async look({ pool, config: { dataDir } }) {
    const names = await listLockedOut(pool, dataDir);
    if (names.length === 0) return [{ state: 'good', found: '员工的验证器可以用' }];
    return [
      {
        state: 'fault',
        found: `${names.join('、')} 的验证码不能用：${dataDir} 里的 ${STAFF_KEY_NAME} 不在，或不是原来的`,
        advice: `从备份的 settings/ 或别的节点拷来 ${STAFF_KEY_NAME}，再重新启动；都没有，就用恢复码、通行密钥或 manyu staff reset 登录，再换验证器`,
      },
    ];
  },
};
