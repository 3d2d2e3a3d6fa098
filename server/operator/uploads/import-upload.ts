import { Writable } from 'node:stream';
import { transaction } from '../../core/db/db.ts';
import { discover } from '../../importer/discover/discover.ts';
import type { ImportOptions } from '../../importer/options.ts';
import { ImportInterrupted } from '../../importer/publish/publish-chapters.ts';
import { type ImportContext, importSources, withImportLock } from '../../importer/run.ts';
import type { Outcome } from '../../importer/source/outcome.ts';
import { type ImportedChapter, logImported } from '../../modules/catalog/publishing/publishing.ts';
import { staffActor } from '../../modules/staff/staff.ts';
import {
  isLeftOut,
  listFiles,
  noteProgress,
  settle,
  type Upload,
  type UploadProgress,
} from '../../modules/uploads/uploads.ts';
import { comicsOf, failureOf, optionsFor, sourcesOf, type WorkContext } from './work-context.ts';

const STORED_EVERY_MS = 500;

/** The import of an upload whose plan was confirmed. Its files are deleted afterwards. */
export async function importUpload(upload: Upload, context: WorkContext, signal: AbortSignal): Promise<void> {
  const { pool, staging } = context;
  const { id, personId, edits, publish } = upload;
  const lost = new AbortController();
  const both = AbortSignal.any([signal, lost.signal]);
  const report = createReport(upload, context);
  try {
    const tree = await staging.arrange(id, await listFiles(pool, id), (name) => isLeftOut(edits, name));
    const publishAt = publish?.when === 'at' ? new Date(publish.at) : undefined;
    const hiddenBy =
      publish?.when === 'offline' ? { actor: staffActor(personId), action: 'offline', reason: null } : undefined;
    const run = { actor: staffActor(personId), uploadId: id };
    const options = { ...(await optionsFor(upload, tree, context)), publishAt, hiddenBy, run };
    const loseLock = (error: Error) => lost.abort(error);
    const outcomes = await withImportLock(importContext(context, report), loseLock, both, () => {
      report('reading', 0, 0);
      return importSources(discover([tree]), options, importContext(context, report), both, (of) => {
        let pages = 0;
        report('making', 0, of);
        return { onPage: () => report('making', ++pages, of), onChapter: () => {} };
      });
    });
    // Where it was stopped, sources may be missing.
    both.throwIfAborted();
    await finish(upload, context, tree, options, outcomes);
  } catch (error) {
    await failImport(upload, context, failureOf(error instanceof ImportInterrupted ? error.cause : error, both));
    return;
  }
  await staging.remove(id);
}

/** Ends an import with the reason. Its result lists the chapters that were published before. */
export async function failImport(
  upload: Upload,
  { pool, staging, clock }: WorkContext,
  failure: string,
): Promise<void> {
  const tree = staging.treeOf(upload.id);
  await transaction(pool, async (tx) => {
    const results = resultsOf(await logImported(tx, upload.id, clock()));
    const sources = upload.sources.flatMap((source) => {
      const result = results.get(`${tree}/${source.path}`);
      return result ? { ...source, result } : [];
    });
    // The published comics must not belong to another author.
    const comics = await comicsOf(tx, sources, {});
    await settle(tx, upload, { state: 'failed', failure, sources, comics }, clock());
  });
}

const resultsOf = (published: readonly ImportedChapter[]) =>
  new Map(published.map(({ path, result }) => [path, result]));

type ReportProgress = (step: UploadProgress['step'], pages: number, of: number) => void;

/** Stores the progress, at most twice a second. */
function createReport({ id }: Upload, { pool, clock }: WorkContext): ReportProgress {
  let last = { step: '', at: Number.NEGATIVE_INFINITY };
  return (step, pages, of) => {
    const at = performance.now();
    if (step === last.step && pages !== of && at - last.at < STORED_EVERY_MS) return;
    last = { step, at };
    // Another statement will fail too if the database is away.
    noteProgress(pool, id, { step, pages, of, at: clock().toISOString() }).catch(() => {});
  };
}

/** The importer writes to stderr when it waits for another import. */
function importContext({ pool, imageDir, room, clock }: WorkContext, report: ReportProgress): ImportContext {
  const stdout = new Writable({ write: (_chunk, _encoding, done) => done() });
  const stderr = new Writable({
    write(_chunk, _encoding, done) {
      report('waiting', 0, 0);
      done();
    },
  });
  return { pool, imageDir, room, clock, stdout, stderr, isTTY: false, isUnhurried: true };
}

async function finish(
  upload: Upload,
  { pool, clock }: WorkContext,
  tree: string,
  options: ImportOptions,
  outcomes: Outcome[],
): Promise<void> {
  const sources = sourcesOf(outcomes, tree);
  const comics = await comicsOf(pool, sources, options);
  await transaction(pool, async (tx) => {
    // After a stop, this run has found the chapters of the earlier ones unchanged.
    const results = resultsOf(await logImported(tx, upload.id, clock()));
    const all = sources.map((source) => ({
      ...source,
      result: results.get(`${tree}/${source.path}`) ?? source.result,
    }));
    await settle(tx, upload, { state: 'done', sources: all, comics }, clock());
  });
}
