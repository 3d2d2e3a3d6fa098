import type { Pool } from 'pg';
import type { ImageStorage } from '../../adapters/image-storage.ts';
import { isWhole } from '../../adapters/whole-picture.ts';
import { transaction } from '../../core/db/db.ts';
import {
  comicFolder,
  declareFolders,
  replaceSmallImages,
  type StoredChapter,
  type StoredComic,
} from '../../modules/catalog/publishing/publishing.ts';
import { chooseShown, makeThumb } from '../make/make-pages.ts';
import { sweep } from './sweep.ts';

type Parts = { pool: Pool; storage: ImageStorage; clock: () => Date };

/**
 * Draws the thumbs of a comic's chapters from the stored pages. A thumb whose picture stays the same keeps its file. Those that
 * were drawn before `stop` are kept. The caller holds the import lock.
 */
export async function redrawThumbs(
  { pool, storage, clock }: Parts,
  comic: StoredComic,
  chapters: readonly StoredChapter[],
  stop: AbortSignal,
): Promise<{ changed: number; unreadable: StoredChapter[] }> {
  const folder = comicFolder(comic.storeKey);
  const unreadable: StoredChapter[] = [];
  let changed = 0;
  await declareFolders(pool, [folder], clock());
  for (const chapter of chapters) {
    if (stop.aborted) break;
    const page = chooseShown(chapter.pages)?.thumb;
    if (!page || !(await isWhole(storage, page.key))) {
      unreadable.push(chapter);
      continue;
    }
    const thumb = await makeThumb(storage, folder, page);
    if (thumb.key === chapter.thumb?.key) continue;
    await storage.settle(folder);
    await transaction(pool, (tx) => replaceSmallImages(tx, chapter.id, { thumb, preview: chapter.preview }));
    changed++;
  }
  await sweep(pool, storage, [folder]);
  return { changed, unreadable };
}
