import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeInkJpeg } from '../../../../testing/sources/ink-jpeg.ts';
import { makePdf, type PdfPage, type PdfPicture, writeSparsePdf } from '../../../../testing/sources/pdf.ts';
import { archiveReader } from '../../../../testing/sources/read-archive.ts';
import { openSource } from '../../read/open-source.ts';
import { withDocument } from './pdf-document.ts';
import { startPdfEngine } from './pdf-engine.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manyu-pdf-'));
});
afterAll(() => rm(folder, { recursive: true }));

const [WIDTH, HEIGHT] = [30, 40];
/** Another colour in each quarter. */
const samples = Buffer.from(
  Array.from({ length: WIDTH * HEIGHT }, (_, at) => {
    const [isRight, isLower] = [at % WIDTH >= WIDTH / 2, at >= (WIDTH * HEIGHT) / 2];
    return [isRight ? 250 : 10, isLower ? 240 : 20, 90];
  }).flat(),
);
const raw = { width: WIDTH, height: HEIGHT, channels: 3 } as const;
const jpeg = await sharp(samples, { raw }).jpeg({ quality: 95 }).toBuffer();
const SQUARE = { width: 16, height: 16 };
const asJpeg: PdfPicture = { bytes: jpeg, width: WIDTH, height: HEIGHT, filter: '/DCTDecode' };

async function pagesOf(...pages: PdfPage[]): Promise<(Buffer | string)[]> {
  const source = await archiveReader(folder).opened(makePdf(pages));
  try {
    const read = source.pages.map((page) => page.read().catch((error) => String(error?.code)));
    return await Promise.all(read);
  } finally {
    await source.close();
  }
}

async function pixelsOf(page: Buffer | string | undefined) {
  const { data, info } = await sharp(page).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

/** The colours in the middle of the four quarters. */
async function quartersOf(page: Buffer | string | undefined): Promise<number[][]> {
  const { pixels, width, height } = await pixelsOf(page);
  const at = (x: number, y: number) => {
    const from = 3 * (Math.floor(y * height) * width + Math.floor(x * width));
    return [...pixels.subarray(from, from + 3)].map((value) => Math.round(value / 50));
  };
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)];
}

test('a page that is one JPEG is copied byte for byte', async () => {
  expect(await pagesOf({ picture: asJpeg }, { picture: { ...asJpeg, filter: '[/DCTDecode]' } })).toEqual([jpeg, jpeg]);
});

test('a PDF is read also where the program lies in a folder whose name is not ASCII', async () => {
  const [, program = ''] = process.argv;
  onTestFinished(() => void process.argv.splice(1, 1, program));
  process.argv[1] = '/srv/漫屿/server/cli.ts';
  const path = join(folder, 'one.pdf');
  await writeFile(path, makePdf([{ picture: asJpeg }]));
  const file = await open(path);
  onTestFinished(() => file.close());
  expect(await withDocument(await startPdfEngine(), file.fd, async ({ pages }) => pages)).toBe(1);
});

test('a page that is one picture of another kind is drawn with the picture’s number of pixels', async () => {
  const [page] = await pagesOf({ picture: { bytes: samples, width: WIDTH, height: HEIGHT } });
  expect(await pixelsOf(page)).toEqual({ pixels: samples, width: WIDTH, height: HEIGHT });
});

const whole = 'q 300 0 0 400 0 0 cm /P Do Q';
const drawn: [why: string, page: PdfPage, quarters: number[][]][] = [
  [
    'turned by its page',
    { more: '/Rotate 180' },
    [
      [5, 5, 2],
      [0, 5, 2],
      [5, 0, 2],
      [0, 0, 2],
    ],
  ],
  [
    'mirrored',
    { content: 'q -300 0 0 400 300 0 cm /P Do Q' },
    [
      [5, 0, 2],
      [0, 0, 2],
      [5, 5, 2],
      [0, 5, 2],
    ],
  ],
  [
    'turned by its matrix',
    { content: 'q 0 400 -300 0 300 0 cm /P Do Q' },
    [
      [5, 0, 2],
      [5, 5, 2],
      [0, 0, 2],
      [0, 5, 2],
    ],
  ],
  [
    'cut by its page',
    { more: '/CropBox[150 0 300 400]' },
    [
      [5, 0, 2],
      [5, 0, 2],
      [5, 5, 2],
      [5, 5, 2],
    ],
  ],
  [
    'under a drawing',
    { content: `${whole} 1 0 0 rg 0 0 150 200 re f` },
    [
      [0, 0, 2],
      [5, 0, 2],
      [5, 0, 0],
      [5, 5, 2],
    ],
  ],
  [
    'a small one',
    { content: 'q 30 0 0 40 130 180 cm /P Do Q' },
    [
      [5, 5, 5],
      [5, 5, 5],
      [5, 5, 5],
      [5, 5, 5],
    ],
  ],
];
test.each(drawn)('a page whose JPEG is %s is drawn', async (_why, page, quarters) => {
  const [read] = await pagesOf({ picture: asJpeg, ...page });
  expect(read).not.toEqual(jpeg);
  expect(await quartersOf(read)).toEqual(quarters);
});

