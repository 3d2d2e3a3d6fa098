import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import loadJxlEncoder from '@jsquash/jxl/codec/enc/jxl_enc.js';
import type { Raw } from '../app/raw.ts';

const require = createRequire(import.meta.url);

type Options = { effort: number; quality: number; lossless: boolean; [option: string]: unknown };
type JxlEncoder = { encode(rgba: Uint8Array, width: number, height: number, options: Options): Uint8Array | null };

/** For tests: a JPEG XL. */
export async function makeJxl(raw: Raw): Promise<Buffer> {
  const encoder = await (loadJxlEncoder as unknown as (options: object) => Promise<JxlEncoder>)({
    noInitialRun: true,
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
      const code = readFileSync(require.resolve('@jsquash/jxl/codec/enc/jxl_enc.wasm'));
      const instance = new WebAssembly.Instance(new WebAssembly.Module(code), imports);
      done(instance);
      return instance.exports;
    },
  });
  const rgba = new Uint8Array(raw.width * raw.height * 4).fill(255);
  for (let at = 0; at < raw.width * raw.height; at++)
    for (let channel = 0; channel < 3; channel++) rgba[4 * at + channel] = raw.pixels[3 * at + channel] ?? 0;
  const none = { progressive: false, epf: -1, lossyPalette: false, decodingSpeedTier: 0, photonNoiseIso: 0 };
  const options = { ...none, effort: 3, quality: 95, lossyModular: false, lossless: false };
  const encoded = encoder.encode(rgba, raw.width, raw.height, options);
  if (!encoded) throw new Error('Not encoded as JPEG XL');
  return Buffer.from(encoded);
}

type Jp2Encoder = {
  getDecodedBuffer(frame: object): Uint8Array;
  encode(): void;
  getEncodedBuffer(): Uint8Array;
};

/** For tests: a JPEG 2000 codestream. */
export async function makeJp2({ pixels, width, height }: Raw): Promise<Buffer> {
  const library: { J2KEncoder: new () => Jp2Encoder } = await require('@cornerstonejs/codec-openjpeg/wasmjs')({
    print() {},
    printErr() {},
    wasmBinary: readFileSync(require.resolve('@cornerstonejs/codec-openjpeg/wasm')),
  });
  const encoder = new library.J2KEncoder();
  const frame = { width, height, bitsPerSample: 8, componentCount: 3, isSigned: false };
  encoder.getDecodedBuffer(frame).set(pixels);
  encoder.encode();
  return Buffer.from(encoder.getEncodedBuffer());
}

/** For tests: a BMP, plain or with a palette of 256 colours (run-length encoded with `packed`). */
export function makeBmp({ pixels, width, height }: Raw, bits: 24 | 8, packed = false): Buffer {
  const palette = bits === 8 ? Buffer.alloc(1024) : Buffer.alloc(0);
  // Two bits a channel.
  for (let at = 0; at < palette.length / 4; at++) {
    palette.set([(at & 3) * 85, ((at >> 2) & 3) * 85, ((at >> 4) & 3) * 85], 4 * at);
  }
  const rows: Buffer[] = [];
  for (let y = height - 1; y >= 0; y--) {
    const row = pixels.subarray(3 * width * y, 3 * width * (y + 1));
    rows.push(bits === 24 ? plainRow(row) : packed ? packedRow(indexes(row)) : padded(indexes(row)));
  }
  const body = Buffer.concat([...rows, ...(packed ? [Buffer.from([0, 1])] : [])]);
  const header = Buffer.alloc(54);
  header.write('BM', 0, 'latin1');
  header.writeUInt32LE(54 + palette.length + body.length, 2);
  header.writeUInt32LE(54 + palette.length, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(bits, 28);
  header.writeUInt32LE(packed ? 1 : 0, 30);
  return Buffer.concat([header, palette, body]);
}

function indexes(row: Uint8Array): Buffer {
  const level = (at: number) => Math.round((row[at] ?? 0) / 85);
  return Buffer.from(
    Array.from({ length: row.length / 3 }, (_, x) => (level(3 * x) << 4) | (level(3 * x + 1) << 2) | level(3 * x + 2)),
  );
}

function plainRow(row: Uint8Array): Buffer {
  const swapped = Buffer.from(row);
  for (let at = 0; at < swapped.length; at += 3) swapped.subarray(at, at + 3).reverse();
  return padded(swapped);
}

function padded(row: Buffer): Buffer {
  return Buffer.concat([row, Buffer.alloc((4 - (row.length % 4)) % 4)]);
}

function packedRow(row: Buffer): Buffer {
  const runs: number[] = [];
  for (let at = 0; at < row.length; ) {
    let length = 1;
    while (length < 255 && row[at + length] === row[at] && at + length < row.length) length++;
    runs.push(length, row[at] ?? 0);
    at += length;
  }
  return Buffer.from([...runs, 0, 0]);
}
