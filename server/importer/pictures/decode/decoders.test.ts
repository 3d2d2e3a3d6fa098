import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { colourAt, fourColours } from '../../../../testing/app/raw.ts';
import { makeBmp, makeJp2, makeJxl } from '../../../../testing/sources/foreign-pictures.ts';
import { makeHeic } from '../../../../testing/sources/heic.ts';
import { SourceError } from '../../source/source-error.ts';
import { decodePicture, sizeOfPicture } from './decode.ts';

const SIZE = { width: 64, height: 96 };
const raw = fourColours(SIZE.width, SIZE.height);
const image = () => sharp(raw.pixels, { raw: { ...SIZE, channels: 3 } });

/** Expects the four colours in the middle of the quarters. */
async function expectFourColours(bytes: Buffer, tolerance: number): Promise<void> {
  expect(await sizeOfPicture(bytes)).toEqual(SIZE);
  const { pixels } = await decodePicture(bytes, SIZE);
  for (const [x, y] of [
    [0.25, 0.25],
    [0.75, 0.25],
    [0.25, 0.75],
    [0.75, 0.75],
  ] as const) {
    const at = 3 * (Math.floor(y * SIZE.height) * SIZE.width + Math.floor(x * SIZE.width));
    for (const [channel, expected] of colourAt(x, y).entries()) {
      expect(Math.abs((pixels[at + channel] ?? 0) - expected)).toBeLessThanOrEqual(tolerance);
    }
  }
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof SourceError ? error.code : String(error);
}

describe('pictures of every kind show the same four colours', () => {
  test.each<[string, () => Promise<Buffer> | Buffer, number]>([
    ['JPEG', () => image().jpeg({ quality: 95 }).toBuffer(), 12],
    ['progressive JPEG', () => image().jpeg({ quality: 95, progressive: true }).toBuffer(), 12],
    ['JPEG without chroma subsampling', () => image().jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer(), 12],
    ['PNG', () => image().png().toBuffer(), 0],
    ['PNG of 16 bits', () => image().toColourspace('rgb16').png().toBuffer(), 1],
    ['interlaced PNG', () => image().png({ progressive: true }).toBuffer(), 0],
    ['PNG with a palette', () => image().png({ palette: true }).toBuffer(), 2],
    ['PNG with alpha', () => image().ensureAlpha().png().toBuffer(), 0],
    ['WebP', () => image().webp({ quality: 95 }).toBuffer(), 16],
    ['lossless WebP', () => image().webp({ lossless: true }).toBuffer(), 0],
    ['AVIF', () => image().avif({ quality: 90 }).toBuffer(), 12],
    ['GIF', () => image().gif().toBuffer(), 4],
    ['TIFF with LZW', () => image().tiff({ compression: 'lzw' }).toBuffer(), 0],
    ['TIFF with JPEG', () => image().tiff({ compression: 'jpeg', quality: 95 }).toBuffer(), 12],
    ['BMP', () => makeBmp(raw, 24), 0],
    ['BMP with a palette', () => makeBmp(raw, 8), 32],
    ['BMP packed in runs', () => makeBmp(raw, 8, true), 32],
    ['JPEG XL', () => makeJxl(raw), 12],
    ['HEIC', () => makeHeic(raw), 3],
    ['JPEG 2000', () => makeJp2(raw), 12],
  ])('%s', async (_, make, tolerance) => {
    await expectFourColours(await make(), tolerance);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('JPEG with EXIF orientation %i', async (orientation) => {
    const bytes = await sharp(await lying(orientation))
      .jpeg({ quality: 95 })
      .withMetadata({ orientation })
      .toBuffer();
    await expectFourColours(bytes, 12);
  });
});

/** The picture, rotated so that this EXIF orientation makes it upright. */
async function lying(orientation: number): Promise<Buffer> {
  const mirrored = new Uint8Array(raw.pixels.length);
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      const from = 3 * (y * SIZE.width + x);
      mirrored.set(raw.pixels.subarray(from, from + 3), 3 * (x * SIZE.height + y));
    }
  }
  const overDiagonal = () => sharp(mirrored, { raw: { width: SIZE.height, height: SIZE.width, channels: 3 } });
  const laid = [
    image(),
    image().flop(),
    image().rotate(180),
    image().flip(),
    overDiagonal(),
    image().rotate(270),
    overDiagonal().rotate(180),
    image().rotate(90),
  ];
  return (laid[orientation - 1] ?? image()).png().toBuffer();
}

