import type { Pool } from 'pg';
import { lastBackup } from './tables.ts';

/** When the site was backed up last, for the operator's alarm. */
export type BackupTime = {
  look(): Promise<void>;
  /** Since 1970; 0 = never, as far as seen. */
  seconds(): number;
};

export function watchBackups(pool: Pool): BackupTime {
  let seconds = 0;
  return {
    async look() {
      seconds = ((await lastBackup(pool))?.getTime() ?? 0) / 1000;
    },
    seconds: () => seconds,
  };
}
