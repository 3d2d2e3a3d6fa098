import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Size } from '../page-recipe.ts';
import { readJp2Header } from './jp2-header.ts';
import { type RawPicture, Undecodable } from './raw-picture.ts';

const require = createRequire(import.meta.url);
const silent = { print() {}, printErr() {} };

type Jp2Decoder = {
  getEncodedBuffer(length: number): Uint8Array;
  decode(): void;
  getDecodedBuffer(): Uint8Array;
  getFrameInfo(): Size & { bitsPerSample: number; componentCount: number; isSigned: boolean };
  delete(): void;
};
type Jp2Module = { J2KDecoder: new () => Jp2Decoder };

let jp2: Promise<Jp2Module> | undefined;

export async function decodeJp2(bytes: Buffer): Promise<RawPicture> {
  const header = readJp2Header(bytes);
  if (!header) throw new Undecodable('JPEG 2000 without a header');
  jp2 ??= require('@cornerstonejs/codec-openjpeg/decodewasmjs')({
    ...silent,
    wasmBinary: readFileSync(require.resolve('@cornerstonejs/codec-openjpeg/decodewasm')),
  }) as Promise<Jp2Module>;
  const decoder = new (await jp2).J2KDecoder();
  decoder.getEncodedBuffer(bytes.length).set(bytes);
  decoder.decode();
  const frame = decoder.getFrameInfo();
  const { width, height, componentCount: components } = frame;
  const wide = frame.bitsPerSample > 8;
  const samples = decoder.getDecodedBuffer();
  const count = width * height;
  if (count === 0 || samples.length < count * components * (wide ? 2 : 1)) throw new Undecodable('JPEG 2000 cut short');
  const view = new DataView(samples.buffer, samples.byteOffset, samples.byteLength);
  const scale = 255 / (2 ** frame.bitsPerSample - 1);
  const offset = frame.isSigned ? 2 ** (frame.bitsPerSample - 1) : 0;
  const sample = (index: number) => {
    if (wide)
      return ((frame.isSigned ? view.getInt16(2 * index, true) : view.getUint16(2 * index, true)) + offset) * scale;
    return ((frame.isSigned ? view.getInt8(index) : view.getUint8(index)) + offset) * scale;
  };
  // Grey has one colour channel, with or without alpha.
  const isGrey = components < 3;
  const pixels = new Uint8Array(count * 3);
  for (let at = 0; at < count; at++) {
    for (let channel = 0; channel < 3; channel++) {
      pixels[3 * at + channel] = Math.round(sample(at * components + (isGrey ? 0 : channel)));
    }
  }
  decoder.delete();
  if (header.isYcc && !isGrey) fromYcc(pixels);
  return { width, height, channels: 3, pixels, isWhole: header.isWhole };
}

function fromYcc(pixels: Uint8Array): void {
  const clamp = (value: number) => Math.max(0, Math.min(255, Math.round(value)));
  for (let at = 0; at < pixels.length; at += 3) {
    const [y = 0, b = 0, r = 0] = pixels.subarray(at, at + 3);
    const [blue, red] = [b - 128, r - 128];
    pixels[at] = clamp(y + 1.402 * red);
    pixels[at + 1] = clamp(y - 0.344136 * blue - 0.714136 * red);
    pixels[at + 2] = clamp(y + 1.772 * blue);
  }
}

type Handle = object & { code?: unknown };
type HeifChannel = { id: unknown; data: Uint8Array; stride: number; width: number; height: number };
type HeifModule = {
  heif_context_alloc(): unknown;
  heif_context_free(context: unknown): void;
  heif_context_read_from_memory(context: unknown, bytes: Uint8Array): { code: unknown };
  heif_js_context_get_primary_image_handle(context: unknown): Handle | undefined;
  heif_image_handle_get_width(handle: Handle): number;
  heif_image_handle_get_height(handle: Handle): number;
  heif_image_handle_release(handle: Handle): void;
  heif_js_decode_image2(
    handle: Handle,
    colorspace: unknown,
    chroma: unknown,
  ): Promise<{ code?: unknown; channels: HeifChannel[]; image: unknown }>;
  heif_image_release(image: unknown): void;
  heif_error_code: { heif_error_Ok: unknown };
  heif_colorspace: { heif_colorspace_RGB: unknown };
  heif_chroma: { heif_chroma_interleaved_RGBA: unknown };
};

let heif: HeifModule | undefined;

/** The declared width and height of a HEIC, upright, without decoding. */
export function sizeOfHeic(bytes: Buffer): Promise<Size> {
  return withHeic(bytes, async (_, __, size) => size);
}

export function decodeHeic(bytes: Buffer): Promise<RawPicture> {
  return withHeic(bytes, async (library, handle, { width, height }) => {
    const { heif_colorspace_RGB: rgb } = library.heif_colorspace;
    const { heif_chroma_interleaved_RGBA: rgba } = library.heif_chroma;
    const decoded = await library.heif_js_decode_image2(handle, rgb, rgba);
    const channel = decoded?.channels?.[0];
    if (!channel || channel.width !== width || channel.height !== height) throw new Undecodable('HEIC');
    const pixels = new Uint8Array(4 * width * height);
    for (let row = 0; row < height; row++) {
      const start = row * channel.stride;
      pixels.set(channel.data.subarray(start, start + 4 * width), 4 * row * width);
    }
    library.heif_image_release(decoded.image);
    return { width, height, channels: 4, pixels, isWhole: true };
  });
}

async function withHeic<T>(
  bytes: Buffer,
  use: (library: HeifModule, handle: Handle, size: Size) => Promise<T>,
): Promise<T> {
  heif ??= require('libheif-js/libheif-wasm/libheif.js')({
    ...silent,
    wasmBinary: readFileSync(require.resolve('libheif-js/libheif-wasm/libheif.wasm')),
  }) as HeifModule;
  const library = heif;
  const context = library.heif_context_alloc();
  try {
    const read = library.heif_context_read_from_memory(context, bytes);
    if (read.code !== library.heif_error_code.heif_error_Ok) throw new Undecodable('HEIC without a header');
    const handle = library.heif_js_context_get_primary_image_handle(context);
    if (!handle || handle.code !== undefined) throw new Undecodable('HEIC without a picture');
    const size = {
      width: library.heif_image_handle_get_width(handle),
      height: library.heif_image_handle_get_height(handle),
    };
    try {
      return await use(library, handle, size);
    } finally {
      library.heif_image_handle_release(handle);
    }
  } finally {
    library.heif_context_free(context);
  }
}
