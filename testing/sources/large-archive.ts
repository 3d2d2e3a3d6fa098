import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, deflateSync } from 'node:zlib';
import { type ZipPart, zipPieces } from './zip.ts';

const SIDE = 2048;
/** A page of a large archive has 12 MB: its pixels are not compressed. */
export const LARGE_PAGE_BYTES = SIDE * SIDE * 3;

/** Writes a zip of a number of different large pages. `first`: the number of the first page, which is drawn on it. */
export async function writeLargeArchive(file: string, pages: number, first = 1): Promise<void> {
  await pipeline(Readable.from(zipPieces(largePages(first, first + pages))), createWriteStream(file));
}

function* largePages(first: number, end: number): Generator<ZipPart> {
  for (let no = first; no < end; no++) yield { name: `${String(no).padStart(4, '0')}.png`, bytes: uncompressedPng(no) };
}

/** A page of one colour with a stripe. */
function uncompressedPng(no: number): Buffer {
  const row = 1 + SIDE * 3;
  const pixels = Buffer.alloc(row * SIDE, 60 + (no % 150));
  const stripe = (no * 7) % (SIDE - 10);
  pixels.fill((no * 31) % 256, stripe * row, (stripe + 10) * row);
  // The first byte of a row names its filter: none.
  for (let y = 0; y < SIDE; y++) pixels[y * row] = 0;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(SIDE, 0);
  head.writeUInt32BE(SIDE, 4);
  head.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(pixels, { level: 0 });
  return Buffer.concat([signature, pngChunk('IHDR', head), pngChunk('IDAT', data), pngChunk('IEND', Buffer.alloc(0))]);
}

function pngChunk(name: string, bytes: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + bytes.length);
  chunk.writeUInt32BE(bytes.length, 0);
  chunk.write(name, 4, 'latin1');
  bytes.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + bytes.length)), 8 + bytes.length);
  return chunk;
}
