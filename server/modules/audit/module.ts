import type { Pool } from 'pg';
import { MINUTE_MS } from '../../core/jobs/jobs.ts';
import type { Module } from '../../core/module/module.ts';
import { linkEntries } from './chain.ts';

/** The log of the changes of operators. */
export function auditModule(pool: Pool): Module {
  return { jobs: { 'audit-chain': { everyMs: MINUTE_MS, node: 'one', run: () => linkEntries(pool) } } };
}
