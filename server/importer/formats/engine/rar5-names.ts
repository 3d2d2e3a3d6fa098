import type { FileHandle } from 'node:fs/promises';
import { MAX_ENTRIES } from '../../limits/limits.ts';

const SIGNATURE_BYTES = 8;
/** The checksum of a header and the longest encoding of its length. */
const MAX_START_BYTES = 4 + 3;
const MAX_HEADER_BYTES = 64 * 1024;
const [FILE, END] = [2, 5];
const [HAS_EXTRA, HAS_DATA] = [1, 2];
const [HAS_TIME, HAS_CRC] = [2, 4];

/**
 * The first name in a RAR 5 that contains a NUL, decoded. The engine cuts names there, so a page called `1\0.jpg` would be left
 * out without a warning.
 */
export async function nameWithNul(file: FileHandle, offset: number): Promise<string | undefined> {
  try {
    const read = async (at: number, length: number) => {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, at);
      return buffer.subarray(0, bytesRead);
    };
    let at = offset + SIGNATURE_BYTES;
    for (let count = 0; count < 2 * MAX_ENTRIES; count++) {
      const start = numbersIn(await read(at, MAX_START_BYTES), 4);
      const length = start.next();
      const header = await read(at + start.at(), Math.min(length, MAX_HEADER_BYTES));
      const { type, dataBytes, name } = readHeader(header);
      if (type === FILE && name.includes(0)) return name.toString();
      if (type === END || length === 0) return undefined;
      at += start.at() + length + dataBytes;
    }
  } catch {
    // Damaged or cut off: the engine reports that.
  }
  return undefined;
}

function readHeader(header: Buffer): { type: number; dataBytes: number; name: Buffer } {
  const numbers = numbersIn(header, 0);
  const [type, flags] = [numbers.next(), numbers.next()];
  if (flags & HAS_EXTRA) numbers.next();
  const dataBytes = flags & HAS_DATA ? numbers.next() : 0;
  if (type !== FILE) return { type, dataBytes, name: Buffer.alloc(0) };
  const fileFlags = numbers.next();
  for (let field = 0; field < 2; field++) numbers.next();
  numbers.skip((fileFlags & HAS_TIME ? 4 : 0) + (fileFlags & HAS_CRC ? 4 : 0));
  for (let field = 0; field < 2; field++) numbers.next();
  const nameBytes = numbers.next();
  return { type, dataBytes, name: header.subarray(numbers.at(), numbers.at() + nameBytes) };
}

/** Reads numbers with seven bits a byte, lowest first. Throws at the end of the bytes. */
function numbersIn(bytes: Buffer, from: number) {
  let at = from;
  return {
    at: () => at,
    skip(count: number) {
      at += count;
    },
    next(): number {
      for (let value = 0, scale = 1; scale < 2 ** 49; scale *= 128) {
        const byte = bytes[at++];
        if (byte === undefined) break;
        value += (byte & 127) * scale;
        if (byte < 128) return value;
      }
      throw new RangeError('No number');
    },
  };
}
