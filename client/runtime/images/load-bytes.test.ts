import { afterEach, expect, test, vi } from 'vitest';
import { loadBytes } from './load-bytes.ts';

afterEach(() => void vi.unstubAllGlobals());

const bytes = (length: number) => new Uint8Array(length);

test('the bytes of an image come as they are sent, padding included', async () => {
  const fetch = vi.fn(async (_address: string, _init: RequestInit) => new Response(bytes(3)));
  vi.stubGlobal('fetch', fetch);
  expect((await loadBytes('/img/a.webp')).byteLength).toBe(3);
  expect(fetch.mock.calls[0]?.[1].headers).toEqual({ 'X-Requested-With': 'XMLHttpRequest' });
});

test.each([
  ['is refused, whatever comes with that', async () => new Response(bytes(9), { status: 403 }), 403],
  ['is nothing but padding', async () => new Response(bytes(2)), 404],
  ['does not come', () => Promise.reject(new TypeError('Failed to fetch')), 0],
])('an image that %s is a failure', async (_name, fetch, status) => {
  vi.stubGlobal('fetch', fetch);
  await expect(loadBytes('/img/a.webp')).rejects.toMatchObject({ status });
});
