import { parentPort, threadId } from 'node:worker_threads';
import { limitWasmMemory } from '../../limits/wasm-memory.ts';
import type { Size } from '../page-recipe.ts';
import { decodeBmp } from './bmp.ts';
import { MOST_HEAP_BYTES } from './heap-limit.ts';
import { decodeJxl, jxlHeapBytes, jxlRanOut } from './jxl-decoder.ts';
import type { ForeignKind } from './picture-kind.ts';
import type { RawPicture } from './raw-picture.ts';
import { decodeHeic, decodeJp2, sizeOfHeic } from './wasm-decoders.ts';

/** A job for a thread: measure a picture, or decode it. */
export type DecodeRequest = { kind: ForeignKind; bytes: Uint8Array; only?: 'size'; mostPixels: number };

/** `heapBytes`: memory of this thread's decoders. Only the end of the thread frees it. */
export type DecodeResponse = {
  size?: Size;
  picture?: RawPicture;
  error?: string;
  isTooLarge?: boolean;
  heapBytes: number;
};

const memory = limitWasmMemory(MOST_HEAP_BYTES);

function heldBytes(): number {
  return Math.max(memory.peakBytes(), jxlHeapBytes());
}

async function respond({ kind, bytes, only, mostPixels }: DecodeRequest): Promise<DecodeResponse> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (only === 'size') return { size: await sizeOfHeic(buffer), heapBytes: memory.peakBytes() };
    if (kind === 'heic') {
      const { width, height } = await sizeOfHeic(buffer);
      if (width * height > mostPixels) return { error: 'too many pixels', heapBytes: memory.peakBytes() };
    }
    return { picture: await DECODERS[kind](buffer), heapBytes: heldBytes() };
  } catch (error) {
    // Decoders throw numbers and strings too.
    const isTooLarge = memory.hasRunOut() || jxlRanOut(error);
    return { error: error instanceof Error ? error.message : `${error}`, isTooLarge, heapBytes: heldBytes() };
  }
}

const DECODERS: Record<ForeignKind, (bytes: Buffer) => RawPicture | Promise<RawPicture>> = {
  jxl: decodeJxl,
  heic: decodeHeic,
  jp2: decodeJp2,
  bmp: decodeBmp,
};

if (!parentPort) throw new Error(`Thread ${threadId} has no parent`);
const port = parentPort;
port.on('message', async (request: DecodeRequest) => {
  const response = await respond(request);
  port.postMessage(response, response.picture ? [response.picture.pixels.buffer] : []);
});
