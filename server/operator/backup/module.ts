import type { Pool } from 'pg';
import { MINUTE_MS } from '../../core/jobs/jobs.ts';
import type { Module } from '../../core/module/module.ts';
import { lastBackup } from './tables.ts';

/** Exports the time of the last backup, for the operator's alarm. */
export function backupModule(pool: Pool): Module {
  let seconds = 0;
  return {
    jobs: {
      'backup-time': {
        everyMs: MINUTE_MS,
        node: 'every',
        async run() {
          seconds = ((await lastBackup(pool))?.getTime() ?? 0) / 1000;
        },
      },
    },
    metrics: [
      {
        name: 'manyu_last_backup_timestamp_seconds',
        help: 'When the site was backed up last; 0 = never.',
        read: () => seconds,
      },
    ],
  };
}