describe('a hostile picture', () => {
  const huge = (bytes: Buffer, at: number, order: 'LE' | 'BE', side = 60_000) => {
    const claims = Buffer.from(bytes);
    for (const offset of [at, at + 4]) {
      if (order === 'LE') claims.writeInt32LE(side, offset);
      else claims.writeUInt32BE(side, offset);
    }
    return claims;
  };

  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['BMP', () => huge(makeBmp(raw, 24), 18, 'LE')],
    ['JPEG 2000', async () => huge(await makeJp2(raw), 8, 'BE')],
    [
      'HEIC',
      () => {
        const bytes = makeHeic(raw);
        return huge(bytes, bytes.indexOf('ispe') + 8, 'BE');
      },
    ],
  ])('%s that claims billions of pixels is refused before it is decoded', async (_, make) => {
    expect(await refusalOf(sizeOfPicture(await make()))).toMatch(/^(bomb_pixels|bad_image)$/);
  });

  const claiming = (side: number, bytes: Buffer) => {
    const claims = Buffer.from(bytes);
    const frame = [0xc0, 0xc2].map((mark) => claims.indexOf(Buffer.from([0xff, mark]))).find((at) => at > 0);
    if (frame === undefined) return huge(claims, claims.indexOf('ispe') + 8, 'BE', side);
    for (const at of [frame + 5, frame + 7]) claims.writeUInt16BE(side, at);
    return claims;
  };

  test('is refused if its format must be decoded as a whole, and not if it is decoded row by row', async () => {
    const jpeg = { quality: 90, chromaSubsampling: '4:4:4' };
    const rows = claiming(9_000, await image().jpeg(jpeg).toBuffer());
    expect(await sizeOfPicture(rows)).toEqual({ width: 9_000, height: 9_000 });
    const whole = claiming(
      9_000,
      await image()
        .jpeg({ ...jpeg, progressive: true })
        .toBuffer(),
    );
    expect(await refusalOf(sizeOfPicture(whole))).toBe('bomb_pixels');
    const avif = await image().avif().toBuffer();
    expect(await sizeOfPicture(claiming(3_500, avif))).toEqual({ width: 3_500, height: 3_500 });
    expect(await refusalOf(sizeOfPicture(claiming(5_000, avif)))).toBe('bomb_pixels');
  });

  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['BMP', () => makeBmp(raw, 24)],
    ['JPEG XL', () => makeJxl(raw)],
    ['HEIC', () => makeHeic(raw)],
    ['JPEG 2000', () => makeJp2(raw)],
  ])('%s cut short is damaged, and the next picture is decoded', async (_, make) => {
    const bytes = await make();
    const cut = bytes.subarray(0, Math.floor(bytes.length * 0.7));
    expect(await refusalOf(decodePicture(cut, SIZE))).toBe('bad_image');
    await expectFourColours(bytes, 32);
  });

  test('a JPEG XL of eleven megapixels is decoded piece by piece', { timeout: 240_000 }, async () => {
    // 3600×3200 pixels with the value 90, made by `makeJxl`, which takes longer than all other tests of this file.
    const bytes = await readFile(new URL('../../../../testing/sources/grey-11-megapixels.jxl', import.meta.url));
    expect(await sizeOfPicture(bytes)).toEqual({ width: 3600, height: 3200 });
    const { pixels } = await decodePicture(bytes, SIZE);
    expect(Math.max(...pixels) - Math.min(...pixels)).toBeLessThanOrEqual(2);
    expect(Math.abs((pixels[0] ?? 0) - 90)).toBeLessThanOrEqual(2);
  });

  test('leaves no thread running that would keep the process alive', { timeout: 20_000 }, async () => {
    const [maker, decoder] = ['../../../../testing/sources/foreign-pictures.ts', './foreign-pictures.ts'].map(
      (path) => new URL(path, import.meta.url).href,
    );
    const script = `
      const { makeBmp } = await import(${JSON.stringify(maker)});
      const { decodeForeign } = await import(${JSON.stringify(decoder)});
      const { width } = await decodeForeign('bmp', makeBmp({ pixels: new Uint8Array(12), width: 2, height: 2 }, 24));
      console.log(width);`;
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { timeout: 15_000 });
    expect((await run).stdout.trim()).toBe('2');
  });
});
