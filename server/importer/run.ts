import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { openImageFolder } from '../adapters/image-folder.ts';
import { transaction } from '../core/db/db.ts';
import { printableLine } from '../core/text/printable.ts';
import { holdImportLock, logImported, remakeDamaged } from '../modules/catalog/publishing/publishing.ts';
import { noteRefusedImport } from '../modules/operations/operations.ts';
import { checkRoom, type Room } from './limits/room.ts';
import type { ImportOptions } from './options.ts';
import { stopDecoding } from './pictures/decode/foreign-pictures.ts';
import { DECODER_VERSION } from './pictures/page-recipe.ts';
import { markRenamed } from './plan/changed-titles.ts';
import { dryRun } from './plan/dry-run.ts';
import { prepareImport } from './plan/prepare.ts';
import { previewRetries, warnAboutDamage } from './plan/still-damaged.ts';
import { applySettingsToUnchanged } from './publish/apply-settings.ts';
import { followRenamed } from './publish/follow-renamed.ts';
import { ImportInterrupted, publishAll } from './publish/publish-chapters.ts';
import type { PublishContext } from './publish/publish-context.ts';
import type { Progress } from './publish/publish-source.ts';
import { sweepLeftovers } from './publish/sweep.ts';
import type { FingerprintCache } from './read/fingerprint-cache.ts';
import type { Output } from './report.ts';
import type { Outcome } from './source/outcome.ts';
import type { FoundSource, MissedSource } from './source/source.ts';

export type ImportContext = Output & {
  pool: pg.Pool;
  /** The image storage: `<DATA_DIR>/store`. */
  imageDir: string;
  clock: () => Date;
  /** If undefined, the free space is not checked. */
  room?: Room | undefined;
  /** Uses one core and leaves the disk to readers between chapters; default false. */
  isUnhurried?: boolean;
  /** A Chinese text that names the holder of the import lock, if it is not another import. */
  waitsFor?: string | undefined;
  /** Aborts when the operator ends the import. */
  stop?: AbortSignal;
};

export type Sources = AsyncIterable<FoundSource | MissedSource>;

/** Waits until no other import of this database runs. `abort` is called if the lock is lost. */
export async function withImportLock<T>(
  context: ImportContext,
  abort: (error: Error) => void,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const onWait = () => context.stderr.write(`${context.waitsFor ?? '另一个导入正在进行'}，等它结束后自动开始…\n`);
  const release = await holdImportLock(context.pool, onWait, abort, signal);
  try {
    await mkdir(context.imageDir, { recursive: true });
    return await work();
  } finally {
    await release();
  }
}

/**
 * One run: clean up after a killed import, prepare, apply settings, make and publish. Call it within `withImportLock`.
 * `onStart` gets the number of pages and returns the progress callbacks. Returns the outcome of every source. If it fails
 * after the first chapter has begun, it throws `ImportInterrupted` with the outcomes so far.
 */
export async function importSources(
  sources: Sources,
  options: ImportOptions,
  context: ImportContext,
  signal: AbortSignal,
  onStart: (totalPages: number) => Progress,
): Promise<Outcome[]> {
  const isFromFolder = options.run?.uploadId === '';
  const log = () => transaction(context.pool, (tx) => logImported(tx, '', context.clock()));
  // A killed import has left its chapters.
  if (isFromFolder) await log();
  try {
    return await importLocked(sources, options, context, signal, onStart);
  } finally {
    // If the database is lost, the next import logs them.
    if (isFromFolder) await log().catch(() => {});
  }
}

async function importLocked(
  sources: Sources,
  options: ImportOptions,
  context: ImportContext,
  signal: AbortSignal,
  onStart: (totalPages: number) => Progress,
): Promise<Outcome[]> {
  const { pool } = context;
  await checkRoom(context.imageDir, context.room);
  const publish = await openPublishContext(options, context);
  await transaction(pool, (tx) => remakeDamaged(tx, DECODER_VERSION));
  const cache = fingerprintCacheFor(options, context);
  const prepared = await prepareImport(sources, { ...cache, keep: true }, options, signal);
  await followRenamed(publish, prepared);
  await warnAboutDamage(pool, prepared.settled, [...prepared.unchanged.keys()]);
  await applySettingsToUnchanged(publish, prepared);
  markRenamed(prepared);
  const progress = onStart(prepared.tasks.reduce((sum, task) => sum + task.candidate.pageCount, 0));
  for (const outcome of prepared.settled) progress.onChapter(outcome);
  signal.addEventListener('abort', stopDecoding);
  let outcomes = prepared.settled;
  try {
    outcomes = [...outcomes, ...(await publishAll(publish, prepared.tasks, progress, signal))];
    await noteRefused(outcomes, context);
    return outcomes;
  } catch (error) {
    if (!(error instanceof ImportInterrupted)) throw new ImportInterrupted(outcomes, error);
    throw new ImportInterrupted([...outcomes, ...error.done], error.cause);
  } finally {
    signal.removeEventListener('abort', stopDecoding);
  }
}

/**
 * Records refused sources for `manyu doctor`, because operators often do not look at background imports. Mistyped paths are left
 * out.
 */
async function noteRefused(outcomes: readonly Outcome[], { pool, clock }: ImportContext): Promise<void> {
  const refused = outcomes.filter(({ result, code }) => result === 'refused' && code !== 'not_found');
  const [first] = refused;
  if (first)
    await noteRefusedImport(pool, {
      refused: refused.length,
      example: printableLine(`${first.path}：${first.reason}`),
      at: clock(),
    });
}

/** The plan of an import. Takes no lock and writes nothing. */
export async function previewImport(
  sources: Sources,
  options: ImportOptions,
  { pool, cache }: { pool: pg.Pool; cache: FingerprintCache },
  signal: AbortSignal,
): Promise<Outcome[]> {
  const prepared = await prepareImport(sources, cache, options, signal);
  await previewRetries(pool, prepared.settled, [...prepared.unchanged.keys()]);
  markRenamed(prepared);
  return dryRun(pool, prepared, options);
}

async function openPublishContext(options: ImportOptions, context: ImportContext): Promise<PublishContext> {
  const { pool, imageDir, clock, isUnhurried = false } = context;
  const storage = openImageFolder(imageDir);
  await sweepLeftovers(pool, storage);
  const scratch = join(dirname(imageDir), 'import-tmp');
  await rm(scratch, { recursive: true, force: true });
  const { status, genres, priceCoins, freeFirst, direction, publishAt, hiddenBy, run, author } = options;
  const settings = { status, genres, priceCoins, freeFirst, direction, publishAt };
  return { pool, storage, scratch, clock, settings, hiddenBy, run, author, isUnhurried, comicFolders: new Map() };
}

/** Uses the cached fingerprints except with `--rehash`. New fingerprints are stored only if the caller sets `keep`. */
export function fingerprintCacheFor(
  { rehash }: ImportOptions,
  { pool, clock }: Pick<ImportContext, 'pool' | 'clock'>,
): FingerprintCache {
  return { pool, clock, trust: !rehash, keep: false };
}
