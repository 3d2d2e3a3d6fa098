import sharp from 'sharp';
import { type Drawing, draw, drawPage, sizeInPoints } from './draw-page.ts';
import { onlyJpeg } from './page-pictures.ts';
import type { PdfEngine, Pointer } from './pdf-engine.ts';

/** Side of the small drawings that are compared, in pixels, and the number of blocks a side. */
const [COMPARED_SIDE, BLOCKS] = [128, 16];
/**
 * The largest difference (of 255) between two small drawings of one picture. Renderers scale and convert colours differently.
 */
const MOST_APART = 12;
/** Tolerance of the aspect ratio: PDF producers round it. */
const TOLERANCE = 0.02;

/**
 * The bytes of a picture of a page: the page's only JPEG if the page looks like it, otherwise the drawn page. Comparing the
 * looks detects every change: rotation, mirroring, cropping, masks, other colours.
 */
export async function pageBytes(engine: PdfEngine, page: Pointer): Promise<Buffer> {
  const jpeg = onlyJpeg(engine, page);
  if (jpeg !== undefined && (await looksLike(engine, page, jpeg))) return jpeg;
  const { pixels, width, height } = drawPage(engine, page);
  const drawn = sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
  return await drawn.png({ compressionLevel: 1 }).toBuffer();
}

async function looksLike(engine: PdfEngine, page: Pointer, jpeg: Buffer): Promise<boolean> {
  const { width, height } = sizeInPoints(engine, page);
  // Rotated by EXIF as an import does it. A PDF ignores EXIF.
  const metadata = await sharp(jpeg)
    .metadata()
    .catch(() => undefined);
  if (metadata === undefined) return false;
  const { autoOrient } = metadata;
  if (Math.abs((autoOrient.width * height) / (autoOrient.height * width) - 1) > TOLERANCE) return false;
  const size = { width: COMPARED_SIDE, height: COMPARED_SIDE };
  const drawn = blocksOf(draw(engine, page, size), 4);
  const variants = await Promise.all([[], ['flip'], ['flop'], ['flip', 'flop']].map((turns) => smallOf(jpeg, turns)));
  const [asItIs = Number.POSITIVE_INFINITY, ...turned] = variants.map((each) => apart(drawn, each));
  return asItIs <= MOST_APART && turned.every((each) => asItIs <= each);
}

async function smallOf(jpeg: Buffer, turns: readonly string[]): Promise<number[]> {
  const size = { width: COMPARED_SIDE, height: COMPARED_SIDE };
  const picture = sharp(jpeg, { failOn: 'none' })
    .autoOrient()
    .resize({ ...size, fit: 'fill' });
  picture.flip(turns.includes('flip')).flop(turns.includes('flop'));
  const pixels = await picture.toColourspace('srgb').removeAlpha().raw().toBuffer();
  return blocksOf({ ...size, pixels }, 3);
}

/** The mean colour of each block, three numbers each. */
function blocksOf({ pixels, width, height }: Drawing, channels: number): number[] {
  const sums = Array.from({ length: BLOCKS * BLOCKS * 3 }, () => 0);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const block = Math.floor((y * BLOCKS) / height) * BLOCKS + Math.floor((x * BLOCKS) / width);
      for (let channel = 0; channel < 3; channel++)
        sums[block * 3 + channel] =
          (sums[block * 3 + channel] ?? 0) + (pixels[(y * width + x) * channels + channel] ?? 0);
    }
  }
  return sums.map((sum) => (sum * BLOCKS * BLOCKS) / (width * height));
}

function apart(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length;
}
