import { constants, open } from 'node:fs/promises';
import { openImageFolder } from '../../../adapters/image-folder.ts';
import { transaction } from '../../../core/db/db.ts';
import { Refusal } from '../../../core/refusal/refusal.ts';
import { makeCoverOf } from '../../../importer/publish/covers.ts';
import { asSourceError } from '../../../importer/source/source-error.ts';
import type { Act } from '../../../modules/audit/audit.ts';
import {
  type ComicChange,
  changeComicByHand,
  comicFolder,
  type ManagedComic,
} from '../../../modules/catalog/publishing/publishing.ts';
import { type ComicsContext, withCopier } from './comics-context.ts';

const MAX_COVER_BYTES = 20 * 1024 * 1024;

/** Draws a cover from a file and changes the comic in the same transaction. Returns the number of the log entry. */
export async function changeWithCover(
  act: Act,
  comic: ManagedComic,
  change: Omit<ComicChange, 'cover'>,
  file: string,
  context: ComicsContext,
): Promise<number | null> {
  const { pool, imageDir, clock } = context;
  const picture = await readPicture(file);
  const folder = comicFolder(comic.storeKey);
  const work = async (copyFolder: Parameters<Parameters<typeof withCopier>[1]>[0]) => {
    const parts = { pool, storage: openImageFolder(imageDir), clock };
    const cover = await makeCoverOf(parts, folder, picture).catch((error: unknown) => {
      const found = asSourceError(error);
      throw found ? unusable(`${file}：${found.message}`) : error;
    });
    const now = clock();
    return transaction(pool, (tx) => changeComicByHand(tx, act, comic.id, { ...change, cover }, copyFolder, now));
  };
  return (await withCopier(context, work, [folder])).entryId;
}

function unusable(why: string): Refusal {
  return new Refusal('pictureUnusable', null, why);
}

async function readPicture(path: string): Promise<Buffer> {
  try {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const look = await file.stat();
      if (!look.isFile()) throw unusable(`${path} 不是文件`);
      if (look.size > MAX_COVER_BYTES) throw unusable(`${path} 超过 20 MB`);
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw unusable(isMissing ? `没有 ${path} 这个文件` : `读不了 ${path}，请检查权限`);
  }
}
