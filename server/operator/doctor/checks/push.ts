import { createEditorial } from '../../../modules/editorial/editorial.ts';
import { countPushes } from '../../../modules/notices/notices.ts';
import type { Check } from '../finding.ts';

/** Checks whether pushes can be sent, and are. */
export const push: Check = {
  title: '推送',
  isQuick: true,
  async look({ config: { publicUrl }, pool, now }) {
    const { features } = await createEditorial(pool, () => false).parts();
    if (!features.push) return [{ state: 'good', found: '没有打开' }];
    if (!publicUrl?.startsWith('https:'))
      return [
        {
          state: 'warning',
          found: `features.push 打开着，PUBLIC_URL ${publicUrl === null ? '没有设' : `是 ${publicUrl}`}：不是 https 的发不出推送，读者也打不开`,
          advice: '把 PUBLIC_URL 设成对外的 https 网址，或关掉 features.push',
        },
      ];
    const { waiting, late } = await countPushes(pool, now);
    const found = `${waiting} 条等着发`;
    if (late === 0) return [{ state: 'good', found }];
    return [
      {
        state: 'warning',
        found: `${found}，其中 ${late} 条半小时前就该发了`,
        advice: '看日志里的 pushes 与 send-pushes：推送服务连不上，或发得比来得慢',
      },
    ];
  },
};
