import type { Size } from '../page-recipe.ts';
import { type RawPicture, Undecodable } from './raw-picture.ts';

type Header = Size & {
  topDown: boolean;
  bits: number;
  compression: number;
  pixelsAt: number;
  /** Red, green and blue of each colour. */
  palette: number[][];
  masks: [number, number, number];
};

const FILE_HEADER_BYTES = 14;
const OS2_HEADER_BYTES = 12;
const [PLAIN, RLE8, RLE4, BIT_FIELDS, ALPHA_FIELDS] = [0, 1, 2, 3, 6];

/** The declared width and height of a BMP; undefined if the format is not supported. */
export function sizeOfBmp(bytes: Buffer): Size | undefined {
  const header = readHeader(bytes);
  return header && { width: header.width, height: header.height };
}

/** Decodes a BMP of 1 to 32 bits, with or without compression. Alpha is ignored because it is hardly ever valid. */
export function decodeBmp(bytes: Buffer): RawPicture {
  const header = readHeader(bytes);
  if (!header) throw new Undecodable('unknown kind of BMP');
  const { width, height } = header;
  const pixels = new Uint8Array(width * height * 3).fill(255);
  const packed = header.compression === RLE8 || header.compression === RLE4;
  const rows = packed ? unpackRows(bytes, header, pixels) : copyRows(bytes, header, pixels);
  if (rows === 0) throw new Undecodable('no rows');
  return { width, height, channels: 3, pixels, isWhole: rows >= height };
}

/**
 * Both header kinds follow the 14 bytes of the file header and begin with their length. The OS/2 header has narrower fields.
 */
function readHeader(bytes: Buffer): Header | undefined {
  if (bytes.length < 26 || bytes.toString('latin1', 0, 2) !== 'BM') return undefined;
  const headerBytes = bytes.readUInt32LE(14);
  if (bytes.length < FILE_HEADER_BYTES + headerBytes) return undefined;
  const fields = headerBytes === OS2_HEADER_BYTES ? readOs2Fields(bytes) : readWindowsFields(bytes, headerBytes);
  if (fields === undefined || fields.width <= 0 || fields.height === 0) return undefined;
  const { width, height, bits, compression, colourBytes } = fields;
  const masks = readMasks(bytes, bits, compression);
  if (!isKnown(bits, compression) || masks === undefined) return undefined;
  return {
    width,
    height: Math.abs(height),
    topDown: height < 0,
    bits,
    compression,
    pixelsAt: bytes.readUInt32LE(10),
    palette: bits <= 8 ? readPalette(bytes, FILE_HEADER_BYTES + headerBytes, colourBytes, 2 ** bits) : [],
    masks,
  };
}

type HeaderFields = Size & { bits: number; compression: number; colourBytes: number };

function readOs2Fields(bytes: Buffer): HeaderFields {
  const [width, height, bits] = [bytes.readUInt16LE(18), bytes.readUInt16LE(20), bytes.readUInt16LE(24)];
  return { width, height, bits, compression: PLAIN, colourBytes: 3 };
}

function readWindowsFields(bytes: Buffer, headerBytes: number): HeaderFields | undefined {
  if (headerBytes < 40 || headerBytes > 124) return undefined;
  const [width, height, bits] = [bytes.readInt32LE(18), bytes.readInt32LE(22), bytes.readUInt16LE(28)];
  return { width, height, bits, compression: bytes.readUInt32LE(30), colourBytes: 4 };
}

/** Undefined if the file ends before its masks. */
function readMasks(bytes: Buffer, bits: number, compression: number): Header['masks'] | undefined {
  if (compression !== BIT_FIELDS && compression !== ALPHA_FIELDS) {
    return bits === 16 ? [0x7c00, 0x3e0, 0x1f] : [0xff0000, 0xff00, 0xff];
  }
  if (bytes.length < 66) return undefined;
  return [bytes.readUInt32LE(54), bytes.readUInt32LE(58), bytes.readUInt32LE(62)];
}

function isKnown(bits: number, compression: number): boolean {
  if (compression === PLAIN) return [1, 4, 8, 16, 24, 32].includes(bits);
  if (compression === RLE8) return bits === 8;
  if (compression === RLE4) return bits === 4;
  return (compression === BIT_FIELDS || compression === ALPHA_FIELDS) && (bits === 16 || bits === 32);
}

