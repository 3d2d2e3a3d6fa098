import sharp from 'sharp';
import { SourceError } from '../../source/source-error.ts';
import { decodePicture, sizeOfPicture } from '../decode/decode.ts';
import { kindOfPicture } from '../decode/picture-kind.ts';
import { SECONDS_A_PICTURE } from '../page-recipe.ts';

/** The formats that browsers upload. Other decoders must not be reachable for readers. */
const KINDS = ['jpeg', 'png', 'webp'];
/** Enough to read a screenshot of a phone. */
const LONGEST_SIDE = 2000;

/** Re-encodes a reader's picture, without metadata such as the place where it was taken. Throws SourceError. */
export async function drawUpload(bytes: Buffer): Promise<{ bytes: Buffer; width: number; height: number }> {
  if (!KINDS.includes(kindOfPicture(bytes) ?? '')) throw new SourceError('bad_image', '不是 JPEG、PNG 或 WebP');
  const size = await sizeOfPicture(bytes);
  const scale = Math.min(1, LONGEST_SIDE / Math.max(size.width, size.height));
  const width = Math.max(1, Math.round(size.width * scale));
  const height = Math.max(1, Math.round(size.height * scale));
  const { pixels } = await decodePicture(bytes, { width, height });
  const drawn = sharp(pixels, { raw: { width, height, channels: 3 } }).timeout({ seconds: SECONDS_A_PICTURE });
  return { bytes: await drawn.webp({ quality: 80 }).toBuffer(), width, height };
}
