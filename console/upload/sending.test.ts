// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addFiles } from '#contract/console/upload';
import { MOST_CHUNK_BYTES } from '#contract/upload-chunks';
import { startSending, useSending } from './sending.ts';

/** The sizes of the chunks that were sent, also of those that failed. */
let sizes: number[] = [];
/** How long each chunk takes to fail; null = it arrives. */
let failures: (number | null)[] = [];

const answer = (data: object) => new Response(JSON.stringify({ status: 1, code: 0, message: '', data }));

async function fakeFetch(address: string, { method, body, headers }: RequestInit): Promise<Response> {
  if (method !== 'PUT') {
    const isAdding = address.endsWith(addFiles.path);
    return answer(isAdding ? { upload: 'one', files: [{ id: 'file', name: '1.cbz', received: 0 }] } : {});
  }
  const { size } = body as Blob;
  sizes.push(size);
  const failsAfterMs = failures.shift() ?? null;
  if (failsAfterMs === null) return answer({ received: Number(new Headers(headers).get('upload-offset')) + size });
  await new Promise((resolve) => setTimeout(resolve, failsAfterMs));
  throw new TypeError('no connection');
}

beforeEach(() => {
  sizes = [];
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fakeFetch);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Sends a file of four chunks to its end. */
async function sendAll(): Promise<void> {
  const file = new File([new Uint8Array(4 * MOST_CHUNK_BYTES)], '1.cbz');
  await startSending([{ name: '1.cbz', file }]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(useSending.getState()).toEqual({});
}

test('chunks stay large while the server is away, and become smaller on a slow line', async () => {
  failures = [null, 0, 9_999, 0];
  await sendAll();
  expect(new Set(sizes)).toEqual(new Set([MOST_CHUNK_BYTES]));
  expect(sizes).toHaveLength(7);
  sizes = [];
  failures = [null, 10_000];
  await sendAll();
  expect(sizes.slice(0, 3)).toEqual([MOST_CHUNK_BYTES, MOST_CHUNK_BYTES, MOST_CHUNK_BYTES / 2]);
});
