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

/** Average colour as `#rrggbb`, of at most about 40,000 points spread over the page. */
export function averageColor({ pixels, width, height }: Drawn): string {
  const count = width * height;
  // Odd and not a divisor of usual widths: else only some columns would be seen.
  const step = Math.max(1, Math.floor(count / 40_000)) | 1;
  const sum = [0, 0, 0];
  let seen = 0;
  for (let point = 0; point < count; point += step) {
    for (let channel = 0; channel < 3; channel++)
      sum[channel] = (sum[channel] ?? 0) + (pixels[3 * point + channel] ?? 0);
    seen++;
  }
  return `#${sum
    .map((total) =>
      Math.round(total / seen)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
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
