import { FREQUENT_MS, HOUR_MS } from '../../core/jobs/jobs.ts';
import type { Module } from '../../core/module/module.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { authorCalls } from './library/author-calls.ts';
import { libraryCalls } from './library/calls.ts';
import { groupCalls } from './library/group-calls.ts';
import type { ReadingPorts } from './ports.ts';
import { progressCalls } from './progress/calls.ts';
import { rankingCalls } from './ranking/calls.ts';
import type { Reading } from './reading.ts';

/** Libraries, reading progress, and rankings. */
export function readingModule(reading: Reading, catalog: Catalog, ports: ReadingPorts): Module {
  const { views } = reading;
  return {
    calls: [
      ...libraryCalls({ ...reading, catalog, ports }),
      ...authorCalls(reading.authors, catalog),
      ...groupCalls(reading.groups, catalog),
      ...progressCalls({ ...reading, catalog, ports }),
      ...rankingCalls(reading, catalog),
    ],
    jobs: {
      views: { everyMs: FREQUENT_MS, node: 'every', run: reading.flush },
      rankings: { everyMs: FREQUENT_MS, node: 'every', run: reading.renewRankings },
      'reading-sweep': { everyMs: HOUR_MS, node: 'one', run: reading.sweep },
    },
    metrics: [
      { name: 'manyu_views_waiting', help: 'Views counted in memory, not yet in the database.', read: views.waiting },
    ],
    dataOwners: [reading.dataOwner],
    close: reading.close,
  };
}
