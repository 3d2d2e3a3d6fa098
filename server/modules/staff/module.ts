import type { Pool } from 'pg';
import { HOUR_MS } from '../../core/jobs/jobs.ts';
import type { Module } from '../../core/module/module.ts';
import { type CallPorts, staffCalls } from './calls.ts';
import type { Staff } from './staff.ts';

/** The people who run the site. */
export function staffModule(pool: Pool, staff: Staff, ports: CallPorts): Module {
  return {
    consoleCalls: staffCalls(pool, staff, ports),
    jobs: { 'staff-sweep': { everyMs: HOUR_MS, node: 'one', run: staff.sweep } },
  };
}
