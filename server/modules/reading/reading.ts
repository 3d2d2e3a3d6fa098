import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Tx } from '../../core/db.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { createLibrary, type Library } from './library.ts';
import { keepLibrary } from './library-keeper.ts';
import { createProgress, type Progress } from './progress.ts';
import { countsInRankings, createRankedReaders } from './ranked-readers.ts';
import { type RankingPage, readRanking, type WantedRanking } from './ranking-pages.ts';
import { createRankingRenewal } from './ranking-renewal.ts';
import { createViewCounter, type ViewCounter } from './views-counter.ts';
import { forgetWhoRead, writeViews } from './views-write.ts';

export type { ComicStanding } from './progress.ts';
export { countsInRankings };

/** What readers do with comics: what they keep and read, and what is read most. */
export type Reading = {
  library: Library;
  progress: Progress;
  /** What becomes of a library when its reader is merged, erased or asks for everything. */
  keeper: ReturnType<typeof keepLibrary>;
  views: Pick<ViewCounter, 'note' | 'flush' | 'waiting'>;
  ranking(wanted: WantedRanking): Promise<RankingPage>;
  /** Takes a ranking where one is due; cheap to ask again and again. */
  renewRankings(now: Date): Promise<void>;
  /** Forgets who read what on days that are over. */
  sweep(now: Date): Promise<void>;
  /** Writes what is only noted yet. */
  close(): Promise<void>;
};

/** What others are told of readers. */
export type ReadingTold = {
  /** The reader subscribes to something; called in the transaction, before anything of it is held. */
  onSubscribe(db: Tx, readerId: number): Promise<void>;
};

export function createReading(pool: Pool, catalog: Catalog, log: Logger, told: ReadingTold): Reading {
  const ranked = createRankedReaders(pool);
  const views = createViewCounter((batch) => writeViews(pool, ranked, batch), log);
  return {
    library: createLibrary(pool, catalog, ranked, told.onSubscribe),
    progress: createProgress(pool),
    keeper: keepLibrary(told.onSubscribe),
    views,
    ranking: (wanted) => readRanking(pool, wanted),
    renewRankings: createRankingRenewal(pool),
    sweep: (now) => forgetWhoRead(pool, now),
    close: views.close,
  };
}
