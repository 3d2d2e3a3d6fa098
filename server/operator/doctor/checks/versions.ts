import { isMigrated, serverOf } from '../../../core/db/migrate.ts';
import { MIGRATIONS } from '../../../migrations.ts';
import type { Check, Finding } from '../finding.ts';

/** Shows the versions, and checks whether the database is migrated. */
export const versions: Check = {
  title: '版本',
  isQuick: false,
  async look({ pool, version }) {
    const { major } = await serverOf(pool);
    const all: Finding = { state: 'good', found: `漫屿 ${version}，Node ${process.version}，PostgreSQL ${major}` };
    if (await isMigrated(pool, MIGRATIONS)) return [all];
    return [all, { state: 'warning', found: '数据库还没有升级到此版', advice: '启动一次漫屿（npm start）' }];
  },
};
