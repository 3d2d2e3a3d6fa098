import { checkChain } from '../../../modules/audit/audit.ts';
import type { Check } from '../finding.ts';

/** Checks that the audit log was not changed. */
export const auditLog: Check = {
  title: '操作记录',
  isQuick: false,
  async look({ pool, now }) {
    const { entries, altered, head } = await checkChain(pool, now);
    if (altered === null)
      return [
        {
          state: 'good',
          found: `${entries} 条都没有被改过${head === null ? '' : `，最后的哈希 ${head.slice(0, 16)}`}`,
        },
      ];
    return [
      {
        state: 'fault',
        found: `第 ${altered} 条被改过、删掉或插了进来，之前的 ${entries} 条没有`,
        advice: '查谁能直接写数据库；与以前的备份比较这一条',
      },
    ];
  },
};
