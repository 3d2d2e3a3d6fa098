import { FIVE_MINUTES_MS } from '../../core/jobs/jobs.ts';
import type { Module } from '../../core/module/module.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { recommendCalls } from './calls.ts';
import type { Recommend } from './recommend.ts';

/** What to read next. */
export function recommendModule(recommend: Recommend, catalog: Pick<Catalog, 'comic' | 'prominentAudience'>): Module {
  return {
    calls: recommendCalls(recommend, catalog),
    jobs: { recommendations: { everyMs: FIVE_MINUTES_MS, node: 'one', run: recommend.renew } },
  };
}
