import type { Pool } from 'pg';
import { FIVE_MINUTES_MS, MINUTE_MS } from '../../core/jobs/jobs.ts';
import type { OperatorEvents } from '../../core/log/operator-events.ts';
import type { Module } from '../../core/module/module.ts';
import { addOperatorEvent, noteDisk } from './operations.ts';

type Sources = {
  operatorEvents: OperatorEvents;
  disks: { seen(): readonly { path: string; usedBytes: number }[] };
};

/** Saves what this process has seen, for the doctor and the alerts. */
export function operationsModule(pool: Pool, { operatorEvents, disks }: Sources): Module {
  return {
    jobs: {
      sightings: {
        everyMs: MINUTE_MS,
        node: 'every',
        async run(now) {
          for (const event of operatorEvents.take()) await addOperatorEvent(pool, event, now);
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
