import { lastBackup } from '../../backup/tables.ts';
import type { Check } from '../finding.ts';

const HOUR_MS = 3600 * 1000;
const LATE_HOURS = 36;

/** Checks the age of the last backup. */
export const backup: Check = {
  title: '备份',
  isQuick: true,
  async look({ pool, now, config: { production } }) {
    const last = await lastBackup(pool);
    const advice = '后台的「系统 → 备份」，或 manyu backup <文件夹>；每晚自动做见 docs/backup.md';
    if (last === null) return [{ state: production ? 'warning' : 'note', found: '还没有备份过', advice }];
    const hours = Math.floor((now.getTime() - last.getTime()) / HOUR_MS);
    const found = hours < 48 ? `上次备份在 ${hours} 小时之前` : `上次备份在 ${Math.floor(hours / 24)} 天之前`;
    return hours > LATE_HOURS ? [{ state: 'warning', found, advice }] : [{ state: 'good', found }];
  },
};