function readPalette(bytes: Buffer, start: number, entryBytes: number, count: number): number[][] {
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * entryBytes;
    return [bytes[at + 2] ?? 0, bytes[at + 1] ?? 0, bytes[at] ?? 0];
  });
}

/** Returns the number of complete rows. */
function copyRows(bytes: Buffer, header: Header, pixels: Uint8Array): number {
  const { width, height, bits, topDown, pixelsAt } = header;
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  const rows = Math.min(height, Math.floor(Math.max(0, bytes.length - pixelsAt) / rowBytes));
  const copyRow = rowCopier(bytes, header, pixels);
  for (let row = 0; row < rows; row++) {
    const to = 3 * width * (topDown ? row : height - 1 - row);
    copyRow(pixelsAt + row * rowBytes, to);
  }
  return rows;
}

/** Copies a row of the file from a position to a position of the pixels. */
function rowCopier(bytes: Buffer, header: Header, pixels: Uint8Array): (from: number, to: number) => void {
  const { width, bits, palette, masks } = header;
  if (bits <= 8)
    return (from, to) => {
      for (let x = 0; x < width; x++) pixels.set(palette[packedValue(bytes, from, x, bits)] ?? [], to + 3 * x);
    };
  if (bits === 24)
    return (from, to) => {
      // Blue, green and red in the file.
      for (let at = 0; at < 3 * width; at += 3)
        for (let channel = 0; channel < 3; channel++) pixels[to + at + channel] = bytes[from + at + 2 - channel] ?? 0;
    };
  const shares = masks.map(shareOf);
  return (from, to) => {
    for (let x = 0; x < width; x++) {
      const value = bits === 16 ? bytes.readUInt16LE(from + 2 * x) : bytes.readUInt32LE(from + 4 * x);
      for (let channel = 0; channel < 3; channel++) pixels[to + 3 * x + channel] = shares[channel]?.(value) ?? 0;
    }
  };
}

/** A pixel of 1, 2, 4 or 8 bits. The first one is in the highest bits of its byte. */
function packedValue(bytes: Buffer, from: number, x: number, bits: number): number {
  const bit = x * bits;
  const byte = bytes[from + (bit >> 3)] ?? 0;
  return (byte >> (8 - bits - (bit & 7))) & (2 ** bits - 1);
}

/** Extracts a channel of a pixel and scales it to a byte. */
function shareOf(mask: number): (value: number) => number {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const most = mask >>> shift;
  return (value) => Math.round((((value & mask) >>> shift) * 255) / most);
}

/** The meanings of the second byte after a 0. Any other value is a number of literal pixels. */
const [END_OF_ROW, END_OF_PICTURE, JUMP] = [0, 1, 2];

/** Decodes RLE: runs of one colour, literal pixels and jumps. Returns the number of started rows. */
function unpackRows(bytes: Buffer, header: Header, pixels: Uint8Array): number {
  const { width, height, palette, compression, topDown } = header;
  const isNibbles = compression === RLE4;
  let [at, x, y] = [header.pixelsAt, 0, 0];
  const put = (color: number) => {
    const row = topDown ? y : height - 1 - y;
    if (x < width && y < height) pixels.set(palette[color] ?? [], 3 * (width * row + x));
    x++;
  };
  /** With RLE4 a byte has two colours, the first one in its upper half. */
  const colorIn = (byte: number, index: number) => {
    if (!isNibbles) return byte;
    return index % 2 === 0 ? byte >> 4 : byte & 15;
  };
  while (y < height && at + 2 <= bytes.length) {
    const [count = 0, value = 0] = [bytes[at], bytes[at + 1]];
    at += 2;
    if (count > 0) {
      for (let index = 0; index < count; index++) put(colorIn(value, index));
    } else if (value === END_OF_ROW) {
      [x, y] = [0, y + 1];
    } else if (value === END_OF_PICTURE) {
      return height;
    } else if (value === JUMP) {
      [x, y] = [x + (bytes[at] ?? 0), y + (bytes[at + 1] ?? 0)];
      at += 2;
    } else {
      for (let index = 0; index < value; index++)
        put(colorIn(bytes[at + (isNibbles ? index >> 1 : index)] ?? 0, index));
      const literalBytes = isNibbles ? Math.ceil(value / 2) : value;
      // Padded to an even number of bytes.
      at += 2 * Math.ceil(literalBytes / 2);
    }
  }
  return y;
}
