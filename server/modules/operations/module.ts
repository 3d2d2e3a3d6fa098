import type { Pool } from 'pg';
import type { JobRuns } from '../../core/jobs/job-runs.ts';
import { FIVE_MINUTES_MS, MINUTE_MS } from '../../core/jobs/jobs.ts';
import type { OperatorEvents } from '../../core/log/operator-events.ts';
import type { Module } from '../../core/module/module.ts';
import { addOperatorEvent, noteDisk, noteJobRun } from './operations.ts';

type Sources = {
  operatorEvents: OperatorEvents;
  jobRuns: JobRuns;
  disks: { seen(): readonly { path: string; usedBytes: number }[] };
};

/** Saves the observations of this process, for the doctor and the alerts. */
export function operationsModule(pool: Pool, { operatorEvents, jobRuns, disks }: Sources): Module {
  return {
    jobs: {
      sightings: {
        everyMs: MINUTE_MS,
        node: 'every',
        async run(now) {
          for (const event of operatorEvents.take()) await addOperatorEvent(pool, event, now);
        },
      },
      'job-runs': {
        everyMs: MINUTE_MS,
        node: 'every',
        async run() {
          for (const run of jobRuns.take()) await noteJobRun(pool, run);
        },
      },
      'disk-days': {
        everyMs: FIVE_MINUTES_MS,
        node: 'every',
        async run(now) {
          for (const { path, usedBytes } of disks.seen()) await noteDisk(pool, path, usedBytes, now);
        },
      },
    },
  };
}
