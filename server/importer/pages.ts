import sharp from 'sharp';
import { cuts, MOST_PIXELS, PAGE_WEBP, SECONDS_A_PICTURE, type Size } from './page-recipe.ts';
import { Unfit } from './source.ts';

// One thread a job and one job a core is faster than several threads in turn; nothing is drawn twice, so nothing is kept.
sharp.concurrency(1);
sharp.cache(false);

/** A page in its stored size: rows of RGB bytes. */
export type Drawn = Size & { pixels: Buffer };

/** One encoded part of a page. */
export type EncodedPiece = { bytes: Buffer; top: number; height: number };

/** Size of the picture as it will be seen. Only the kinds that pages may have are ever given to a decoder. */
export async function sizeOfPicture(bytes: Buffer): Promise<Size> {
  if (!isPicture(bytes)) throw new Unfit('bad_image', '不是可识别的图片（支持 JPEG、PNG、WebP、AVIF、GIF、TIFF）');
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw new Unfit('bad_image', '图片已损坏，无法读取', { cause: error });
    });
  const { width, height } = metadata.autoOrient;
  if (width * height > MOST_PIXELS) {
    throw new Unfit('bomb_pixels', `图片有 ${width}×${height} 像素，超过上限 ${MOST_PIXELS / 1e6} 百万像素`);
  }
  return { width, height };
}

/** The first frame, upright, in sRGB, on white, in the size given. */
export async function drawPage(bytes: Buffer, size: Size): Promise<Drawn> {
  const { data, info } = await sharp(bytes, { autoOrient: true, failOn: 'error', limitInputPixels: MOST_PIXELS })
    .timeout({ seconds: SECONDS_A_PICTURE })
    .flatten({ background: '#ffffff' })
    .resize(size.width, size.height, { fit: 'fill' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw new Unfit('bad_image', '图片已损坏，无法完整解码', { cause: error });
    });
  if (info.channels !== 3) throw new Unfit('bad_image', '图片的颜色无法转换为 sRGB');
  return { pixels: data, width: info.width, height: info.height };
}

/** Encodes a page, cut where it is very tall. The pieces are rows of one drawing, so that no seam can show. */
export async function encodePage(page: Drawn): Promise<EncodedPiece[]> {
  const pieces: EncodedPiece[] = [];
  const rowBytes = page.width * 3;
  for (const { top, height } of cuts(page)) {
    const rows = page.pixels.subarray(top * rowBytes, (top + height) * rowBytes);
    const bytes = await sharp(rows, { raw: { width: page.width, height, channels: 3 } })
      .timeout({ seconds: SECONDS_A_PICTURE })
      .webp(PAGE_WEBP)
      .toBuffer();
    pieces.push({ bytes, top, height });
  }
  return pieces;
}

/** Gives a page's memory back at once: left to the garbage collector, every few pages cost a collection. */
export function letGo(page: Drawn): void {
  if (page.pixels.buffer instanceof ArrayBuffer) page.pixels.buffer.transfer(0);
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

/** By its first bytes, whatever its name says: an SVG, PDF or script must not reach a renderer. */
function isPicture(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 32).toString('latin1');
  return (
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    head.startsWith('GIF8') ||
    head.startsWith('II*\0') ||
    head.startsWith('MM\0*') ||
    (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') ||
    (head.slice(4, 8) === 'ftyp' && /avif|avis/.test(head.slice(8)))
  );
}
