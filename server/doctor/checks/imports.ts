import { findRefusedImport } from '../../modules/operations/operations.ts';
import type { Check } from '../finding.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Whether the imports of the last day took everything. */
export const imports: Check = {
  title: '导入',
  isQuick: false,
  async look({ pool, now }) {
    const last = await findRefusedImport(pool);
    if (last === null || now.getTime() - last.at.getTime() > DAY_MS)
      return [{ state: 'good', found: '一天之内没有被拒绝的文件' }];
    return [
      {
        state: 'warning',
        found: `最近有 ${last.refused} 份没有导入，如 ${last.example}`,
        advice: '换了文件或修好之后，再运行同一个导入命令',
      },
    ];
  },
};
