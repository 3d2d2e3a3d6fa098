import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Catalog } from '../catalog/catalog.ts';
import { type Authors, createAuthors } from './library/authors.ts';
import { createLibraryDataOwner } from './library/data-owner.ts';
import { createGroups, type Groups } from './library/groups.ts';
import { createLibrary, type Library } from './library/library.ts';
import { createTastes, type Tastes } from './library/tastes.ts';
import type { ReadingPorts } from './ports.ts';
import { createMarking, type Marking } from './progress/marking.ts';
import { createProgress, type Progress } from './progress/progress.ts';
import { type RankingPage, type RankingQuery, readRanking } from './ranking/pages.ts';
import { countsInRankings, createRankedReaders } from './ranking/ranked-readers.ts';
import { createRankingRenewal, reopenDayBefore } from './ranking/renewal.ts';
import { createViewCounter, type ViewCounter } from './views/counter.ts';
import { createStepCounter, type StepCounter } from './views/steps.ts';
import { addSteps } from './views/store.ts';
import { addPastViews, dropOldViews, writeViews } from './views/write.ts';

export { listFollowers } from './library/author-store.ts';
export { listSubscribers } from './library/store.ts';
export { type MergedReading, mergeReading, splitReading } from './merging/comic-merge.ts';
export type { ReadingPorts } from './ports.ts';
export type { ReaderComic } from './progress/progress.ts';
export { firstViewDay, sumStepsByComic, sumViewsByChapter, sumViewsByComic, sumViewsByReader } from './views/store.ts';
export { addPastViews, countsInRankings, reopenDayBefore };

/** Libraries, reading progress, views and rankings. */
export type Reading = {
  library: Library;
  authors: Authors;
  groups: Groups;
  progress: Progress;
  marking: Marking;
  tastes: Tastes;
  /** Merges, erases and exports libraries for the account module. */
  dataOwner: ReturnType<typeof createLibraryDataOwner>;
  views: Pick<ViewCounter, 'note' | 'flush' | 'waiting'>;
  steps: Pick<StepCounter, 'note'>;
  ranking(query: RankingQuery): Promise<RankingPage>;
  /** Writes the views that are counted in memory. */
  flush(): Promise<void>;
  /** Takes a new ranking if one is due; otherwise costs almost nothing. */
  renewRankings(now: Date): Promise<void>;
  /** Deletes the record of which reader read which chapter on past days. */
  sweep(now: Date): Promise<void>;
  /** Writes the views that are still in memory. */
  close(): Promise<void>;
};

export function createReading(
  pool: Pool,
  catalog: Catalog,
  log: Logger,
  ports: Pick<ReadingPorts, 'expectNews' | 'salesByComic' | 'totalledUpTo'>,
): Reading {
  const ranked = createRankedReaders(pool);
  const views = createViewCounter((batch) => writeViews(pool, ranked, batch), log);
  const steps = createStepCounter((gains) => addSteps(pool, gains), log);
  return {
    library: createLibrary(pool, catalog, ranked, ports),
    authors: createAuthors(pool),
    groups: createGroups(pool),
    progress: createProgress(pool),
    marking: createMarking(pool),
    tastes: createTastes(pool),
    dataOwner: createLibraryDataOwner(ports),
    views,
    steps,
    async flush() {
      await views.flush();
      await steps.flush();
    },
    ranking: (query) => readRanking(pool, query),
    renewRankings: createRankingRenewal(pool, ports.salesByComic),
    sweep: async (now) => dropOldViews(pool, now, await ports.totalledUpTo()),
    async close() {
      await views.close();
      await steps.flush();
    },
  };
}
