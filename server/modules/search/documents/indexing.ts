import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Tx, transaction } from '../../../core/db/db.ts';
import { listRankable, listSearchable, listSearchableAfter, type SearchableComic } from '../../catalog/catalog.ts';
import { fingerprintOf, type GenreTitles, makeDocument } from './document.ts';
import {
  announceDocuments,
  deleteDocuments,
  fingerprintsBetween,
  fingerprintsOf,
  lockDocuments,
  setTiers,
  setViews,
  writeDocuments,
} from './store.ts';

/** Keeps the search documents up to date with the catalogue. */
export type Indexing = {
  /** Marks a comic, or all of them (null), as changed, and starts an update soon. */
  changed(comicId: number | null): void;
  /** Makes the documents of all marked comics. Cheap if none is marked. */
  updateIndex(): Promise<void>;
  /** Copies the view counts of all comics. */
  renewViews(): Promise<void>;
  /** Stops after the current transaction. */
  close(): Promise<void>;
};

/** Comics in one transaction: tens of milliseconds of work. */
const AT_ONCE = 100;
const VIEWS_AT_ONCE = 1_000;
/** An import makes many changes in a row. Changes within this time are handled together. */
const SOON_MS = 20;
const LAST_ID = Number.MAX_SAFE_INTEGER;

export function createIndexing(pool: Pool, log: Logger, genreTitles: () => Promise<GenreTitles>): Indexing {
  const marked = new Set<number>();
  let isAllMarked = true;
  let running: Promise<void> | null = null;
  let soon: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function updateMarked(): Promise<void> {
    while (!isClosed && (isAllMarked || marked.size > 0)) {
      if (isAllMarked) {
        isAllMarked = false;
        marked.clear();
        await attempt(updateAll, () => {
          isAllMarked = true;
        });
        continue;
      }
      const ids = [...marked].slice(0, AT_ONCE);
      for (const id of ids) marked.delete(id);
      await attempt(
        () => updateComics(ids),
        () => {
          for (const id of ids) marked.add(id);
        },
      );
    }
  }

  /** If it fails, the comics are marked again for the next round. */
  async function attempt(work: () => Promise<void>, markAgain: () => void): Promise<void> {
    try {
      await work();
    } catch (error) {
      markAgain();
      throw error;
    }
  }

  async function updateComics(ids: readonly number[]): Promise<void> {
    const titles = await genreTitles();
    await transaction(pool, async (tx) => {
      await lockDocuments(tx);
      await write(tx, await listSearchable(tx, ids), await fingerprintsOf(tx, ids), titles);
    });
  }

  async function updateAll(): Promise<void> {
    const titles = await genreTitles();
    for (let afterId: number | null = 0; afterId !== null && !isClosed; ) {
      const from: number = afterId;
      afterId = await transaction(pool, async (tx) => {
        await lockDocuments(tx);
        const comics = await listSearchableAfter(tx, from, AT_ONCE);
        const lastId = comics.length === AT_ONCE ? (comics.at(-1)?.id ?? LAST_ID) : LAST_ID;
        await write(tx, comics, await fingerprintsBetween(tx, from, lastId), titles);
        return lastId === LAST_ID ? null : lastId;
      });
    }
  }

  function updateIndex(): Promise<void> {
    running ??= updateMarked().finally(() => {
      running = null;
    });
    return running;
  }

  return {
    changed(comicId) {
      if (comicId === null) isAllMarked = true;
      else marked.add(comicId);
      soon ??= setTimeout(() => {
        soon = undefined;
        updateIndex().catch((error) => log.warn({ err: error }, 'the search index could not be updated'));
      }, SOON_MS).unref();
    },
    updateIndex,
    async renewViews() {
      const comics = await transaction(pool, listRankable);
      for (let from = 0; from < comics.length; from += VIEWS_AT_ONCE)
        await setViews(pool, comics.slice(from, from + VIEWS_AT_ONCE));
      await transaction(pool, async (tx) => {
        await lockDocuments(tx);
        await setTiers(tx);
      });
    },
    async close() {
      isClosed = true;
      clearTimeout(soon);
      await running?.catch(() => {});
    },
  };
}

async function write(
  tx: Tx,
  comics: readonly SearchableComic[],
  stored: ReadonlyMap<number, string>,
  titles: GenreTitles,
): Promise<void> {
  const outdated = comics.filter((comic) => stored.get(comic.id) !== fingerprintOf(comic, titles));
  const visible = new Set(comics.map(({ id }) => id));
  const gone = [...stored.keys()].filter((id) => !visible.has(id));
  if (outdated.length > 0)
    await writeDocuments(
      tx,
      outdated.map((comic) => makeDocument(comic, titles)),
    );
  if (gone.length > 0) await deleteDocuments(tx, gone);
  if (outdated.length + gone.length > 0) await announceDocuments(tx);
}
