import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { ImageStorage } from '../../adapters/image-storage.ts';
import { brokenAmong, isWhole } from '../../adapters/whole-picture.ts';
import { transaction } from '../../core/db/db.ts';
import {
  comicFolder,
  declareFolders,
  forgetReadSources,
  keysOfCover,
  keysOfPage,
  remakeChapter,
  replaceLostCover,
  replaceSmallImages,
  type StoredChapter,
  type StoredComic,
  storedComics,
} from '../../modules/catalog/publishing/publishing.ts';
import { putImage } from '../make/make-chapter.ts';
import { decodeStored } from '../pictures/decode/decode.ts';
import { drawPreview, drawThumb } from '../pictures/encode/comic-images.ts';
import { putCover } from './covers.ts';
import { sweepFolder, sweepLeftovers } from './sweep.ts';

/** Age at which fingerprints of files without a chapter are deleted. Such a file is only read again. */
const FORGOTTEN_AFTER_MS = 90 * 24 * 3600 * 1000;

export type Findings = {
  comics: number;
  chapters: number;
  files: number;
  /** Deleted unused files. */
  removed: number;
  /** Lost small pictures that were made again from the pages. */
  repaired: string[];
  /** Chapters with lost pages: for each, a Chinese sentence that names the source to import again. */
  lost: string[];
};

/**
 * Compares storage and catalogue in both directions, and the name of each picture with the hash of its bytes, and repairs them.
 * The caller holds the import lock.
 */
export async function verify(pool: pg.Pool, storage: ImageStorage, clock: () => Date): Promise<Findings> {
  const findings: Findings = { comics: 0, chapters: 0, files: 0, removed: 0, repaired: [], lost: [] };
  findings.removed += await sweepLeftovers(pool, storage);
  for await (const { comic, chapters } of storedComics(pool)) {
    findings.comics++;
    await verifyComic(pool, storage, comic, chapters, clock, findings);
  }
  await forgetReadSources(pool, new Date(clock().getTime() - FORGOTTEN_AFTER_MS));
  for (const prefix of await storage.prefixes()) {
    findings.removed += await sweepFolder(pool, storage, prefix);
    findings.files += (await storage.list(prefix)).keys.size;
  }
  return findings;
}

async function verifyComic(
  pool: pg.Pool,
  storage: ImageStorage,
  comic: StoredComic,
  chapters: readonly StoredChapter[],
  clock: () => Date,
  findings: Findings,
): Promise<void> {
  const folder = comicFolder(comic.storeKey);
  const whole: StoredChapter[] = [];
  for (const chapter of chapters) {
    findings.chapters++;
    const missing = (await brokenAmong(storage, chapter.pages.flatMap(keysOfPage))).length;
    const name = `《${comic.title}》第 ${chapter.no} 话`;
    if (missing > 0) {
      await transaction(pool, (tx) => remakeChapter(tx, chapter.id));
      findings.lost.push(`${name}有 ${missing} 个图片文件缺少或损坏，请重新导入「${chapter.sourceName}」`);
      continue;
    }
    whole.push(chapter);
    if (await areWhole(storage, [chapter.preview.key, chapter.thumb?.key])) continue;
    await declareFolders(pool, [folder], clock());
    const page = await decodeStored(await storage.read(chapter.pages[0]?.key ?? ''));
    const thumb = await putImage(storage, folder, await drawThumb(page));
    const preview = await putImage(storage, folder, await drawPreview(page));
    await storage.settle(folder);
    await transaction(pool, (tx) => replaceSmallImages(tx, chapter.id, { thumb, preview }));
    findings.repaired.push(`${name}的缩略图已重新生成`);
  }
  const first = whole[0]?.pages[0];
  if (!first || (await areWhole(storage, comic.cover ? keysOfCover(comic.cover) : [undefined]))) return;
  await declareFolders(pool, [folder], clock());
  const page = await storage.read(first.key);
  const cover = await putCover(storage, folder, page);
  await storage.settle(folder);
  const source = createHash('sha256').update(page).digest();
  await transaction(pool, (tx) => replaceLostCover(tx, comic.id, { cover, source }));
  findings.repaired.push(`《${comic.title}》的封面已重新生成`);
}

/** Whether all of these files exist. An undefined key means that the picture was never made. */
async function areWhole(storage: ImageStorage, keys: readonly (string | undefined)[]): Promise<boolean> {
  for (const key of keys) if (key === undefined || !(await isWhole(storage, key))) return false;
  return true;
}
