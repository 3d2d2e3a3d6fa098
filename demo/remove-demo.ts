import { openImageFolder } from '../server/adapters/image-folder.ts';
import { transaction } from '../server/core/db/db.ts';
import { sweep } from '../server/importer/publish/sweep.ts';
import { type ImportContext, withImportLock } from '../server/importer/run.ts';
import {
  declareFolders,
  findComicByTitle,
  foldersOfComic,
  removeComic,
} from '../server/modules/catalog/publishing/publishing.ts';
import type { DemoContext } from './add-demo.ts';
import { removeEditorial } from './editorial.ts';
import { writeDemoState } from './state.ts';
import { readAllSeries } from './story/series.ts';

/** Removes the demo; returns the number of its comics. Purchases stay in the ledger. */
export async function removeDemo(context: DemoContext): Promise<number> {
  const signal = context.stop ?? new AbortController().signal;
  // An interrupted drawing must not continue.
  await writeDemoState(context.dataDir, 'removed');
  const removed = await withImportLock(
    context,
    () => {},
    signal,
    () => removeSeries(context, signal),
  );
  await removeEditorial(context);
  return removed;
}

async function removeSeries({ pool, imageDir, clock }: ImportContext, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for (const { title } of await readAllSeries()) {
    signal.throwIfAborted();
    const comic = await findComicByTitle(pool, title);
    if (comic === null) continue;
    const folders = await foldersOfComic(pool, comic);
    // Registered, so that the next import removes the pictures if this process is killed.
    await declareFolders(pool, folders, clock());
    await transaction(pool, (tx) => removeComic(tx, comic.id));
    await sweep(pool, openImageFolder(imageDir), folders);
    removed++;
  }
  return removed;
}
