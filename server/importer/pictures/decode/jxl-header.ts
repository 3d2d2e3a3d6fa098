import type { Size } from '../page-recipe.ts';

const CONTAINER = '\0\0\0\x0cJXL ';

/** The declared width and height of a JPEG XL, upright; undefined if it has none. */
export function sizeOfJxl(bytes: Buffer): Size | undefined {
  const stream = codestreamOf(bytes);
  if (stream?.[0] !== 0xff || stream[1] !== 0x0a || stream.length < 4) return undefined;
  const bits = bitsOf(stream.subarray(2, 64));
  const small = bits(1) === 1;
  const side = () => (small ? 8 * (bits(5) + 1) : 1 + bits([9, 13, 18, 30][bits(2)] ?? 0));
  const height = side();
  const ratio = bits(3);
  const width = ratio === 0 ? side() : Math.floor(height * (RATIOS[ratio] ?? 1));
  // The following metadata: all defaults, or extra fields, of which orientation is the first.
  const orientation = bits(1) === 1 || bits(1) === 0 ? 1 : bits(3) + 1;
  return orientation > 4 ? { width: height, height: width } : { width, height };
}

const RATIOS = [0, 1, 12 / 10, 4 / 3, 3 / 2, 16 / 9, 5 / 4, 2];

/** The codestream, also from a container; only the first of several parts. */
function codestreamOf(bytes: Buffer): Buffer | undefined {
  if (!bytes.toString('latin1', 0, 8).startsWith(CONTAINER)) return bytes;
  for (let at = 0; at + 8 <= bytes.length; ) {
    const declared = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const start = at + (declared === 1 ? 16 : 8);
    if (type === 'jxlc') return bytes.subarray(start);
    if (type === 'jxlp') return bytes.subarray(start + 4);
    const length = declared === 1 && start <= bytes.length ? Number(bytes.readBigUInt64BE(at + 8)) : declared;
    if (length < 8) return undefined;
    at += length;
  }
  return undefined;
}

/** Reads bits, lowest first; 0 after the end. */
function bitsOf(bytes: Buffer): (count: number) => number {
  let at = 0;
  return (count) => {
    let value = 0;
    for (let bit = 0; bit < count; bit++, at++) value += (((bytes[at >> 3] ?? 0) >> (at & 7)) & 1) * 2 ** bit;
    return value;
  };
}
