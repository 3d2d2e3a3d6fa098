import type { Db } from '../../../core/db/db.ts';
import { comicFolder, keysInFolder, keysOfPage, storedComics } from '../../../modules/catalog/publishing/publishing.ts';
import { neededPictures as neededByEditor } from '../../../modules/editorial/editing.ts';

/** The storage keys of all pictures that the database refers to, one comic at a time. */
export async function* neededPictures(db: Db, now: Date): AsyncGenerator<readonly string[]> {
  for await (const { comic, chapters } of storedComics(db)) {
    const own = await keysInFolder(db, comicFolder(comic.storeKey));
    yield [...own, ...chapters.flatMap(({ pages }) => pages.flatMap(keysOfPage))];
  }
  yield [...(await neededByEditor(db, now))];
}
