import { Worker } from 'node:worker_threads';
import type { Size } from '../page-recipe.ts';
import { sizeOfBmp } from './bmp.ts';
import type { DecodeRequest, DecodeResponse } from './decoder-thread.ts';
import { readJp2Header } from './jp2-header.ts';
import { sizeOfJxl } from './jxl-header.ts';
import type { ForeignKind } from './picture-kind.ts';
import { type RawPicture, Undecodable } from './raw-picture.ts';

/** The decoders take several times the memory of the pixels. 50 megapixels are twice the largest scan. */
export const MOST_FOREIGN_PIXELS = 50_000_000;
/** A page of 24 megapixels takes about ten seconds, on a busy machine far more. */
const MOST_SECONDS = 120;
/** A thread with more memory is terminated after its job, because its memory never shrinks. */
const KEPT_HEAP_BYTES = 64 * 1024 * 1024;
const MOST_COMPONENTS = 4;
/** Measured peak bytes a pixel of decoding, including the result and the other memory of the thread. */
const BYTES_A_PIXEL: Record<ForeignKind, number> = { jxl: 28, heic: 20, jp2: 24, bmp: 4 };

/** A picture that may be valid, but needs more memory than the decoders have. */
export class TooLarge extends Undecodable {}

/** A thread took too long and was stopped. It may work later, when the machine is less busy. */
export class TookTooLong extends Undecodable {}

/** The declared width and height, upright, without decoding. Throws `Undecodable` if they are invalid. */
export async function sizeOfForeign(kind: ForeignKind, bytes: Buffer): Promise<Size> {
  const size = await DECLARED_SIZE[kind](bytes);
  if (!size || size.width < 1 || size.height < 1) throw new Undecodable(`${kind} without a size`);
  return { width: size.width, height: size.height };
}

/** Decodes in a worker thread, which is stopped if it takes too long or too much memory. */
export async function decodeForeign(kind: ForeignKind, bytes: Buffer): Promise<RawPicture> {
  const { picture } = await runInThread({ kind, bytes, mostPixels: MOST_FOREIGN_PIXELS });
  if (!picture) throw new Undecodable(`${kind} without pixels`);
  return picture;
}

/** The peak memory of decoding. */
export function decodingBytes(kind: ForeignKind, { width, height }: Size): number {
  return BYTES_A_PIXEL[kind] * width * height;
}

/** Functions that read the declared size. */
const DECLARED_SIZE: Record<ForeignKind, (bytes: Buffer) => Size | undefined | Promise<Size | undefined>> = {
  heic: async (bytes) => (await runInThread({ kind: 'heic', bytes, only: 'size', mostPixels: 0 })).size,
  jxl: sizeOfJxl,
  bmp: sizeOfBmp,
  jp2: sizeOfJp2,
};

function sizeOfJp2(bytes: Buffer): Size | undefined {
  const header = readJp2Header(bytes);
  return header && header.components <= MOST_COMPONENTS ? header : undefined;
}

/** Idle threads. They don't keep the process alive. */
const idle: Worker[] = [];
const busy = new Set<Worker>();

/** Ends all running decodings with an error. */
export function stopDecoding(): void {
  for (const thread of busy) void thread.terminate();
}

async function runInThread(request: DecodeRequest): Promise<DecodeResponse> {
  const thread = idle.pop() ?? startThread();
  thread.ref();
  busy.add(thread);
  let isReusable = false;
  try {
    const response = await responseOf(thread, request);
    if (response.isTooLarge) throw new TooLarge(`${request.kind} takes too much memory`);
    if (response.error !== undefined) throw new Undecodable(response.error);
    isReusable = response.heapBytes <= KEPT_HEAP_BYTES;
    return response;
  } finally {
    busy.delete(thread);
    if (isReusable) {
      thread.unref();
      idle.push(thread);
    } else {
      // The decoder may be in a bad state, so the next picture gets another thread.
      await thread.terminate();
    }
  }
}

async function responseOf(thread: Worker, request: DecodeRequest): Promise<DecodeResponse> {
  const name = request.kind;
  const { promise, resolve, reject } = Promise.withResolvers<DecodeResponse>();
  const broke = (error: Error) => reject(new Undecodable(`${name} broke its thread`, { cause: error }));
  const ended = () => reject(new Undecodable(`${name} ended its thread`));
  const timer = setTimeout(() => reject(new TookTooLong(`${name} took too long`)), MOST_SECONDS * 1000);
  thread.once('message', resolve).once('error', broke).once('exit', ended);
  try {
    thread.postMessage(request);
    return await promise;
  } finally {
    clearTimeout(timer);
    thread.off('message', resolve).off('error', broke).off('exit', ended);
  }
}

function startThread(): Worker {
  const thread = new Worker(new URL('./decoder-thread.ts', import.meta.url), {
    // The output of decoders is useless. It does not go to the terminal, and it is not read, because reading it would keep the
    // process alive. The environment is empty.
    stdout: true,
    stderr: true,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  });
  // A thread that fails while idle is not used again.
  const forget = () => {
    const at = idle.indexOf(thread);
    if (at >= 0) idle.splice(at, 1);
  };
  return thread.on('error', forget).on('exit', forget);
}
