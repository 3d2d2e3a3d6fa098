import { open } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';

/** One page of a PDF made for a test. */
export type PdfPage = {
  /** In points, 72 an inch. */
  width?: number;
  height?: number;
  /** The drawing, in the operators of PDF; default: one picture over the whole page. */
  content?: string;
  picture?: PdfPicture;
  /** Further entries of the page, as `/Rotate 90`. */
  more?: string;
};

export type PdfPicture = {
  bytes: Buffer;
  width: number;
  height: number;
  /** `/DCTDecode` for a JPEG; raw samples are deflated. */
  filter?: string;
  colorSpace?: string;
  /** Zero bytes behind the data, which a reader has to read and to pass over. */
  padding?: number;
  /** Further entries of the picture, as `/Decode [1 0]`. */
  more?: string;
};

/** Bytes, or how many zero bytes. */
type Part = Buffer | number;

/** For tests: a PDF of these pages; `trailer`: further entries of its trailer, as `/Encrypt`. */
export function makePdf(pages: readonly PdfPage[], options: { trailer?: string } = {}): Buffer {
  return Buffer.concat(partsOf(pages, options).map((part) => (typeof part === 'number' ? Buffer.alloc(part) : part)));
}

/** For tests: writes it without the zero bytes, which take no room on a disk. */
export async function writeSparsePdf(path: string, pages: readonly PdfPage[]): Promise<void> {
  const file = await open(path, 'w');
  let at = 0;
  for (const part of partsOf(pages, {})) {
    if (typeof part !== 'number') await file.write(part, 0, part.length, at);
    at += lengthOf(part);
  }
  await file.close();
}

function partsOf(pages: readonly PdfPage[], { trailer = '' }: { trailer?: string }): Part[] {
  const objects: Part[][] = [];
  const add = (...parts: (string | Part)[]) =>
    objects.push(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  const kids = pages.map((_, index) => `${3 + index * 3} 0 R`);
  add('<</Type/Catalog/Pages 2 0 R>>');
  add(`<</Type/Pages/Count ${pages.length}/Kids[${kids.join(' ')}]>>`);
  for (const [index, page] of pages.entries()) {
    const { width = 300, height = 400, more = '' } = page;
    const [contentId, pictureId] = [4 + index * 3, 5 + index * 3];
    const content = page.content ?? `q ${width} 0 0 ${height} 0 0 cm /P Do Q`;
    add(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${contentId} 0 R`,
      `/Resources<</XObject<</P ${pictureId} 0 R>>>>${more}>>`,
    );
    add(`<</Length ${Buffer.byteLength(content)}>>stream\n${content}\nendstream`);
    add(...(page.picture ? pictureObject(page.picture) : ['null']));
  }
  return withTable(objects, trailer);
}

function pictureObject(picture: PdfPicture): (string | Part)[] {
  const { bytes, width, height, filter, colorSpace = '/DeviceRGB', padding = 0, more = '' } = picture;
  const data = filter === undefined ? deflateSync(bytes) : bytes;
  const entries = `/Width ${width}/Height ${height}/ColorSpace${colorSpace}/BitsPerComponent 8${more}`;
  const length = data.length + padding;
  return [
    `<</Type/XObject/Subtype/Image${entries}/Filter${filter ?? '/FlateDecode'}/Length ${length}>>stream\n`,
    data,
    padding,
    '\nendstream',
  ];
}

function withTable(objects: readonly Part[][], trailer: string): Part[] {
  const parts: Part[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets: number[] = [];
  let at = parts.map(lengthOf).reduce((sum, length) => sum + length, 0);
  for (const [index, object] of objects.entries()) {
    const whole = [Buffer.from(`${index + 1} 0 obj\n`), ...object, Buffer.from('\nendobj\n')];
    offsets.push(at);
    at += whole.reduce((sum: number, part) => sum + lengthOf(part), 0);
    parts.push(...whole);
  }
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${lines.join('')}`;
  const end = `trailer<</Size ${count}/Root 1 0 R${trailer}>>\nstartxref\n${at}\n%%EOF\n`;
  return [...parts, Buffer.from(table + end)];
}

function lengthOf(part: Part): number {
  return typeof part === 'number' ? part : part.length;
}
