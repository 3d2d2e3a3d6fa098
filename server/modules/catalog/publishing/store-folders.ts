import type { Pool } from 'pg';
import type { Db } from '../../../core/db/db.ts';
import { listEntriesOf, type Value } from '../../audit/audit.ts';
import { comicFolder, pagesFolder } from '../pictures/folders.ts';
import { keysOfCover, keysOfPage, type StoredCover, type StoredImage } from '../pictures/stored-images.ts';
import {
  deleteIntents,
  findComicByFolder,
  insertIntents,
  listComicImages,
  listFolderPages,
  listStoredChapters,
  listStoredComics,
  type StoredChapter,
  type StoredComic,
} from './store-folder-store.ts';

/** How long a change by hand can be taken back. */
export const UNDO_MS = 30 * 24 * 3600 * 1000;
const ENTRIES_AT_ONCE = 100;

/**
 * Records folders of the image storage that are about to be written to, so that files that a crash leaves there can be found.
 * Takes the pool: this must be committed before the first file is written, even if the caller's transaction is rolled back later.
 */
export async function declareFolders(pool: Pool, folders: readonly string[], now: Date): Promise<void> {
  await insertIntents(pool, [...folders], now);
}

/** Removes the records of `declareFolders`. The folders must have only files that the catalogue knows. */
export async function releaseFolders(pool: Pool, folders: readonly string[]): Promise<void> {
  await deleteIntents(pool, [...folders]);
}

/**
 * Every file that the catalogue has in one folder of the storage, and the covers that were replaced by hand while that can be
 * taken back.
 */
export async function keysInFolder(db: Db, folder: string, now = new Date()): Promise<Set<string>> {
  const [kind, storeKey = ''] = folder.split('/');
  const keys =
    kind === 'comic'
      ? [...(await listComicImages(db, storeKey)).flatMap(keysOfImage), ...(await keptCovers(db, storeKey, now))]
      : (await listFolderPages(db, { storeKey, guarded: kind === 'guarded' })).flatMap(keysOfPage);
  return new Set(keys.filter((key) => key.startsWith(`${folder}/`)));
}

async function keptCovers(db: Db, storeKey: string, now: Date): Promise<string[]> {
  const id = await findComicByFolder(db, storeKey);
  const keys: string[] = [];
  for (let before = Number.MAX_SAFE_INTEGER; id !== null; ) {
    const entries = await listEntriesOf(db, { subject: 'comic', ids: [id] }, before, ENTRIES_AT_ONCE);
    const recent = entries.filter(({ at }) => at.getTime() > now.getTime() - UNDO_MS);
    const states = recent.flatMap(({ before: was, after }) => [was, after]);
    keys.push(...states.flatMap(({ cover, wide }) => [...coverIn(cover), ...coverIn(wide)]));
    const last = recent.at(-1);
    if (!last || recent.length < entries.length) break;
    before = last.id;
  }
  return keys;
}

/** The keys of the cover in a value of an audit entry. */
function coverIn(value: Value | undefined): string[] {
  return value === undefined || value === null ? [] : keysOfCover(value as unknown as StoredCover);
}

function keysOfImage(image: StoredImage | StoredCover): string[] {
  return 'variants' in image && Array.isArray(image.variants) ? keysOfCover(image) : [image.key];
}

/** The folders of the storage that a comic's pictures are in. */
export async function foldersOfComic(db: Db, { id, storeKey }: { id: number; storeKey: string }): Promise<string[]> {
  return [comicFolder(storeKey), ...(await listStoredChapters(db, id)).map(pagesFolder)];
}

/** Every comic, or one, with its chapters by number, one comic at a time: all of them may be too much for the memory. */
export async function* storedComics(
  db: Db,
  only?: number,
): AsyncGenerator<{ comic: StoredComic; chapters: StoredChapter[] }> {
  for (const comic of await listStoredComics(db))
    if (only === undefined || comic.id === only) yield { comic, chapters: await listStoredChapters(db, comic.id) };
}
