import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { comicRead } from '#contract/calls/comic';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { addComic, changeChapter } from '../../testing/factories/comics.ts';
import { hashOf } from '../adapters/image-folder.ts';

let site: TestApp;
let token: string;
beforeAll(async () => {
  site = await startTestApp();
  token = await site.visitor();
});
afterAll(() => site.close());

const XHR = { 'x-requested-with': 'XMLHttpRequest' };
const get = (url: string, headers: Record<string, string> = XHR) => site.http.inject({ method: 'GET', url, headers });
const HOUR_MS = 3600 * 1000;

async function guardedPage() {
  const { chapters } = await addComic(site, { chapters: [{ price: 5, freeAt: new Date(0) }] });
  const { data } = await site.call(comicRead, { id: chapters[0]?.id ?? 0 }, { token });
  return { url: data?.pages[0]?.url ?? '', key: chapters[0]?.keys[0] ?? '' };
}

test('a page is two padding bytes and the image, immutable and public', async () => {
  const { chapters } = await addComic(site);
  const key = chapters[0]?.keys[0] ?? '';
  const response = await get(`/img/${key}`);
  expect(response.statusCode).toBe(200);
  expect(response.rawPayload.subarray(0, 2)).toEqual(Buffer.from([0, 0]));
  expect(key.endsWith(`/${hashOf(response.rawPayload.subarray(2))}.bin`)).toBe(true);
  expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

test('an image without the XHR header is 403', async () => {
  const { chapters } = await addComic(site);
  const response = await get(`/img/${chapters[0]?.keys[0]}`, {});
  expect(response.statusCode).toBe(403);
  expect(response.body).toBe('');
});

test.each([
  '/img/open/../../etc/passwd',
  '/img/open/%2e%2e/%2e%2e/etc/passwd',
  `/img/open/${'a'.repeat(32)}/..%2f..%2fconfig.bin`,
  `/img/open/${'a'.repeat(32)}/${'b'.repeat(32)}.bin`,
  `/img/open/${'A'.repeat(32)}/${'b'.repeat(32)}.bin`,
  '/img/',
  '/img/nothing',
])('%s is 404', async (url) => {
  expect((await get(url)).statusCode).toBe(404);
});

test('a guarded page is not served by its key', async () => {
  const { key } = await guardedPage();
  expect((await get(`/img/${key}`)).statusCode).toBe(404);
});

test('a guarded page is served by its signed address, with a private cache', async () => {
  const { url, key } = await guardedPage();
  const response = await get(url);
  expect(response.statusCode).toBe(200);
  expect(key.endsWith(`/${hashOf(response.rawPayload.subarray(2))}.bin`)).toBe(true);
  expect(response.headers['cache-control']).toMatch(/^private, max-age=\d+$/);
});

test('a signature is valid only for its chapter and until it expires', async () => {
  const one = await guardedPage();
  const other = await guardedPage();
  const [, , , kid, expires, signature, chapterKey, page] = one.url.split('/');
  const [, , , , , , otherChapter, otherPage] = other.url.split('/');
  const address = (...parts: (string | undefined)[]) => `/img/p/${parts.join('/')}`;
  for (const forged of [
    address(kid, expires, signature, otherChapter, otherPage),
    address(kid, String(Number(expires) + 1), signature, chapterKey, page),
    address('999', expires, signature, chapterKey, page),
    address(kid, expires, `${signature?.slice(0, -1)}${signature?.endsWith('A') ? 'E' : 'A'}`, chapterKey, page),
    address(kid, expires, '', chapterKey, page),
    '/img/p/1/2/3',
  ])
    expect((await get(forged)).statusCode).toBe(403);
  site.setTime(new Date(Date.now() + 13 * HOUR_MS));
  expect((await get(one.url)).statusCode).toBe(403);
  site.setTime(null);
});

test('a signed address stays the same in its time window, so that the browser cache works', async () => {
  const { chapters } = await addComic(site, {
    createdAt: new Date(0),
    chapters: [{ price: 5, freeAt: new Date(0) }],
  });
  const read = async () => (await site.call(comicRead, { id: chapters[0]?.id ?? 0 }, { token })).data?.pages[0]?.url;
  const bucket = Math.floor(Date.now() / (6 * HOUR_MS)) * 6 * HOUR_MS;
  site.setTime(new Date(bucket + 1000));
  const early = await read();
  site.setTime(new Date(bucket + 6 * HOUR_MS - 1000));
  const late = await read();
  expect(late).toBe(early);
  expect((await get(late ?? '')).statusCode).toBe(200);
  site.setTime(new Date(bucket + 6 * HOUR_MS + 1000));
  expect(await read()).not.toBe(early);
  expect((await get(early ?? '')).statusCode).toBe(200);
  site.setTime(null);
});

test('another origin is allowed by a preflight, which is cached for a day', async () => {
  const response = await site.http.inject({ method: 'OPTIONS', url: `/img/open/${'a'.repeat(32)}/x.bin` });
  expect(response.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'x-requested-with',
    'access-control-max-age': '86400',
  });
});

test('a page that moved to signed addresses is 404 at its public one, although it was cached', async () => {
  const { comicId, chapters } = await addComic(site);
  const key = chapters[0]?.keys[0] ?? '';
  expect((await get(`/img/${key}`)).statusCode).toBe(200);
  await rm(path.join(site.imageDir, key));
  expect((await get(`/img/${key}`)).statusCode).toBe(200);
  await changeChapter(site, comicId, 1, { priceCoins: 5 });
  await expect.poll(async () => (await get(`/img/${key}`)).statusCode).toBe(404);
});

test('over a real connection an image from memory and from the disk is the same, also the refusal without the header', async () => {
  const wired = await startTestApp({ listen: true, metrics: true });
  const { chapters } = await addComic(wired);
  const url = `${wired.url}/img/${chapters[0]?.keys[0]}`;
  await expect
    .poll(() => wired.app.files.hot(chapters[0]?.keys[0] ?? '') ?? fetch(url, { headers: XHR }).then(() => undefined))
    .toBeDefined();
  const hot = await fetch(url, { headers: XHR });
  const cold = await wired.http.inject({ url: `/img/${chapters[0]?.keys[0]}`, headers: XHR });
  expect(Buffer.from(await hot.arrayBuffer())).toEqual(cold.rawPayload);
  for (const name of ['content-type', 'cache-control', 'access-control-allow-origin', 'x-content-type-options'])
    expect([name, hot.headers.get(name)]).toEqual([name, cold.headers[name]]);
  expect((await fetch(url)).status).toBe(403);
  expect(await (await fetch(`${wired.url}/metrics`)).text()).toMatch(/manyu_images_total\{result="hit"\} [1-9]/);
  await wired.close();
});
