import '../../limits/web-assembly.ts';
import { parentPort, threadId } from 'node:worker_threads';
import type { Size } from '../page-recipe.ts';
import { decodeBmp } from './bmp.ts';
import { MOST_HEAP_BYTES } from './heap-limit.ts';
import { decodeJxl, jxlHeapBytes, jxlRanOut } from './jxl-decoder.ts';
import type { ForeignKind } from './picture-kind.ts';
import type { RawPicture } from './raw-picture.ts';
import { decodeHeic, decodeJp2, sizeOfHeic } from './wasm-decoders.ts';

/** What a thread is asked: only to measure, or to decode. */
export type Question = { kind: ForeignKind; bytes: Uint8Array; only?: 'size'; mostPixels: number };

/** `heapBytes`: what the decoders of this thread hold, which only its end gives back. */
export type Answer = { size?: Size; picture?: RawPicture; refused?: string; isTooLarge?: boolean; heapBytes: number };

const WASM_PAGE = 65_536;

let heapBytes = 0;
let hasRunOut = false;

/** A decoder asks for more memory only through this, so that here is where it can be told no. */
function limitMemory(): void {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function limited(pages: number): number {
    if (this.buffer.byteLength + pages * WASM_PAGE > MOST_HEAP_BYTES) {
      hasRunOut = true;
      throw new RangeError('too much memory');
    }
    // It asks for more than it needs at first, and then for less.
    hasRunOut = false;
    const before = grow.call(this, pages);
    heapBytes = Math.max(heapBytes, this.buffer.byteLength);
    return before;
  };
}

function heldBytes(): number {
  return Math.max(heapBytes, jxlHeapBytes());
}

async function answer({ kind, bytes, only, mostPixels }: Question): Promise<Answer> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (only === 'size') return { size: await sizeOfHeic(buffer), heapBytes };
    if (kind === 'heic') {
      const { width, height } = await sizeOfHeic(buffer);
      if (width * height > mostPixels) return { refused: 'too many pixels', heapBytes };
    }
    return { picture: await DECODERS[kind](buffer), heapBytes: heldBytes() };
  } catch (error) {
    // Decoders throw numbers and strings as well.
    const isTooLarge = hasRunOut || jxlRanOut(error);
    return { refused: error instanceof Error ? error.message : `${error}`, isTooLarge, heapBytes: heldBytes() };
  }
}

const DECODERS: Record<ForeignKind, (bytes: Buffer) => RawPicture | Promise<RawPicture>> = {
  jxl: decodeJxl,
  heic: decodeHeic,
  jp2: decodeJp2,
  bmp: decodeBmp,
};

limitMemory();
if (!parentPort) throw new Error(`Thread ${threadId} has nobody to answer to`);
const port = parentPort;
port.on('message', async (question: Question) => {
  const answered = await answer(question);
  port.postMessage(answered, answered.picture ? [answered.picture.pixels.buffer] : []);
});