test.each([
  [
    'is of inks',
    { bytes: makeInkJpeg(SQUARE, 0, () => [40, 0, 90, 0]), ...SQUARE, colorSpace: '/DeviceCMYK' },
    '4 5 4',
  ],
  ['is masked by its colours', { more: '/Mask[0 255 0 255 0 255]' }, '5 5 5'],
  ['is masked by a picture', { more: '/SMask 5 0 R' }, undefined],
  ['is turned over in its colours', { more: '/Decode[1 0 1 0 1 0]' }, '5 5 3'],
])('a JPEG that %s by its PDF is drawn', async (_why, more, first) => {
  const picture = { ...asJpeg, ...more };
  const [read] = await pagesOf({ picture });
  expect(read).not.toEqual(picture.bytes);
  if (first !== undefined) expect((await quartersOf(read))[0]?.join(' ')).toBe(first);
});

test('a page of drawings is drawn larger than it is stored, on white', async () => {
  const [page] = await pagesOf({ content: '0 0 1 rg 0 200 150 200 re f' });
  expect(await sharp(page).metadata()).toMatchObject({ width: 1800, height: 2400 });
  expect(await quartersOf(page)).toEqual([
    [0, 0, 5],
    [5, 5, 5],
    [5, 5, 5],
    [5, 5, 5],
  ]);
});

test('the pages are named by their number, in their order', async () => {
  const source = await archiveReader(folder).opened(makePdf(Array.from({ length: 11 }, () => ({ picture: asJpeg }))));
  expect(source.pages.map(({ name }) => name).slice(8)).toEqual(['第9页.jpg', '第10页.jpg', '第11页.jpg']);
  await source.close();
});

const plain = makePdf([{ picture: asJpeg }]);
const encrypted = (filter: string) =>
  makePdf([{ picture: asJpeg }], {
    trailer: `/ID[<00><00>]/Encrypt<</Filter/${filter}/V 1/R 2/P -4/O<${'00'.repeat(32)}>/U<${'11'.repeat(32)}>>>`,
  });
test.each([
  ['a password', encrypted('Standard'), 'encrypted'],
  ['the protection of a seller', encrypted('FOPN_foweb'), 'encrypted'],
  ['nothing but its first line', Buffer.from('%PDF-1.7\n'), 'corrupt_archive'],
  [
    'an archive behind its first line',
    Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5000, 'PK')]),
    'corrupt_archive',
  ],
  ['its second half missing', plain.subarray(0, plain.length / 2), 'corrupt_archive'],
  ['no pages', makePdf([]), 'no_pages'],
  ['more pages than any book', Buffer.from(String(makePdf(Array(5001).fill({})))), 'bomb_entries'],
])('a PDF with %s is refused', async (_why, bytes, code) => {
  expect(await archiveReader(folder).outcome(bytes)).toBe(code);
});

test('a PDF with a wrong cross-reference table is read', async () => {
  const broken = Buffer.from(plain.toString('latin1').replace(/startxref\n\d+/, 'startxref\n7'), 'latin1');
  expect(await archiveReader(folder).outcome(broken)).toEqual([['第1页.jpg', String(jpeg)]]);
});

test('a page that needs too much memory is damaged, and a page of absurd size is drawn with few pixels', async () => {
  const bomb = { bytes: Buffer.alloc(1_000_000), width: 30_000, height: 30_000 };
  const absurd = { width: 1e9, height: 1 };
  const pages = await pagesOf({ picture: asJpeg }, { picture: bomb }, absurd, { picture: asJpeg });
  expect([pages[0], pages[1], pages[3]]).toEqual([jpeg, 'corrupt_entry', jpeg]);
  expect(await sharp(pages[2]).metadata()).toMatchObject({ width: 2400, height: 1 });
});

test('a PDF larger than the memory limit is read to its end', async () => {
  const padded = { bytes: samples, width: WIDTH, height: HEIGHT, padding: 30 * 1024 * 1024 };
  const path = join(folder, 'large.pdf');
  await writeSparsePdf(
    path,
    Array.from({ length: 10 }, () => ({ picture: padded })),
  );
  const source = await openSource({ kind: 'archive', path, root: folder, parents: [] }, join(folder, 'scratch'));
  for (const page of source.pages)
    expect(await pixelsOf(await page.read())).toEqual({ pixels: samples, width: WIDTH, height: HEIGHT });
  await source.close();
});
