import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { ImageStorage } from '../../adapters/image-storage.ts';
import {
  declareFolders,
  isNewSidecar,
  type KnownComic,
  type NewCover,
  type StoredCover,
} from '../../modules/catalog/publishing/publishing.ts';
import type { MadeChapter } from '../make/make-chapter.ts';
import { putCovers } from '../make/put-cover.ts';
import { decodePicture, decodeStored, sizeOfPicture } from '../pictures/decode/decode.ts';
import { type CropPosition, drawCovers } from '../pictures/encode/comic-images.ts';
import { storedSizes } from '../pictures/page-recipe.ts';
import { readCover, type SeriesSidecar } from '../sidecar/series-sidecar.ts';
import { asSourceError } from '../source/source-error.ts';
import type { PublishContext } from './publish-context.ts';

/**
 * The cover is made from the operator's picture, or else from the chapter with the lowest number, whenever that was imported.
 */
export async function makeCover(
  context: Pick<PublishContext, 'pool' | 'storage' | 'clock'>,
  folder: string,
  { coverPage, covers }: Pick<MadeChapter, 'coverPage' | 'covers'>,
  { sidecar, isLowest }: { sidecar: SeriesSidecar | undefined; isLowest: boolean },
  comic: KnownComic | null,
  warnings: string[],
): Promise<NewCover | undefined> {
  if (comic?.isCoverByHand) return undefined;
  const covered = comic?.hasCover ? comic : undefined;
  if (sidecar?.cover !== undefined) {
    if (covered && !isNewSidecar(sidecar, covered)) return undefined;
    const cover = await makeSidecarCover(context, folder, sidecar, comic, warnings);
    if (cover || covered) return cover;
  }
  if (covered && !isLowest) return undefined;
  const page = await context.storage.read(coverPage);
  const position = sidecar?.coverPosition;
  const source = sourceOf(page, position);
  if (covered?.coverSource?.equals(source)) return undefined;
  const cover =
    covers && !position
      ? await putCovers(context.storage, folder, covers)
      : await putCover(context.storage, folder, page, position);
  return { cover, source };
}

/**
 * Makes the cover from the picture beside the chapters. Undefined if it already is the cover or, with a warning, if it can't be
 * one.
 */
export async function makeSidecarCover(
  context: Pick<PublishContext, 'pool' | 'storage' | 'clock'>,
  folder: string,
  sidecar: SeriesSidecar,
  comic: KnownComic | null,
  warnings: string[],
): Promise<NewCover | undefined> {
  if (comic?.isCoverByHand) return undefined;
  const picture = sidecar.cover === undefined ? undefined : await readCover(sidecar.cover, warnings);
  if (picture === undefined) return undefined;
  const source = sourceOf(picture, sidecar.coverPosition);
  if (comic?.hasCover && comic.coverSource?.equals(source)) return undefined;
  try {
    return await makeCoverOf(context, folder, picture, sidecar.coverPosition);
  } catch (error) {
    const sourceError = asSourceError(error);
    if (sourceError === undefined || sourceError.code === 'disk_full') throw error;
    warnings.push(`封面 ${basename(sidecar.cover?.path ?? '')}：${sourceError.message}`);
    return undefined;
  }
}

/** Draws a cover from a picture and stores it in the comic's folder. Throws if the picture can't be read. */
export async function makeCoverOf(
  { pool, storage, clock }: Pick<PublishContext, 'pool' | 'storage' | 'clock'>,
  folder: string,
  picture: Buffer,
  position?: CropPosition,
): Promise<NewCover> {
  await declareFolders(pool, [folder], clock());
  const size = await sizeOfPicture(picture);
  const drawn = await decodePicture(picture, storedSizes([size])[0] ?? size);
  const cover = await putCovers(storage, folder, await drawCovers(drawn, position));
  await storage.settle(folder);
  return { cover, source: sourceOf(picture, position) };
}

/** Identifies the source of a cover: the picture and the crop position. */
function sourceOf(picture: Buffer, position: CropPosition | undefined): Buffer {
  const hash = createHash('sha256').update(picture);
  if (position) hash.update(`\0${position.x},${position.y}`);
  return hash.digest();
}

/** Makes all sizes of a cover from one stored page and puts them into the comic's folder. */
export async function putCover(
  storage: ImageStorage,
  prefix: string,
  page: Buffer,
  position?: CropPosition,
): Promise<StoredCover> {
  return putCovers(storage, prefix, await drawCovers(await decodeStored(page), position));
}
