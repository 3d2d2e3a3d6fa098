/** One colour a block of 8 × 8 pixels: four ink samples as in the file. */
type Samples = (x: number, y: number) => readonly number[];

const BLOCK = 8;
const COMPONENTS = [1, 2, 3, 4];
/** Huffman codes: four bits for lengths, one bit for the end of a block. */
const [LENGTH_CODE_BITS, MOST_LENGTH] = [4, 11];

/** Makes a JPEG with four components, which no installed library writes. `transform` is Adobe's: 0 CMYK, 2 YCCK. */
export function makeInkJpeg(size: { width: number; height: number }, transform: 0 | 2, samples: Samples): Buffer {
  const bits: number[] = [];
  const put = (value: number, count: number) => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  const last = [0, 0, 0, 0];
  for (let y = 0; y < size.height; y += BLOCK) {
    for (let x = 0; x < size.width; x += BLOCK) {
      for (const [component, sample] of samples(x, y).entries()) {
        // With a quantiser of 8, the DC value of a flat block is its sample.
        const change = sample - 128 - (last[component] ?? 0);
        last[component] = sample - 128;
        const length = 32 - Math.clz32(Math.abs(change));
        put(length, LENGTH_CODE_BITS);
        put(change < 0 ? change + 2 ** length - 1 : change, length);
        put(0, 1);
      }
    }
  }
  while (bits.length % 8 !== 0) bits.push(1);
  const scan: number[] = [];
  for (let at = 0; at < bits.length; at += 8) {
    const byte = bits.slice(at, at + 8).reduce((value, bit) => value * 2 + bit, 0);
    scan.push(byte, ...(byte === 0xff ? [0] : []));
  }
  const { width, height } = size;
  const [tables, empty] = [Array.from({ length: MOST_LENGTH + 1 }, (_, length) => length), Array(12).fill(0)];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xee, ...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, transform),
    segment(0xdb, 0, ...Array(64).fill(8)),
    segment(
      0xc0,
      8,
      height >> 8,
      height & 255,
      width >> 8,
      width & 255,
      4,
      ...COMPONENTS.flatMap((id) => [id, 0x11, 0]),
    ),
    segment(0xc4, 0, 0, 0, 0, tables.length, ...empty, ...tables),
    segment(0xc4, 0x10, 1, 0, 0, 0, ...empty, 0),
    segment(0xda, 4, ...COMPONENTS.flatMap((id) => [id, 0]), 0, 63, 0),
    Buffer.from(scan),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function segment(marker: number, ...content: number[]): Buffer {
  const length = content.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...content]);
}
