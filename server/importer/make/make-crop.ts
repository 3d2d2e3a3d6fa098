import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ImageStorage } from '../../adapters/image-storage.ts';
import type { StoredCover } from '../../modules/catalog/publishing/publishing.ts';
import { decodePicture, sizeOfPicture } from '../pictures/decode/decode.ts';
import { type Crop, cutOut, drawCovers, drawWide } from '../pictures/encode/comic-images.ts';
import { SourceError } from '../source/source-error.ts';
import { putCovers, putWidths } from './put-cover.ts';

/** A cover or a wide picture that is cut out of a picture on the disk or in the storage. */
export type CropJob = {
  /** The folder of the comic. */
  small: string;
  from: { path: string } | { key: string };
  /** In fractions of the upright picture. */
  crop: Crop;
  use: 'cover' | 'wide';
};

/** `source`: the SHA-256 of the picture and the crop, in hex. */
export type MadeCrop = { picture: StoredCover; source: string };

/** Large enough for the widest screen. */
const WIDEST_CROP = 1440;
const FEWEST_PIXELS = 32;

/** Makes all sizes of a cover or of a wide picture. Throws `SourceError` if the picture can't be read. */
export async function makeCrop(storage: ImageStorage, { small, from, crop, use }: CropJob): Promise<MadeCrop> {
  const bytes = 'path' in from ? await readFile(from.path) : await storage.read(from.key);
  const size = await sizeOfPicture(bytes);
  if (Math.min(crop.width * size.width, crop.height * size.height) < FEWEST_PIXELS)
    throw new SourceError('bad_image', '剪下的部分太小，请换一张大一些的图片，或剪大一些');
  const scale = Math.min(1, WIDEST_CROP / (crop.width * size.width));
  const [width, height] = [size.width, size.height].map((side) => Math.max(1, Math.round(side * scale)));
  const cut = await cutOut(await decodePicture(bytes, { width: width ?? 1, height: height ?? 1 }), crop);
  const picture =
    use === 'cover'
      ? await putCovers(storage, small, await drawCovers(cut))
      : await putWidths(storage, small, await drawWide(cut));
  await storage.settle(small);
  return { picture, source: createHash('sha256').update(bytes).update(JSON.stringify(crop)).digest('hex') };
}
