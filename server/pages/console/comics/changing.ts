import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Tx, transaction } from '../../../core/db/db.ts';
import { Refusal } from '../../../core/refusal/refusal.ts';
import {
  type CopyFolder,
  guardPages,
  listManagedChapters,
  listUnguardedComics,
  type StoredCover,
  type StoredImage,
  type StoredPage,
} from '../../../modules/catalog/publishing/publishing.ts';

/** Passes a copier of picture folders to `work`, when no import runs; `signal` ends the waiting for one. */
export type WithCopier = <T>(
  work: (copyFolder: NonNullable<CopyFolder>) => Promise<T>,
  signal: AbortSignal,
) => Promise<T>;

/** A person waits for the answer. Long enough for the pictures of another person; an import may take hours. */
const TURN_AWAITED_MS = 8_000;
const GUARDED_AT_ONCE = 100;

/** Work on pictures: pages of a chapter, or a cover that is cut out of one. */
type Drawings = {
  pages: {
    job: {
      pages: string;
      small: string;
      pictures: readonly { path: string; source: string }[];
      shown: readonly (StoredPage | number)[];
    };
    made: { pages: StoredPage[]; small: { thumb: StoredImage; preview: StoredImage } | null };
  };
  crop: {
    job: {
      small: string;
      from: { path: string } | { key: string };
      crop: { x: number; y: number; width: number; height: number };
      use: 'cover' | 'wide';
    };
    made: { picture: StoredCover; source: string };
  };
};

/** Makes pictures of the catalogue and passes them to `commit`, when no import runs; `signal` ends the waiting for one. */
export type DrawPictures = <Kind extends keyof Drawings, T>(
  kind: Kind,
  job: Drawings[Kind]['job'],
  commit: (made: Drawings[Kind]['made']) => Promise<T>,
  signal: AbortSignal,
) => Promise<T>;

export type ChangingParts = { pool: Pool; log: Logger; withCopier: WithCopier; drawPictures: DrawPictures };
export type Changing = ReturnType<typeof createChanging>;

/** Carries out changes of the catalogue for the console. */
export function createChanging({ pool, log, withCopier, drawPictures }: ChangingParts) {
  const stop = new AbortController();
  const pending = new Set<Promise<void>>();
  /** Each move takes a connection, so they are made one after another. */
  let moving = Promise.resolve();

  return {
    /** Runs `work` in a transaction. Pages of chapters that now cost something are moved afterwards. */
    async change<T>(work: (tx: Tx, copyFolder: CopyFolder) => Promise<T>): Promise<T> {
      const done = await transaction(pool, (tx) => work(tx, null));
      later('pages of priced chapters were not guarded', guardPriced);
      return done;
    },

    /** Makes pictures and passes them to `commit`. */
    draw<Kind extends keyof Drawings, T>(
      kind: Kind,
      job: Drawings[Kind]['job'],
      commit: (made: Drawings[Kind]['made']) => Promise<T>,
    ): Promise<T> {
      return whenNoImportRuns(drawPictures(kind, job, commit, AbortSignal.timeout(TURN_AWAITED_MS)));
    },

    /** Moves public pages of chapters that were taken offline behind signed addresses, as soon as no import runs. */
    guardLater(comicId: number): void {
      later('pages of an offline comic were not guarded', () => inTurn(() => guard(comicId)));
    },

    guardPriced,

    async close(): Promise<void> {
      stop.abort();
      await Promise.all(pending);
    },
  };

  function later(failure: string, work: () => Promise<void>): void {
    const settled = work()
      .catch((error: unknown) => {
        if (!stop.signal.aborted) log.error({ err: error }, failure);
      })
      .finally(() => pending.delete(settled));
    pending.add(settled);
  }

  /** Moves the pages of all chapters that cost something behind signed addresses, as soon as no import runs. */
  function guardPriced(): Promise<void> {
    return inTurn(guardAllPriced);
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = moving.then(work);
    moving = done.catch(() => {});
    return done;
  }

  async function guardAllPriced(): Promise<void> {
    // One comic whose files can't be copied must not keep the others.
    const failed = new Map<number, unknown>();
    for (;;) {
      const found = await listUnguardedComics(pool, [...failed.keys()], GUARDED_AT_ONCE);
      if (found.length === 0) break;
      // Imports may run between two comics.
      for (const comicId of new Set(found.map((each) => each.comicId)))
        await move(comicId).catch((error: unknown) => failed.set(comicId, error));
      stop.signal.throwIfAborted();
    }
    for (const [comicId, cause] of failed) throw new Error(`the pages of comic ${comicId} were not moved`, { cause });
  }

  async function guard(comicId: number): Promise<void> {
    if ((await listManagedChapters(pool, comicId)).every(({ guarded }) => guarded)) return;
    await move(comicId);
  }

  async function move(comicId: number): Promise<void> {
    stop.signal.throwIfAborted();
    return withCopier((copy) => transaction(pool, (tx) => guardPages(tx, comicId, copy)), stop.signal);
  }
}

function whenNoImportRuns<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof Error && error.name === 'AbortError' ? new Refusal('importRunning') : error;
  });
}
