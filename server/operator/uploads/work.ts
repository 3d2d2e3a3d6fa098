import { setTimeout as sleep } from 'node:timers/promises';
import { whileLocked } from '../../core/db/lock.ts';
import { discover } from '../../importer/discover/discover.ts';
import { fingerprintCacheFor, previewImport } from '../../importer/run.ts';
import {
  isLeftOut,
  listFiles,
  noteProgress,
  putBack,
  settle,
  takeDue,
  type Upload,
} from '../../modules/uploads/uploads.ts';
import { failImport, importUpload } from './import-upload.ts';
import type { WorkContext } from './work-context.ts';
import { comicsOf, failureOf, optionsFor, sourcesOf } from './work-context.ts';

const LOOK_EVERY_MS = 300;
/** A file that ends the process each time must not do so without end. */
const MOST_TRIES = 3;

const KINDS = [
  { state: 'examining', work: examineUpload, fail: failExamination, what: '预演' },
  { state: 'importing', work: importUpload, fail: failImport, what: '导入' },
] as const;

/**
 * Works on due uploads, until there was nothing to do for `lingerMs` or `stop` aborts. Does nothing if another process does so
 * already. Dry runs don't wait for imports.
 */
export async function workOnUploads(context: WorkContext, stop: AbortSignal, lingerMs: number): Promise<void> {
  await whileLocked(context.pool, 'uploads', async () => {
    const ended = new AbortController();
    const signal = AbortSignal.any([stop, ended.signal]);
    let busy = 0;
    let idleSince = performance.now();
    const loops = KINDS.map(async (kind) => {
      while (!signal.aborted) {
        busy++;
        const wasDue = await workOnNext(kind, context, signal).finally(() => busy--);
        if (wasDue) idleSince = performance.now();
        else if (busy === 0 && performance.now() - idleSince > lingerMs) return;
        else await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
      }
    });
    try {
      await Promise.all(loops);
    } catch (error) {
      ended.abort(error);
      await Promise.allSettled(loops);
      throw error;
    }
  });
}

/** Returns whether there was one. */
async function workOnNext(
  { state, work, fail, what }: (typeof KINDS)[number],
  context: WorkContext,
  signal: AbortSignal,
): Promise<boolean> {
  const { pool } = context;
  const upload: Upload | null = await takeDue(pool, state);
  if (upload === null) return false;
  if (upload.tries > MOST_TRIES) {
    const failure = `${what}的进程在处理它时中途退出了 ${MOST_TRIES} 次，可能是某一份文件有问题。请分几次上传，找出是哪一份`;
    await fail(upload, context, failure);
    return true;
  }
  try {
    await work(upload, context, signal);
  } catch (error) {
    await putBack(pool, upload.id).catch(() => {});
    if (!signal.aborted) throw error;
  }
  return true;
}

/** The dry run of an upload. */
async function examineUpload(upload: Upload, context: WorkContext, signal: AbortSignal): Promise<void> {
  const { pool, staging, clock } = context;
  const { id, edits } = upload;
  try {
    await noteProgress(pool, id, { step: 'reading', pages: 0, of: 0, at: clock().toISOString() });
    const tree = await staging.arrange(id, await listFiles(pool, id), (name) => isLeftOut(edits, name));
    const options = await optionsFor(upload, tree, context);
    // The next dry run and the import don't read the same files again.
    const cache = { ...fingerprintCacheFor(options, { pool, clock }), keep: true };
    const outcomes = await previewImport(discover([tree]), options, { pool, cache }, signal);
    signal.throwIfAborted();
    const sources = sourcesOf(outcomes, tree);
    await settle(pool, upload, { state: 'ready', sources, comics: await comicsOf(pool, sources, options) }, clock());
  } catch (error) {
    await failExamination(upload, context, failureOf(error, signal));
  }
}

/** Ends a dry run with the reason. The plan of an earlier one would look like the result of an import. */
async function failExamination(upload: Upload, { pool, clock }: WorkContext, failure: string): Promise<void> {
  await settle(pool, upload, { state: 'failed', failure, sources: [], comics: [] }, clock());
}
