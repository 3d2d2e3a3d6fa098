import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { addComic } from '../../testing/factories/comics.ts';

let folder: string;
let published: TestApp;
let proxied: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'manyu-site-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>漫屿</title>');
  await writeFile(path.join(folder, 'assets/app-1a2b.js'), 'export {};');
  published = await startTestApp({ listen: true, siteFolder: folder, publicUrl: 'https://manyu.example' });
  proxied = await startTestApp({ listen: true, siteFolder: folder, trustProxy: 1 });
});
afterAll(async () => {
  await published.close();
  await proxied.close();
  await rm(folder, { recursive: true });
});

/** One request for each kind of answer that a browser can get. */
async function everything(site: TestApp, headers: Record<string, string> = {}) {
  const { chapters } = await addComic(site);
  const image = `/img/${chapters[0]?.keys[0]}`;
  const xhr = { 'x-requested-with': 'XMLHttpRequest' };
  const requests: [what: string, target: string, init?: RequestInit][] = [
    ['a page', '/home'],
    ['a file', '/assets/app-1a2b.js'],
    ['no file', '/assets/gone.js'],
    ['an address that is none', '/%'],
    ['an image from the disk', image, { headers: xhr }],
    ['an image from memory', image, { headers: xhr }],
    ['an image that is refused', image],
    ['an image that is none', '/img/nothing', { headers: xhr }],
    ['a call made', '/api/home', { method: 'POST' }],
    ['a call kept', '/api/home', { method: 'POST' }],
    ['a call kept for its body', '/api/new', { method: 'POST', body: site.cipher.seal('{}') }],
    ['a call kept for its body', '/api/new', { method: 'POST', body: site.cipher.seal('{}') }],
    ['a call that is none', '/api/nothing', { method: 'POST' }],
    ['a body that is none', '/api/home', { method: 'POST', body: '{' }],
    ['a body too large', '/api/home', { method: 'POST', body: 'A'.repeat(100_000) }],
    ['a question before a call', '/api/home', { method: 'OPTIONS' }],
    ['the health', '/healthz'],
  ];
  const answers = [];
  for (const [what, target, init] of requests) {
    const response = await fetch(`${site.url}${target}`, { ...init, headers: { ...headers, ...init?.headers } });
    await response.arrayBuffer();
    answers.push({ what, status: response.status, headers: response.headers });
  }
  return answers;
}

test('every answer, also errors and pictures, has nosniff, forbids frames and sends no referrer to other sites', async () => {
  for (const { what, headers } of await everything(published)) {
    expect(headers.get('x-content-type-options'), what).toBe('nosniff');
    expect(headers.get('content-security-policy'), what).toContain("frame-ancestors 'none'");
    expect(headers.get('referrer-policy'), what).toBe('same-origin');
  }
});

test('with a public https address every answer has HSTS for a year', async () => {
  for (const { what, headers } of await everything(published))
    expect(headers.get('strict-transport-security'), what).toBe('max-age=31536000');
});

test('behind a proxy only answers to https requests have HSTS', async () => {
  for (const { what, headers } of await everything(proxied, { 'x-forwarded-proto': 'http, https' }))
    expect(headers.get('strict-transport-security'), what).toBe('max-age=31536000');
  for (const { what, headers } of await everything(proxied))
    expect(headers.get('strict-transport-security'), what).toBeNull();
});
