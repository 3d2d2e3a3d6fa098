import { deflateSync } from 'node:zlib';

/** One page of a PDF made for a test. */
export type PdfPage = {
  /** In points, 72 an inch. */
  width?: number;
  height?: number;
  /** What is drawn, in the operators of PDF; one picture over the whole page unless given. */
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
  /** Further entries of the picture, as `/Decode [1 0]`. */
  more?: string;
};

/** For tests: a PDF of these pages; `trailer`: further entries of its trailer, as `/Encrypt`. */
export function makePdf(pages: readonly PdfPage[], { trailer = '', version = '1.7' } = {}): Buffer {
  const objects: Buffer[] = [];
  const add = (...parts: (string | Buffer)[]) => objects.push(Buffer.concat(parts.map((part) => Buffer.from(part))));
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
  return withTable(objects, version, trailer);
}

function pictureObject({ bytes, width, height, filter, colorSpace = '/DeviceRGB', more = '' }: PdfPicture) {
  const data = filter === undefined ? deflateSync(bytes) : bytes;
  const entries = `/Width ${width}/Height ${height}/ColorSpace${colorSpace}/BitsPerComponent 8${more}`;
  return [
    `<</Type/XObject/Subtype/Image${entries}/Filter${filter ?? '/FlateDecode'}/Length ${data.length}>>stream\n`,
    data,
    '\nendstream',
  ];
}

function withTable(objects: readonly Buffer[], version: string, trailer: string): Buffer {
  const parts = [Buffer.from(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`, 'latin1')];
  const offsets: number[] = [];
  let at = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    offsets.push(at);
    at += part.length;
    parts.push(part);
  }
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${lines.join('')}`;
  const end = `trailer<</Size ${count}/Root 1 0 R${trailer}>>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table + end)]);
}
