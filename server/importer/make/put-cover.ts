import type { ImageStorage } from '../../adapters/image-storage.ts';
import type { StoredCover } from '../../modules/catalog/publishing/publishing.ts';
import { encodeJpeg, type NewCovers, type NewImage } from '../pictures/encode/comic-images.ts';
import { putImage } from './make-chapter.ts';

/** Puts a picture in all its widths, narrowest first, into the comic's folder. */
export async function putWidths(
  storage: ImageStorage,
  folder: string,
  sizes: readonly NewImage[],
): Promise<StoredCover> {
  const variants = [];
  for (const image of sizes) variants.push(await putImage(storage, folder, image));
  const largest = variants.at(-1);
  if (!largest) throw new Error('a picture has at least one size');
  return { ...largest, variants: variants.map(({ key, width }) => ({ key, width })) };
}

/** Puts a cover in all its widths, and as JPEG, into the comic's folder. */
export async function putCovers(
  storage: ImageStorage,
  folder: string,
  { sizes, focusY }: NewCovers,
): Promise<StoredCover> {
  const cover = await putWidths(storage, folder, sizes);
  const drawn = sizes.at(-1);
  if (!drawn) throw new Error('a cover has at least one size');
  return { ...cover, jpegKey: await storage.put(folder, await encodeJpeg(drawn)), focusY };
}
