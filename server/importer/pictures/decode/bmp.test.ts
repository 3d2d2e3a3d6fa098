import { expect, test } from 'vitest';
import { decodeBmp, sizeOfBmp } from './bmp.ts';

/** A BMP of one pixel: the file header, then these bytes, the last four of which are the row. */
function onePixel(afterFileHeader: Buffer): Buffer {
  const fileHeader = Buffer.alloc(14);
  fileHeader.write('BM', 'latin1');
  fileHeader.writeUInt32LE(14 + afterFileHeader.length - 4, 10);
  return Buffer.concat([fileHeader, afterFileHeader]);
}

/** The Windows header, with the masks that follow it for some compressions. */
function windows(bits: number, compression: number, masks: number[]): Buffer {
  const header = Buffer.alloc(40 + 4 * masks.length);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(1, 4);
  header.writeInt32LE(1, 8);
  header.writeUInt16LE(bits, 14);
  header.writeUInt32LE(compression, 16);
  for (const [index, mask] of masks.entries()) header.writeUInt32LE(mask, 40 + 4 * index);
  return header;
}

test.each([
  ['five bits a channel where no masks are given', windows(16, 0, []), [0x1f, 0, 0, 0], [0, 0, 255]],
  ['masks of its own', windows(16, 3, [0xf800, 0x7e0, 0x1f]), [0, 0xf8, 0, 0], [255, 0, 0]],
  ['masks in another order', windows(32, 3, [0xff, 0xff00, 0xff0000]), [1, 2, 3, 0], [1, 2, 3]],
])('a pixel is read with %s', (_, header, row, expected) => {
  expect([...decodeBmp(onePixel(Buffer.concat([header, Buffer.from(row)]))).pixels]).toEqual(expected);
});

test('the palette of OS/2 has three bytes a colour', () => {
  const header = Buffer.from([12, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0]);
  const palette = Buffer.from([1, 2, 3, 30, 20, 10]);
  const bytes = onePixel(Buffer.concat([header, palette, Buffer.from([0x80, 0, 0, 0])]));
  expect(sizeOfBmp(bytes)).toEqual({ width: 1, height: 1 });
  expect([...decodeBmp(bytes).pixels]).toEqual([10, 20, 30]);
});

test('a file that ends before its masks is refused', () => {
  expect(sizeOfBmp(onePixel(windows(16, 3, [])))).toBeUndefined();
});
