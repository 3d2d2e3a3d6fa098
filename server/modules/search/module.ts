import { FIVE_MINUTES_MS, FREQUENT_MS, HOUR_MS } from '../../core/jobs/jobs.ts';
import type { Module } from '../../core/module/module.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { searchCalls } from './calls.ts';
import type { Search } from './search.ts';

/** Search, and the words that readers search for. */
export function searchModule(search: Search, catalog: Catalog): Module {
  return {
    calls: searchCalls(search, catalog),
    jobs: {
      'search-index': { everyMs: FREQUENT_MS, node: 'every', run: search.updateIndex },
      'searched-words': { everyMs: FREQUENT_MS, node: 'every', run: search.flush },
      'search-views': { everyMs: FIVE_MINUTES_MS, node: 'one', run: search.renewViews },
      'search-sweep': { everyMs: HOUR_MS, node: 'one', run: search.sweep },
    },
    cacheTopics: {
      catalog: search.changed,
      // Documents have the titles that genres are shown with.
      editorial: () => search.changed(null),
      search: search.indexChanged,
    },
    close: search.close,
  };
}
