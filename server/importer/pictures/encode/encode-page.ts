import pLimit from 'p-limit';
import sharp from 'sharp';
import type { Bitmap } from '../decode/decode.ts';
import { cuts, PAGE_WEBP, SECONDS_A_PICTURE } from '../page-recipe.ts';

/** One encoded part of a page. */
export type EncodedPiece = { bytes: Buffer; top: number; height: number };

/** Encodes a page, cut into pieces if it is very tall. The pieces are rows of the same bitmap, so there is no visible seam. */
export async function encodePage(page: Bitmap, atOnce = 1): Promise<EncodedPiece[]> {
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
  // The caller frees the pixels afterwards, so all encodings must have ended.
  await Promise.allSettled(pieces);
  return Promise.all(pieces);
}

/** Average colour as `#rrggbb`, of about 10,000 points spread over the page. */
export function averageColor({ pixels, width, height }: Bitmap): string {
  const count = width * height;
  // Odd and not a divisor of usual widths: otherwise only some columns would be sampled.
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
