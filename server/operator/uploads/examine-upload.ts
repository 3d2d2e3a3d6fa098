import { discover } from '../../importer/discover/discover.ts';
import { fingerprintCacheFor, previewImport } from '../../importer/run.ts';
import { isLeftOut, listFiles, noteProgress, settle, type Upload } from '../../modules/uploads/uploads.ts';
import { comicsOf, failureOf, optionsFor, sourcesOf, type WorkContext } from './work-context.ts';

/** The dry run of an upload. */
export async function examineUpload(upload: Upload, context: WorkContext, signal: AbortSignal): Promise<void> {
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
export async function failExamination(upload: Upload, { pool, clock }: WorkContext, failure: string): Promise<void> {
  await settle(pool, upload, { state: 'failed', failure, sources: [], comics: [] }, clock());
}
