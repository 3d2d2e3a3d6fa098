import { HOUR_MS, MINUTE_MS } from '../../../core/jobs/jobs.ts';
import type { Module } from '../../../core/module/module.ts';
import type { Catalog } from '../../../modules/catalog/catalog.ts';
import { dropOldBulkChanges, dropOldVersions } from '../../../modules/catalog/editing/editing.ts';
import type { Uploads } from '../../../modules/uploads/uploads.ts';
import { takedownCalls } from '../feedback/takedown-calls.ts';
import { authorCalls } from './author-calls.ts';
import { bulkCalls } from './bulk-calls.ts';
import { type ChangingParts, createChanging } from './changing.ts';
import { chapterCalls } from './chapter-calls.ts';
import { editingCalls } from './comic-calls.ts';
import { historyCalls } from './history-calls.ts';
import { mergeCalls } from './merge-calls.ts';
import { pageCalls } from './page-calls.ts';
import { pictureCalls } from './picture-calls.ts';

/** Comics in the console. */
export function consoleComicsModule(parts: ChangingParts, catalog: Catalog, uploads: Uploads): Module {
  const { pool } = parts;
  const changing = createChanging(parts);
  return {
    consoleCalls: [
      ...editingCalls(pool, changing, uploads.refusedSeries),
      ...chapterCalls(pool, changing),
      ...pageCalls(pool, changing, { catalog, uploads }),
      ...pictureCalls(pool, changing, uploads),
      ...bulkCalls(pool, changing, uploads.refusedSeries),
      ...historyCalls(pool, catalog),
      ...takedownCalls(pool, changing),
      ...mergeCalls(pool, changing),
      ...authorCalls(pool),
    ],
    jobs: {
      'old-bulk-changes': { everyMs: HOUR_MS, node: 'one', run: (now) => dropOldBulkChanges(pool, now) },
      'guard-pages': { everyMs: MINUTE_MS, node: 'one', run: changing.guardPriced },
      'old-page-versions': { everyMs: HOUR_MS, node: 'one', run: (now) => dropOldVersions(pool, now) },
    },
    close: changing.close,
  };
}
