import type { Pool } from 'pg';
import { lastBackup } from './tables.ts';

/** The time of the last backup, for the operator's alarm. */
export type BackupTime = {
  look(): Promise<void>;
  /** Seconds since 1970; 0 = no backup seen. */
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
