import sharp, { type Sharp } from 'sharp';
import { SourceError } from '../../source/source-error.ts';
import { MOST_PIXELS, SECONDS_A_PICTURE, type Size } from '../page-recipe.ts';
import { decodingBytesAPixel, MOST_DECODING_BYTES } from './decoding-memory.ts';
import {
  decodeForeign,
  decodingBytes,
  MOST_FOREIGN_PIXELS,
  sizeOfForeign,
  TookTooLong,
  TooLarge,
} from './foreign-pictures.ts';
import { MOST_HEAP_BYTES } from './heap-limit.ts';
import { type ForeignKind, isForeign, kindOfPicture } from './picture-kind.ts';

// One thread a job and one job a core is faster than several threads a job. No picture is drawn twice, so the cache is off.
sharp.concurrency(1);
sharp.cache(false);

const SUPPORTED_KINDS = 'JPEG、PNG、WebP、AVIF、GIF、TIFF、JPEG XL、HEIC、JPEG 2000、BMP';

/** A page in its stored size: rows of RGB bytes. */
export type Bitmap = Size & { pixels: Buffer };

/** The declared size of a picture; `decodingBytes`: the peak memory of decoding it, beyond a few rows. */
export type Measured = { size: Size; decodingBytes: number };

/** Size of the upright picture. */
export async function sizeOfPicture(bytes: Buffer): Promise<Size> {
  return (await measurePicture(bytes)).size;
}

/** Only supported formats that fit into memory are passed to a decoder. */
export async function measurePicture(bytes: Buffer): Promise<Measured> {
  const kind = kindOfPicture(bytes);
  if (!kind) throw new SourceError('bad_image', `不是可识别的图片（支持 ${SUPPORTED_KINDS}）`);
  const measured = await (isForeign(kind) ? measureForeign(kind, bytes) : measureNative(bytes)).catch(
    (error: unknown) => {
      throw damagedPictureError('图片已损坏，无法读取', error);
    },
  );
  const { width, height } = measured.size;
  const most = isForeign(kind) ? MOST_FOREIGN_PIXELS : MOST_PIXELS;
  if (width * height > most) {
    throw new SourceError('bomb_pixels', `图片有 ${width}×${height} 像素，超过上限 ${most / 1e6} 百万像素，请先缩小`);
  }
  if (!isForeign(kind) && measured.decodingBytes > MOST_DECODING_BYTES) {
    const limit = MOST_DECODING_BYTES / 1024 / 1024;
    throw new SourceError(
      'bomb_pixels',
      `图片有 ${width}×${height} 像素，这样的 ${kind.toUpperCase()} 解码超过 ${limit} MB 内存的上限，请先缩小，或转换成普通的 JPEG 或 PNG（不渐进、不隔行）`,
    );
  }
  return measured;
}

async function measureForeign(kind: ForeignKind, bytes: Buffer): Promise<Measured> {
  const size = await sizeOfForeign(kind, bytes);
  return { size, decodingBytes: decodingBytes(kind, size) };
}

async function measureNative(bytes: Buffer): Promise<Measured> {
  const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
  const { width, height } = metadata.autoOrient;
  return { size: { width, height }, decodingBytes: width * height * decodingBytesAPixel(metadata) };
}

/** `lenient` decodes the readable part of a damaged picture; the rest is black, grey or white, depending on the decoder. */
export type DecodeMode = 'strict' | 'lenient';

/** The first frame, upright, in sRGB, on white, in the size given. */
export async function decodePicture(bytes: Buffer, size: Size, care: DecodeMode = 'strict'): Promise<Bitmap> {
  const kind = kindOfPicture(bytes);
  const opened = kind && isForeign(kind) ? await openForeign(kind, bytes, care) : openNative(bytes, care);
  const { data, info } = await opened
    .timeout({ seconds: SECONDS_A_PICTURE })
    .flatten({ background: '#ffffff' })
    .resize(size.width, size.height, { fit: 'fill' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw damagedPictureError('图片已损坏，无法完整解码', error);
    });
  if (info.channels !== 3) throw new SourceError('bad_image', '图片的颜色无法转换为 sRGB');
  return { pixels: data, width: info.width, height: info.height };
}

function openNative(bytes: Buffer, care: DecodeMode): Sharp {
  const failOn = care === 'strict' ? 'error' : 'none';
  return sharp(bytes, { autoOrient: true, failOn, limitInputPixels: MOST_PIXELS });
}

async function openForeign(kind: ForeignKind, bytes: Buffer, care: DecodeMode): Promise<Sharp> {
  const { pixels, width, height, channels, isWhole } = await decodeForeign(kind, bytes).catch((error: unknown) => {
    if (error instanceof TooLarge) throw tooLargeError(kind);
    throw damagedPictureError('图片已损坏，无法解码', error);
  });
  if (!isWhole && care === 'strict') throw damagedPictureError('图片不完整', undefined);
  return sharp(pixels, { raw: { width, height, channels } });
}

function tooLargeError(kind: ForeignKind): SourceError {
  const limit = MOST_HEAP_BYTES / 1024 / 1024;
  return new SourceError(
    'bomb_pixels',
    `${kind.toUpperCase()} 图片太大，解码超过 ${limit} MB 内存的上限，请先转换成 JPEG、PNG 或 WebP`,
  );
}

/** A picture that was not decoded within the time limit. It may work later, when the machine is less busy. */
export class TooSlow extends SourceError {}

function damagedPictureError(message: string, cause: unknown): SourceError {
  const isLate = cause instanceof TookTooLong || (cause instanceof Error && /\btimeout\b/i.test(cause.message));
  return isLate
    ? new TooSlow('bad_image', '图片解码超时', { cause })
    : new SourceError('bad_image', message, { cause });
}

/** Frees the memory of a page or its file at once. Otherwise the garbage collector runs every few pages. */
export function freeBuffer({ buffer, length }: Buffer): void {
  // Small buffers share their memory.
  if (buffer instanceof ArrayBuffer && length > 0 && length === buffer.byteLength) buffer.transfer(0);
}

/** The pixels of a stored page or piece. */
export async function decodeStored(webp: Buffer): Promise<Bitmap> {
  return decodePicture(webp, await sizeOfPicture(webp));
}
