import { HOUR_MS } from '../../core/jobs/jobs.ts';
import type { Module } from '../../core/module/module.ts';
import { supportCalls } from './calls.ts';
import type { Support } from './support.ts';

/** Feedback of readers. */
export function supportModule(support: Support): Module {
  return {
    calls: supportCalls(support),
    jobs: { 'support-sweep': { everyMs: HOUR_MS, node: 'one', run: support.pictures.sweep } },
    dataOwners: support.dataOwners,
  };
}
