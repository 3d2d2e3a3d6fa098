import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { colourAt, fourColours } from '../../../../testing/app/raw.ts';
import { makeInkJpeg } from '../../../../testing/sources/ink-jpeg.ts';
import { decodePicture, sizeOfPicture } from './decode.ts';

const SIZE = { width: 64, height: 96 };
const { pixels } = fourColours(SIZE.width, SIZE.height);
const image = () => sharp(pixels, { raw: { ...SIZE, channels: 3 } });
const other = () => image().negate();

/** The largest difference of a channel in the middles of the four quarters. */
async function worst(bytes: Buffer, expected: (x: number, y: number) => readonly number[] = colourAt): Promise<number> {
  const size = await sizeOfPicture(bytes);
  const drawn = await decodePicture(bytes, size);
  const differences = [0.25, 0.75].flatMap((x) =>
    [0.25, 0.75].flatMap((y) => {
      const at = 3 * (Math.floor(y * size.height) * size.width + Math.floor(x * size.width));
      return expected(x, y).map((value, channel) => Math.abs((drawn.pixels[at + channel] ?? 0) - value));
    }),
  );
  return Math.max(...differences);
}

const moving = async () =>
  sharp([await image().png().toBuffer(), await other().png().toBuffer()], { join: { animated: true } });

function chunk(type: string, data: Buffer): Buffer {
  const made = Buffer.concat([Buffer.alloc(4), Buffer.from(type), data, Buffer.alloc(4)]);
  made.writeUInt32BE(data.length, 0);
  made.writeUInt32BE(crc32(made.subarray(4, 8 + data.length)), 8 + data.length);
  return made;
}

/** A PNG of two frames, the second of which is empty. */
async function makeApng(): Promise<Buffer> {
  const still = await image().png().toBuffer();
  const at = still.indexOf('IDAT') - 4;
  const control = Buffer.alloc(8);
  control.writeUInt32BE(2, 0);
  const frame = Buffer.alloc(26);
  frame.writeUInt32BE(SIZE.width, 4);
  frame.writeUInt32BE(SIZE.height, 8);
  const end = still.length - 12;
  const second = Buffer.concat([Buffer.from([0, 0, 0, 1]), Buffer.alloc(20)]);
  return Buffer.concat([
    still.subarray(0, at),
    chunk('acTL', control),
    chunk('fcTL', frame),
    still.subarray(at, end),
    chunk('fdAT', second),
    still.subarray(end),
  ]);
}

test.each<[string, () => Promise<Buffer>, number]>([
  ['JPEG with a profile of wide colours', () => image().withIccProfile('p3').jpeg({ quality: 95 }).toBuffer(), 12],
  ['PNG with a profile of wide colours', () => image().withIccProfile('p3').png().toBuffer(), 6],
  ['PNG that EXIF turns', () => image().rotate(270).png().withMetadata({ orientation: 6 }).toBuffer(), 0],
  [
    'WebP that EXIF rotates',
    () => image().rotate(270).webp({ lossless: true }).withMetadata({ orientation: 6 }).toBuffer(),
    0,
  ],
  ['TIFF of 16 bits', () => image().toColourspace('rgb16').tiff({ compression: 'lzw' }).toBuffer(), 1],
  ['TIFF in Lab', () => image().toColourspace('lab').tiff({ compression: 'lzw' }).toBuffer(), 6],
  ['AVIF with alpha', () => image().ensureAlpha().avif({ quality: 90 }).toBuffer(), 12],
  ['GIF of two frames', async () => (await moving()).gif().toBuffer(), 4],
  ['WebP of two frames', async () => (await moving()).webp({ lossless: true }).toBuffer(), 0],
  ['PNG of two frames', makeApng, 0],
])('a %s shows its first frame, upright, in its colours', async (_kind, make, tolerance) => {
  expect(await worst(await make())).toBeLessThanOrEqual(tolerance);
});

/** The inks that print these colours: the complements. */
const inksAt = (x: number, y: number) =>
  colourAt((x + 4) / SIZE.width, (y + 4) / SIZE.height).map((light) => 255 - light);

test('a CMYK or YCCK JPEG is shown in the colours that its inks print', async () => {
  // Adobe's files have inverted samples.
  const cmyk = makeInkJpeg(SIZE, 0, (x, y) => [...inksAt(x, y).map((ink) => 255 - ink), 255]);
  const ycck = makeInkJpeg(SIZE, 2, (x, y) => {
    const [r = 0, g = 0, b = 0] = inksAt(x, y);
    const luma = 0.299 * r + 0.587 * g + 0.114 * b;
    const samples = [luma, 128 + 0.564 * (b - luma), 128 + 0.713 * (r - luma)];
    return [...samples.map((sample) => Math.max(0, Math.min(255, Math.round(sample)))), 255];
  });
  const shown = await decodePicture(cmyk, SIZE);
  const inPrint = (x: number, y: number) => {
    const at = 3 * (Math.floor(y * SIZE.height) * SIZE.width + Math.floor(x * SIZE.width));
    return [...shown.pixels.subarray(at, at + 3)];
  };
  // Printed colours are duller than those of a screen, but red stays red.
  expect(await worst(cmyk)).toBeLessThan(140);
  expect(await worst(ycck, inPrint)).toBeLessThanOrEqual(8);
});

test('an empty file, or one with only the head of a picture, is no picture', async () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('GIF89a')]) {
    await expect(sizeOfPicture(bytes)).rejects.toMatchObject({ code: 'bad_image' });
  }
});
