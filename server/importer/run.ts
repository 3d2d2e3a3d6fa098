import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { openImageStore } from '../adapters/image-store.ts';
import { retryDamaged } from '../modules/catalog/damage-store.ts';
import { renameComic } from '../modules/catalog/orders-store.ts';
import { holdImportLock } from '../modules/catalog/store-files-store.ts';
import type { ImportOptions } from './options.ts';
import { stopDecoding } from './pictures/decode/foreign-pictures.ts';
import { DECODERS } from './pictures/page-recipe.ts';
import { tellRenamed } from './plan/changed-titles.ts';
import { prepare } from './plan/prepare.ts';
import { tellDamaged } from './plan/still-damaged.ts';
import type { Catalog } from './publish/publish-chapter.ts';
import { applyToUnchanged, Interrupted, type Progress, runTasks } from './publish/publish-chapters.ts';
import { sweepLeftovers } from './publish/sweep.ts';
import type { Memory } from './read/fingerprint-cache.ts';
import type { Output } from './report.ts';
import type { Outcome } from './source/outcome.ts';
import type { Found, Missed } from './source/source.ts';

export type ImportContext = Output & {
  pool: pg.Pool;
  /** Where the pictures are kept: `<DATA_DIR>/store`. */
  storeDir: string;
  clock: () => Date;
  /** Aborts when the operator wants the import to end. */
  stop?: AbortSignal;
};

export type Sources = AsyncIterable<Found | Missed>;

/** Waits for its turn among all imports of this database; `abort` is called where the database takes it away. */
export async function takingTurns<T>(
  context: ImportContext,
  abort: (error: Error) => void,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const onWait = () => context.stderr.write('另一个导入正在进行，等它结束后自动开始…\n');
  const release = await holdImportLock(context.pool, onWait, abort, signal);
  try {
    await mkdir(context.storeDir, { recursive: true });
    return await work();
  } finally {
    await release();
  }
}

/**
 * Brings these sources in and answers what became of each; to be called in its turn. `showRun` is told how many pages
 * there are to make. Throws Interrupted, with what was done, where it is told to stop.
 */
export async function importSources(
  sources: Sources,
  options: ImportOptions,
  context: ImportContext,
  signal: AbortSignal,
  showRun: (totalPages: number) => Progress,
): Promise<Outcome[]> {
  const { pool, storeDir, clock } = context;
  const store = openImageStore(storeDir);
  await sweepLeftovers(pool, store);
  const scratch = join(dirname(storeDir), 'import-tmp');
  await rm(scratch, { recursive: true, force: true });
  await retryDamaged(pool, DECODERS);
  const memory = memoryFor(options, context);
  const prepared = await prepare(sources, { ...memory, keep: true }, options, signal);
  for (const [id, title] of prepared.renamed) await renameComic(pool, id, title, clock());
  await tellDamaged(pool, prepared.settled, [...prepared.unchanged.keys()]);
  const { status, genres, priceCoins, freeFirst, direction, publishAt } = options;
  const orders = { status, genres, priceCoins, freeFirst, direction, publishAt };
  const catalog: Catalog = { pool, store, scratch, clock, orders, comicFolders: new Map() };
  await applyToUnchanged(catalog, prepared);
  tellRenamed(prepared);
  const progress = showRun(prepared.tasks.reduce((sum, task) => sum + task.candidate.pageCount, 0));
  for (const outcome of prepared.settled) progress.onChapter(outcome);
  signal.addEventListener('abort', stopDecoding);
  try {
    return [...prepared.settled, ...(await runTasks(catalog, prepared, progress, signal))];
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    throw new Interrupted([...prepared.settled, ...error.done], error.cause);
  } finally {
    signal.removeEventListener('abort', stopDecoding);
  }
}

/** What is remembered of sources; nothing is written down where that isn't asked for. */
export function memoryFor({ rehash }: ImportOptions, { pool, clock }: ImportContext): Memory {
  return { pool, clock, trust: !rehash, keep: false };
}
