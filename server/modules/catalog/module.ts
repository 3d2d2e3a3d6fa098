import { FREQUENT_MS, HOUR_MS } from '../../core/jobs/jobs.ts';
import type { Module } from '../../core/module/module.ts';
import { catalogCalls } from './calls.ts';
import type { Catalog } from './catalog.ts';

/** Comics, chapters and their lists. */
export function catalogModule(catalog: Catalog): Module {
  return {
    calls: catalogCalls(catalog),
    jobs: {
      'listing-facts': { everyMs: FREQUENT_MS, node: 'every', run: catalog.listings.updateFacts },
      'signing-keys': { everyMs: HOUR_MS, node: 'every', run: catalog.renewKeys },
    },
    cacheTopics: { catalog: catalog.changed },
  };
}
