import { Writable } from 'node:stream';
import { transaction } from '../../core/db/db.ts';
import { discover } from '../../importer/discover/discover.ts';
import type { ImportOptions } from '../../importer/options.ts';
import { ImportInterrupted } from '../../importer/publish/publish-chapters.ts';
import { type ImportContext, importSources, withImportLock } from '../../importer/run.ts';
import { staffActor } from '../../modules/staff/staff.ts';
import {
  isLeftOut,
  listFiles,
  logImport,
  noteProgress,
  settle,
  type Upload,
  type UploadedComic,
  type UploadedSource,
  type UploadProgress,
} from '../../modules/uploads/uploads.ts';
import { comicsOf, optionsFor, settleFailure, sourcesOf, type WorkContext } from './work-context.ts';

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
    const options = { ...(await optionsFor(upload, tree, context)), publishAt, hiddenBy };
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
    await finish(upload, context, withEarlierRuns(upload, sourcesOf(outcomes, tree)), options);
  } catch (error) {
    const cause = error instanceof ImportInterrupted ? error.cause : error;
    await settleFailure(context, upload, cause, both);
    return;
  }
  await staging.remove(id);
}

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

/**
 * The sources with the chapters of earlier runs of this import, which were stopped: this run has found them unchanged. Their
 * results are those of the plan. The first run of an import begins without progress.
 */
function withEarlierRuns({ sources, progress }: Upload, found: UploadedSource[]): UploadedSource[] {
  if (progress === null) return found;
  const planned = new Map(sources.map(({ path, result }) => [path, result]));
  return found.map((source) => ({
    ...source,
    result: source.result === 'unchanged' ? (planned.get(source.path) ?? source.result) : source.result,
  }));
}

async function finish(upload: Upload, { pool, clock }: WorkContext, sources: UploadedSource[], options: ImportOptions) {
  const comics = await comicsOf(pool, sources, options);
  await transaction(pool, async (tx) => {
    await settle(tx, upload, { state: 'done', sources, comics }, clock());
    await logImport(tx, upload, countsOf(comics, sources), clock());
  });
}

function countsOf(comics: readonly UploadedComic[], sources: readonly UploadedSource[]) {
  const counts = comics.map(({ id, title }) => {
    const count = (result: UploadedSource['result']) =>
      sources.filter((source) => source.series === title && source.result === result).length;
    return { id, added: count('new'), replaced: count('replaced') };
  });
  return counts.filter(({ added, replaced }) => added + replaced > 0);
}
