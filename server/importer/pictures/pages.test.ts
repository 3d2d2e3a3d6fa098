import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { SourceError } from '../source/source-error.ts';
import { type Bitmap, decodePicture, decodeStored, sizeOfPicture } from './decode/decode.ts';
import { drawCovers, drawPreview, drawThumb, encodeJpeg } from './encode/comic-images.ts';
import { averageColor, encodePage } from './encode/encode-page.ts';

const BLUE = { r: 20, g: 60, b: 200 };
const plain = (width: number, height: number, background: object = BLUE): Sharp =>
  sharp({ create: { width, height, channels: 3, background } });

async function drawn(image: Sharp): Promise<Bitmap> {
  return decodeStored(await image.png().toBuffer());
}

/** Each row has a different colour; neighbours are similar, so a lossy codec keeps them. */
function gradient(width: number, height: number): { pixels: Buffer; width: number; height: number } {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    const rgb = [(y * 255) / height, 128 + 100 * Math.sin(y / 90), 255 - (y * 255) / height];
    for (let x = 0; x < width; x++) pixels.set(rgb, (y * width + x) * 3);
  }
  return { pixels, width, height };
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof SourceError ? error.code : String(error);
}

describe('drawing a page', () => {
  test.each([
    ['JPEG', plain(60, 80).jpeg({ quality: 100 })],
    ['PNG with a palette', plain(60, 80).png({ palette: true })],
    ['PNG of 16 bits', plain(60, 80).toColourspace('rgb16').png()],
    ['WebP', plain(60, 80).webp({ lossless: true })],
    ['AVIF', plain(60, 80).avif({ lossless: true })],
    ['GIF', plain(60, 80).gif()],
    ['TIFF', plain(60, 80).tiff({ compression: 'lzw' })],
    ['JPEG with a Display P3 profile', plain(60, 80).withIccProfile('p3').jpeg({ quality: 100 })],
    ['CMYK JPEG', plain(60, 80).withIccProfile('cmyk').jpeg({ quality: 100 })],
  ])('%s keeps its colour', async (name, image) => {
    const page = await decodePicture(await image.toBuffer(), { width: 30, height: 40 });
    expect(page).toMatchObject({ width: 30, height: 40 });
    expect(page.pixels).toHaveLength(30 * 40 * 3);
    // CMYK can't represent all colours of a screen.
    const tolerance = name.startsWith('CMYK') ? 75 : 6;
    for (const [channel, expected] of Object.values(BLUE).entries()) {
      expect(Math.abs((page.pixels[channel] ?? 0) - expected)).toBeLessThanOrEqual(tolerance);
    }
  });

  test('grey of 16 bits becomes RGB of the same lightness', async () => {
    const bytes = await plain(10, 10, { r: 100, g: 100, b: 100 }).toColourspace('grey16').png().toBuffer();
    expect(averageColor(await decodePicture(bytes, { width: 10, height: 10 }))).toBe('#646464');
  });

  test('transparent areas become white', async () => {
    const bytes = await sharp({
      create: { width: 10, height: 10, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    expect(averageColor(await decodePicture(bytes, { width: 10, height: 10 }))).toBe('#ffffff');
  });

  test('a photographed page is rotated by EXIF', async () => {
    const halves = await plain(80, 60)
      .composite([{ input: await plain(40, 60, { r: 250, g: 250, b: 250 }).png().toBuffer(), left: 0, top: 0 }])
      .jpeg({ quality: 100 })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const size = await sizeOfPicture(halves);
    expect(size).toEqual({ width: 60, height: 80 });
    const page = await decodePicture(halves, size);
    expect(page.pixels[3 * (60 * 10 + 30)]).toBeGreaterThan(240);
    expect(page.pixels[3 * (60 * 70 + 30)]).toBeLessThan(30);
  });

  test('the page of an animation is its first frame', async () => {
    const frames = await Promise.all(
      [plain(20, 20), plain(20, 20, { r: 255, g: 0, b: 0 })].map((each) => each.png().toBuffer()),
    );
    const bytes = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect(await sizeOfPicture(bytes)).toEqual({ width: 20, height: 20 });
    expect((await decodePicture(bytes, { width: 20, height: 20 })).pixels[2]).toBeGreaterThan(190);
  });
});

describe('what is not a page', () => {
  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>')],
    ['an SVG after white space', Buffer.from('\n <?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a PDF', Buffer.from('%PDF-1.7\n')],
    ['text', Buffer.from('hello')],
    ['nothing', Buffer.alloc(0)],
    ['a JPEG of three bytes', Buffer.from('ffd8ff', 'hex')],
  ])('%s is refused by its content', async (_, bytes) => {
    expect(await refusalOf(sizeOfPicture(bytes))).toBe('bad_image');
  });

  test('half a JPEG is a damaged page', async () => {
    const whole = gradient(400, 400);
    const bytes = await sharp(whole.pixels, { raw: { ...whole, channels: 3 } })
      .jpeg()
      .toBuffer();
    const half = bytes.subarray(0, bytes.length / 2);
    expect(await refusalOf(decodePicture(half, { width: 400, height: 400 }))).toBe('bad_image');
  });

  test('a picture with more than 100 million pixels is refused before it is decoded', async () => {
    const bytes = await plain(10_100, 10_000).png({ compressionLevel: 9 }).toBuffer();
    expect(bytes.length).toBeLessThan(1_000_000);
    expect(await refusalOf(sizeOfPicture(bytes))).toBe('bomb_pixels');
  });
});

describe('encoding', () => {
  test('the pieces of a tall page make up the whole page', async () => {
    const page = gradient(300, 5003);
    const pieces = await encodePage(page);
    expect(pieces.length).toBe(4);
    const rows: Buffer[] = [];
    for (const piece of pieces) {
      const { data, info } = await sharp(piece.bytes).raw().toBuffer({ resolveWithObject: true });
      expect(info).toMatchObject({ width: 300, height: piece.height, channels: 3 });
      rows.push(data);
    }
    const together = Buffer.concat(rows);
    expect(together).toHaveLength(page.pixels.length);
    let worst = 0;
    for (let i = 0; i < together.length; i++)
      worst = Math.max(worst, Math.abs((together[i] ?? 0) - (page.pixels[i] ?? 0)));
    expect(worst).toBeLessThan(12);
  });

  test('an encoded page has no metadata', async () => {
    const bytes = await plain(50, 50)
      .withExif({ IFD0: { Copyright: 'me' } })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    const [piece] = await encodePage(await decodePicture(bytes, { width: 50, height: 50 }));
    const metadata = await sharp(piece?.bytes).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 50, height: 50, hasAlpha: false });
    expect([metadata.exif, metadata.icc, metadata.xmp]).toEqual([undefined, undefined, undefined]);
  });

  test('the colour is the average of the whole page', () => {
    const pixels = Buffer.alloc(400 * 600 * 3);
    pixels.fill(255, pixels.length / 2);
    expect(averageColor({ pixels, width: 400, height: 600 })).toMatch(/^#(7f|80)(7f|80)(7f|80)$/);
  });
});

describe('small pictures', () => {
  test.each([
    ['a page', 1440, 2000, [240, 480, 720]],
    ['a spread', 1000, 690, [240, 452]],
    ['a long strip', 800, 1280, [240, 480, 720]],
    ['a tiny page', 90, 120, [90]],
  ])('a cover of %s is 3:4 in all widths that it has', async (_, width, height, widths) => {
    const { sizes } = await drawCovers(await drawn(plain(width, height)));
    expect(sizes.map((cover) => cover.width)).toEqual(widths);
    for (const cover of sizes) expect(Math.abs(cover.height - (cover.width * 4) / 3)).toBeLessThan(1);
  });

  const spotted = (width: number, height: number, left: number, top: number) =>
    drawn(
      plain(width, height, { r: 90, g: 90, b: 90 }).composite([
        { input: { create: { width: 80, height: 80, channels: 3, background: '#e02020' } }, left, top },
      ]),
    );
  const shows = async (cover: Buffer | undefined) => {
    const { data } = await sharp(cover).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    for (let i = 0; i < data.length; i += 3) if ((data[i] ?? 0) > 180 && (data[i + 1] ?? 255) < 80) return true;
    return false;
  };

  test('a cover shows the conspicuous part, wherever it is in the picture', async () => {
    for (const page of [spotted(1000, 600, 20, 250), spotted(1000, 600, 900, 250), spotted(500, 950, 200, 850)])
      expect(await shows((await drawCovers(await page)).sizes[0]?.bytes)).toBe(true);
  });

  test('the operator’s position wins', async () => {
    const page = await spotted(1000, 600, 20, 250);
    expect(await shows((await drawCovers(page, { x: 100, y: 0 })).sizes[0]?.bytes)).toBe(false);
    expect(await shows((await drawCovers(page, { x: 0, y: 0 })).sizes[0]?.bytes)).toBe(true);
  });

  test('the lowest part of a wide picture, with captions, is left out', async () => {
    const page = await spotted(1000, 600, 460, 530);
    expect(await shows((await drawCovers(page)).sizes[0]?.bytes)).toBe(false);
  });

  test('a cover has the vertical position of wide crops', async () => {
    expect((await drawCovers(await spotted(600, 800, 260, 30))).focusY).toBeLessThan(20);
    expect((await drawCovers(await spotted(600, 800, 260, 690))).focusY).toBeGreaterThan(80);
    expect((await drawCovers(await spotted(600, 800, 260, 690), { x: 50, y: 30 })).focusY).toBe(30);
  });

  test('a cover is also made as a JPEG of the same size, for programs without WebP', async () => {
    const { sizes } = await drawCovers(await drawn(plain(300, 400)));
    const cover = sizes[0];
    const jpeg = await sharp(await encodeJpeg(cover ?? { bytes: Buffer.of() })).metadata();
    expect(jpeg).toMatchObject({ format: 'jpeg', width: 240, height: 320 });
  });

  test.each([
    [1, 1],
    [2, 900],
    [900, 2],
    [3, 3],
  ])('a page of %i × %i pixels has covers, a thumb and a preview', async (width, height) => {
    const page = await drawn(plain(width, height));
    const { sizes } = await drawCovers(page);
    for (const { bytes } of [...sizes, await drawThumb(page), await drawPreview(page)])
      expect((await sharp(bytes).metadata()).width).toBeGreaterThan(0);
  });

  test('a thumb is 5:3 and not enlarged', async () => {
    expect(await drawThumb(await drawn(plain(1440, 2000)))).toMatchObject({ width: 320, height: 192 });
    expect(await drawThumb(await drawn(plain(160, 300)))).toMatchObject({ width: 160, height: 96 });
  });

  test.each(['no frame', 'a frame'])(
    'a thumb shows the most detailed part, without the margins of a page with %s',
    async (kind) => {
      const [width, height] = [800, 1200];
      const pixels = Buffer.alloc(width * height * 3, 255);
      const paint = (x: number, y: number, value: number) =>
        pixels.fill(value, (y * width + x) * 3, (y * width + x + 1) * 3);
      for (let y = 700; y < 1000; y++) for (let x = 200; x < 700; x++) paint(x, y, (x * 7 + y * 13) % 200);
      for (let y = 100; y < 1100 && kind === 'a frame'; y++)
        for (let x = 100; x < 720; x++) if (y < 106 || y > 1094 || x < 106 || x > 714) paint(x, y, 0);
      const thumb = await drawThumb({ pixels, width, height });
      const { channels } = await sharp(thumb.bytes).stats();
      expect(channels[0]?.mean).toBeLessThan(160);
    },
  );

  test('a thumb shows a face and not lettering, and leaves out the caption of a wide page', async () => {
    const svg = (width: number, height: number, shapes: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#345"/>${shapes}</svg>`;
    const thumbOf = async (picture: string) => {
      const { data, info } = await sharp(Buffer.from(picture))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return sharp((await drawThumb({ pixels: data, width: info.width, height: info.height })).bytes).stats();
    };
    const letters = Array.from(
      { length: 60 },
      (_, n) => `<rect x="${60 + 12 * n}" y="90" width="6" height="110" fill="#fff"/>`,
    );
    const face = '<circle cx="400" cy="1000" r="170" fill="#e8b58f"/>';
    const [red, , blue] = (await thumbOf(svg(800, 1400, letters.join('') + face))).channels;
    expect(red?.mean).toBeGreaterThan(blue?.mean ?? 255);
    const { channels } = await thumbOf(svg(900, 600, '<rect x="300" y="530" width="300" height="40" fill="#fff"/>'));
    expect(channels[0]?.max).toBeLessThan(100);
  });

  test('a preview is unreadable, but has the colours of the page', async () => {
    const stripes = Buffer.alloc(800 * 1200 * 3);
    for (let y = 0; y < 1200; y++) stripes.fill(Math.floor(y / 8) % 2 === 0 ? 0 : 255, y * 2400, (y + 1) * 2400);
    const preview = await drawPreview({ pixels: stripes, width: 800, height: 1200 });
    expect(preview).toMatchObject({ width: 160, height: 240 });
    expect(preview.bytes.length).toBeLessThan(8_000);
    const { channels } = await sharp(preview.bytes).stats();
    expect(channels[0]?.mean).toBeGreaterThan(100);
    expect(channels[0]?.mean).toBeLessThan(155);
    expect(channels[0]?.stdev).toBeLessThan(20);
  });
});
