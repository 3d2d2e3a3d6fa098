import type { Tx } from '../../core/db/db.ts';
import {
  type Act,
  type CopyFolder,
  changeChapterByHand,
  changeComicByHand,
  findManagedComic,
} from '../../modules/catalog/publishing/publishing.ts';

type Added = { comicId: number; chapterId: number; isNewComic: boolean };

/** Hides the additions of an import from readers: a new comic, or a new chapter of a comic that readers see. */
export async function hideAdded(
  tx: Tx,
  act: Act,
  { comicId, chapterId, isNewComic }: Added,
  copyFolder: CopyFolder,
  now: Date,
): Promise<void> {
  if (isNewComic) {
    await changeComicByHand(tx, act, comicId, { online: false }, copyFolder, now);
    return;
  }
  const comic = await findManagedComic(tx, { id: comicId, code: '', titleKey: '' });
  if (comic?.online) await changeChapterByHand(tx, act, { id: chapterId, comicId }, { online: false }, copyFolder, now);
}
