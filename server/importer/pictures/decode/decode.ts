import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';
import { Unfit } from '../../source/source.ts';
import { cuts, MOST_PIXELS, PAGE_WEBP, SECONDS_A_PICTURE, type Size } from '../page-recipe.ts';
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

// One thread a job and one job a core is faster than several threads in turn; nothing is drawn twice, so nothing is kept.
sharp.concurrency(1);
sharp.cache(false);

const KINDS_TOLD = 'JPEG、PNG、WebP、AVIF、GIF、TIFF、JPEG XL、HEIC、JPEG 2000、BMP';

/** A page in its stored size: rows of RGB bytes. */
export type Drawn = Size & { pixels: Buffer };

/** One encoded part of a page. */
export type EncodedPiece = { bytes: Buffer; top: number; height: number };

/** What a picture declares; `decodingBytes`: what decoding it will hold in memory at its height, beyond some rows. */
export type Measured = { size: Size; decodingBytes: number };

/** Size of the picture as it will be seen. */
export async function sizeOfPicture(bytes: Buffer): Promise<Size> {
  return (await measurePicture(bytes)).size;
}

/** Only the kinds that pages may have are ever given to a decoder, and only what fits into memory. */
export async function measurePicture(bytes: Buffer): Promise<Measured> {
  const kind = kindOfPicture(bytes);
  if (!kind) throw new Unfit('bad_image', `不是可识别的图片（支持 ${KINDS_TOLD}）`);
  const measured = await (isForeign(kind) ? measureForeign(kind, bytes) : measureNative(bytes)).catch(
    (error: unknown) => {
      throw damaged('图片已损坏，无法读取', error);
    },
  );
  const { width, height } = measured.size;
  const most = isForeign(kind) ? MOST_FOREIGN_PIXELS : MOST_PIXELS;
  if (width * height > most) {
    throw new Unfit('bomb_pixels', `图片有 ${width}×${height} 像素，超过上限 ${most / 1e6} 百万像素，请先缩小`);
  }
  if (!isForeign(kind) && measured.decodingBytes > MOST_DECODING_BYTES) {
    const limit = MOST_DECODING_BYTES / 1024 / 1024;
    throw new Unfit(
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

/** `lenient` draws what can be had of a damaged picture; what can't is black, grey or white, as its decoder pleases. */
export type Care = 'strict' | 'lenient';

/** The first frame, upright, in sRGB, on white, in the size given. */
export async function drawPage(bytes: Buffer, size: Size, care: Care = 'strict'): Promise<Drawn> {
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
      throw damaged('图片已损坏，无法完整解码', error);
    });
  if (info.channels !== 3) throw new Unfit('bad_image', '图片的颜色无法转换为 sRGB');
  return { pixels: data, width: info.width, height: info.height };
}

function openNative(bytes: Buffer, care: Care): Sharp {
  const failOn = care === 'strict' ? 'error' : 'none';
  return sharp(bytes, { autoOrient: true, failOn, limitInputPixels: MOST_PIXELS });
}

async function openForeign(kind: ForeignKind, bytes: Buffer, care: Care): Promise<Sharp> {
  const { pixels, width, height, channels, isWhole } = await decodeForeign(kind, bytes).catch((error: unknown) => {
    if (error instanceof TooLarge) throw tooLarge(kind);
    throw damaged('图片已损坏，无法解码', error);
  });
  if (!isWhole && care === 'strict') throw damaged('图片不完整', undefined);
  return sharp(pixels, { raw: { width, height, channels } });
}

function tooLarge(kind: ForeignKind): Unfit {
  const limit = MOST_HEAP_BYTES / 1024 / 1024;
  return new Unfit(
    'bomb_pixels',
    `${kind.toUpperCase()} 图片太大，解码超过 ${limit} MB 内存的上限，请先转换成 JPEG、PNG 或 WebP`,
  );
}

/** A picture that could not be decoded in the time given; on a machine less busy it may be. */
export class TooSlow extends Unfit {}

function damaged(message: string, cause: unknown): Unfit {
  const isLate = cause instanceof TookTooLong || (cause instanceof Error && /\btimeout\b/i.test(cause.message));
  return isLate ? new TooSlow('bad_image', '图片解码超时', { cause }) : new Unfit('bad_image', message, { cause });
}

/** Encodes a page, cut where it is very tall. The pieces are rows of one drawing, so that no seam can show. */
export async function encodePage(page: Drawn, atOnce = 1): Promise<EncodedPiece[]> {
  const rowBytes = page.width * 3;
  const encoder = pLimit(atOnce);
  const pieces = cuts(page).map(({ top, height }) =>
    encoder(async () => {
      const rows = page.pixels.subarray(top * rowBytes, (top + height) * rowBytes);
      const bytes = await sharp(rows, { raw: { width: page.width, height, channels: 3 } })
        .timeout({ seconds: SECONDS_A_PICTURE })
        .webp(PAGE_WEBP)
        .toBuffer();
      return { bytes, top, height };
    }),
  );
  // The caller takes the pixels back afterwards: nothing may still read them then.
  await Promise.allSettled(pieces);
  return Promise.all(pieces);
}

/** Gives the memory of a page or of its file back at once: left to the garbage collector, every few pages cost a collection. */
export function letGo({ buffer, length }: Buffer): void {
  // Small ones share their memory with others.
  if (buffer instanceof ArrayBuffer && length > 0 && length === buffer.byteLength) buffer.transfer(0);
}

/** A page or piece that was stored before, as it was drawn. */
export async function drawStored(webp: Buffer): Promise<Drawn> {
  return drawPage(webp, await sizeOfPicture(webp));
}

/** Average colour as `#rrggbb`, of about 10,000 points spread over the page. */
export function averageColor({ pixels, width, height }: Drawn): string {
  const count = width * height;
  // Odd and not a divisor of usual widths: else only some columns would be seen.
  const step = 3 * (Math.max(1, Math.floor(count / 10_000)) | 1);
  let [red, green, blue, seen] = [0, 0, 0, 0];
  for (let at = 0; at < 3 * count; at += step) {
    red += pixels[at] ?? 0;
    green += pixels[at + 1] ?? 0;
    blue += pixels[at + 2] ?? 0;
    seen++;
  }
  const hex = (sum: number) =>
    Math.round(sum / seen)
      .toString(16)
      .padStart(2, '0');
  return `#${hex(red)}${hex(green)}${hex(blue)}`;
}
