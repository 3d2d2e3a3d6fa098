import { readFileSync } from 'node:fs';
import { initSync, JxlImage } from 'jxl-oxide-wasm';
import sharp from 'sharp';
import { MOST_HEAP_BYTES } from './heap-limit.ts';
import { type RawPicture, Undecodable } from './raw-picture.ts';
import { withMemoryLimit } from './wasm-memory-limit.ts';

/**
 * Rows that are decoded at a time. The decoder then holds 15 bytes a pixel of the whole picture, and 35 if it decodes all rows
 * at once.
 */
const STRIP_ROWS = 512;

let memory: WebAssembly.Memory | undefined;

/** Memory of the decoder. It grows without calling JavaScript, so the limit is written into its module. */
export function jxlHeapBytes(): number {
  return memory?.buffer.byteLength ?? 0;
}

/** A Rust module traps if an allocation fails, and also at a bug. */
export function jxlRanOut(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError && jxlHeapBytes() > MOST_HEAP_BYTES / 4;
}

export async function decodeJxl(bytes: Buffer): Promise<RawPicture> {
  if (memory === undefined) {
    const code = readFileSync(new URL(import.meta.resolve('jxl-oxide-wasm/module.wasm')));
    memory = initSync({ module: withMemoryLimit(code, MOST_HEAP_BYTES) }).memory;
  }
  const image = new JxlImage();
  image.forceSrgb = true;
  image.feedBytes(bytes);
  if (!image.tryInit()) throw new Undecodable('JPEG XL without a header');
  const { width, height, loaded } = image;
  if (width === undefined || height === undefined) throw new Undecodable('JPEG XL without a size');
  const pixels = new Uint8Array(3 * width * height);
  for (let top = 0; top < height; top += STRIP_ROWS) {
    const rows = Math.min(STRIP_ROWS, height - top);
    image.renderingRegion = { left: 0, top, width, height: rows };
    const strip = sharp(image.render(0).encodeToPng());
    const { data, info } = await strip
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.width !== width || info.height !== rows || info.channels !== 3) throw new Undecodable('JPEG XL');
    pixels.set(data, 3 * width * top);
  }
  image.free();
  return { width, height, channels: 3, pixels, isWhole: loaded };
}
