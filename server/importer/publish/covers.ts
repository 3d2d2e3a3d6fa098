import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type pg from 'pg';
import type { ImageStore } from '../../adapters/image-store.ts';
import type { KnownComic } from '../../modules/catalog/import-store.ts';
import { declareIntents } from '../../modules/catalog/store-files-store.ts';
import type { StoredCover } from '../../modules/catalog/stored-images.ts';
import { type MadeChapter, putImage } from '../make/make-chapter.ts';
import { drawPage, drawStored, sizeOfPicture } from '../pictures/decode/decode.ts';
import { drawCovers, type NewImage } from '../pictures/encode/comic-images.ts';
import { storedSizes } from '../pictures/page-recipe.ts';
import { readCover, type SeriesTold } from '../sidecar/series-sidecar.ts';
import { asUnfit } from '../source/source-error.ts';

type Ports = { pool: pg.Pool; store: ImageStore; clock: () => Date };

type NewCover = { cover: StoredCover; source: Buffer };

/** The cover comes from the operator's picture, else from the chapter with the lowest number, whenever that was imported. */
export async function makeCover(
  catalog: Ports,
  folder: string,
  { coverPage, covers }: Pick<MadeChapter, 'coverPage' | 'covers'>,
  { told, isLowest }: { told: SeriesTold | undefined; isLowest: boolean },
  comic: KnownComic | null,
  warnings: string[],
): Promise<NewCover | undefined> {
  if (told?.cover !== undefined) {
    if (comic?.hasCover && comic.toldSha256 === told.sha256) return undefined;
    const cover = await makeToldCover(catalog, folder, told, comic, warnings);
    if (cover || comic?.hasCover) return cover;
  }
  if (comic?.hasCover && !isLowest) return undefined;
  const page = await catalog.store.read(coverPage);
  const source = createHash('sha256').update(page).digest();
  if (comic?.hasCover && comic.coverSource?.equals(source)) return undefined;
  const cover = covers ? await putCovers(catalog.store, folder, covers) : await putCover(catalog.store, folder, page);
  return { cover, source };
}

/** From the picture beside the chapters; undefined where it is the cover already or, which is told, can't be one. */
export async function makeToldCover(
  catalog: Ports,
  folder: string,
  told: SeriesTold,
  comic: KnownComic | null,
  warnings: string[],
): Promise<NewCover | undefined> {
  const picture = told.cover === undefined ? undefined : await readCover(told.cover, warnings);
  if (picture === undefined) return undefined;
  const source = createHash('sha256').update(picture).digest();
  if (comic?.hasCover && comic.coverSource?.equals(source)) return undefined;
  await declareIntents(catalog.pool, [folder], catalog.clock());
  try {
    const size = await sizeOfPicture(picture);
    const drawn = await drawPage(picture, storedSizes([size])[0] ?? size);
    const cover = await putCovers(catalog.store, folder, await drawCovers(drawn));
    await catalog.store.settle(folder);
    return { cover, source };
  } catch (error) {
    const unfit = asUnfit(error);
    if (unfit === undefined || unfit.code === 'disk_full') throw error;
    warnings.push(`封面 ${basename(told.cover ?? '')}：${unfit.message}`);
    return undefined;
  }
}

/** Makes all sizes of a cover from one stored page and puts them into the comic's folder. */
export async function putCover(store: ImageStore, prefix: string, page: Buffer): Promise<StoredCover> {
  return putCovers(store, prefix, await drawCovers(await drawStored(page)));
}

async function putCovers(store: ImageStore, prefix: string, covers: NewImage[]): Promise<StoredCover> {
  const variants = [];
  for (const image of covers) variants.push(await putImage(store, prefix, image));
  const largest = variants.at(-1);
  if (!largest) throw new Error('A cover has at least one size');
  return { ...largest, variants: variants.map(({ key, width }) => ({ key, width })) };
}
