import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { comicInfo, comicRead } from '#contract/calls/comic';
import { finish, free, newComics, rank, weekly } from '#contract/calls/listings';
import { home } from '#contract/calls/site';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { addComic, setOnline } from '../../testing/factories/comics.ts';
import { editPart } from '../../testing/factories/editorial.ts';

let folder: string;
let site: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'manyu-site-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(
    path.join(folder, 'index.html'),
    '<!doctype html><head><title>漫屿</title></head><script type="module" crossorigin src="/assets/app-1a2b.js"></script>' +
      '<script type="application/json" id="first-answers"></script>',
  );
  await writeFile(path.join(folder, 'assets/app-1a2b.js'), 'export {};');
  await writeFile(path.join(folder, 'assets/app-1a2b.js.br'), 'compressed');
  await writeFile(path.join(folder, 'unsupported-browser.js'), ';');
  await writeFile(path.join(folder, 'manifest.webmanifest'), '{"name":"漫屿","short_name":"漫屿"}');
  site = await startTestApp({ siteFolder: folder });
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

const get = (url: string) => site.http.inject(url);
const directivesOf = (policy: unknown) =>
  Object.fromEntries(
    String(policy)
      .split('; ')
      .map((each) => [each.split(' ')[0], each.split(' ').slice(1)]),
  );

test('the policy of a page allows only its own scripts and pictures, and no frames', async () => {
  for (const url of ['/', '/home', '/chapter/5?from=home', '/my']) {
    const { headers } = await get(url);
    const policy = directivesOf(headers['content-security-policy']);
    expect(policy).toMatchObject({
      'default-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
      'connect-src': ["'self'"],
    });
    // Decoded pages are blobs, icons are data URIs, and React sets styles.
    expect(policy['img-src']).toEqual(["'self'", 'data:', 'blob:']);
    expect(policy['style-src']).toEqual(["'self'", "'unsafe-inline'"]);
    expect(policy['script-src'] ?? policy['default-src']).toEqual(["'self'"]);
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-cache',
    });
  }
});

test('only the inline script with the right hash is allowed', async () => {
  const inline = "document.documentElement.dataset.theme = 'dark';";
  const own = await mkdtemp(path.join(tmpdir(), 'manyu-site-'));
  await writeFile(
    path.join(own, 'index.html'),
    `<!doctype html><script>${inline}</script><script src="/a.js"></script>`,
  );
  const framed = await startTestApp({ siteFolder: own });
  const { headers } = await framed.http.inject('/');
  const hash = createHash('sha256').update(inline).digest('base64');
  expect(directivesOf(headers['content-security-policy'])['script-src']).toEqual(["'self'", `'sha256-${hash}'`]);
  await framed.close();
  await rm(own, { recursive: true });
});

test('files have their content type, nosniff and a cache time', async () => {
  for (const [url, life] of [
    ['/assets/app-1a2b.js', 'public, max-age=31536000, immutable'],
    ['/unsupported-browser.js', 'no-cache'],
  ] as const) {
    const { headers } = await get(url);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-type']).toMatch(/^(text|application)\/javascript/);
    expect(headers['cache-control']).toBe(life);
  }
});

test('files outside the folder are not served, and unknown files are 404', async () => {
  for (const url of ['/../package.json', '/%2e%2e/package.json', '/assets/../../package.json', '/..%2fpackage.json'])
    expect((await get(url)).body, url).not.toContain('"dependencies"');
  for (const url of ['/assets/gone-1.js', '/api/home', '/metrics', '/wp-login.php', '/.env'])
    expect((await get(url)).statusCode, url).toBe(404);
});

test('with another public address the page may connect only to it', async () => {
  const published = await startTestApp({ siteFolder: folder, publicUrl: 'https://api.example/x' });
  const { headers } = await published.http.inject('/');
  expect(directivesOf(headers['content-security-policy'])['connect-src']).toEqual(["'self'", 'https://api.example']);
  await published.close();
});

test('HEAD of a page is answered', async () => {
  const { statusCode, headers, body } = await site.http.inject({ method: 'HEAD', url: '/home' });
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(body).toBe('');
});

test('the compressed file of the build is sent to browsers that accept it', async () => {
  const url = '/assets/app-1a2b.js';
  const { headers, body } = await site.http.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
  expect({ encoding: headers['content-encoding'], body }).toEqual({ encoding: 'br', body: 'compressed' });
  expect((await get(url)).headers['content-encoding']).toBeUndefined();
});

test('every answer to a call contains the build of the page', async () => {
  const call = (path: string) => site.http.inject({ method: 'POST', url: `/api/${path}`, payload: 'x' });
  for (const path of ['home', 'nothing']) expect((await call(path)).headers['x-build']).toBe('/assets/app-1a2b.js');
});

test('a page is sent again only after it or its policy has changed', async () => {
  const { etag } = (await get('/home')).headers;
  const ask = (to: typeof site) => to.http.inject({ url: '/', headers: { 'if-none-match': String(etag) } });
  expect(await ask(site)).toMatchObject({ statusCode: 304, body: '' });
  const published = await startTestApp({ siteFolder: folder, publicUrl: 'https://api.example' });
  expect((await ask(published)).statusCode).toBe(200);
  await published.close();
});

test('the page and the manifest have the name and colour of the site at once after a change', async () => {
  const own = { name: '墨<海>', icp: '', police: '', contact: '' };
  expect((await get('/home')).body).toContain('<title>漫屿</title>');
  await editPart(site, 'site', { ...own, color: '#c2185b' });
  await site.caughtUp();
  const { body } = await get('/home');
  expect(body).toContain('<title>墨&#60;海&#62;</title>');
  expect(body).toContain('--accent:#c2185b');
  const { headers, body: manifest } = await get('/manifest.webmanifest');
  expect(headers['content-type']).toContain('manifest');
  expect(JSON.parse(manifest)).toMatchObject({ name: '墨<海>', short_name: '墨<海>', theme_color: '#c2185b' });
  await editPart(site, 'site', own);
  await site.caughtUp();
  expect((await get('/home')).body).not.toContain('--accent');
});

const answersIn = (page: string) =>
  JSON.parse(/<script type="application\/json" id="first-answers">(.*?)<\/script>/s.exec(page)?.[1] || 'null');

test.each([
  ['/weekly', weekly, {}, []],
  ['/new', newComics, {}, ['genre']],
  ['/complete', finish, {}, ['genre']],
  ['/ranking', rank, { type: 'day' }, ['genre']],
  ['/free', free, {}, ['genre']],
] as const)('the page of %s contains its first answers', async (url, call, input, others) => {
  const { answers } = answersIn((await get(url)).body);
  expect(answers[0].data).toEqual((await site.call(call, input)).data);
  expect(answers[0].list).toBe(true);
  expect(answers.slice(1).map(({ path }: { path: string }) => path)).toEqual(others);
});

test('the home page contains the answers of its first screen; a screen without such answers contains none', async () => {
  const { comicId } = await addComic(site, { title: '</script><b>$&' });
  await site.caughtUp();
  for (const url of ['/', '/home', '/index.html']) {
    const brought = answersIn((await get(url)).body);
    const { data } = await site.call(home, {});
    expect(brought.answers, url).toEqual([{ path: 'home', input: null, list: false, data }]);
    expect(data?.sections[0]?.list[0]?.id).toBe(comicId);
    expect(Object.keys(brought.banners)).toHaveLength(13);
  }
  for (const url of ['/search', '/my', '/faq']) expect(answersIn((await get(url)).body), url).toBeNull();
  // A change of the catalogue is in the next page.
  const { comicId: next } = await addComic(site, { title: '另一部' });
  await site.caughtUp();
  expect(JSON.stringify(answersIn((await get('/home')).body))).toContain(`"id":${next},`);
});

test('the home page contains them for any number of requests', async () => {
  let code: number | null = 0;
  // On a slow machine the calls may reach into another period of the limit.
  for (let genre = 0; code !== 1003 && genre < 5_000; genre++)
    code = (await site.call(newComics, { genre: `题材${genre}` }, { remoteAddress: '127.0.0.1' })).code;
  expect(code).toBe(1003);
  for (let asked = 0; asked < 400; asked++) {
    expect((await get('/')).body).toContain('"path":"home"');
  }
});

test('the page of a shared comic or chapter contains the answer for a new reader', async () => {
  const chapters = [{ no: 1 }, { no: 2, price: 10 }, { no: 3, publishedAt: new Date(Date.now() + 1e8) }];
  const { comicId, chapters: added } = await addComic(site, { title: '</script><!--<b>$&', chapters });
  await site.caughtUp();
  const [open = 0, priced = 0, future = 0] = added.map(({ id }) => id);
  const token = await site.visitor();
  const page = await get(`/comic/${comicId}`);
  expect(page.body.match(/<\/script>/g)).toHaveLength(page.body.match(/<script/g)?.length ?? 0);
  const detail = { id: comicId, window: 50 };
  const { data: comic } = await site.call(comicInfo, detail, { token });
  expect(answersIn(page.body).answers).toEqual([{ path: comicInfo.path, input: detail, list: false, data: comic }]);
  const { data: chapter } = await site.call(comicRead, { id: open }, { token });
  expect(answersIn((await get(`/chapter/${open}?u=1`)).body).answers).toEqual([
    { path: comicRead.path, input: { id: open }, list: false, data: chapter },
  ]);
  for (const id of [priced, future, 999_999]) expect(answersIn((await get(`/chapter/${id}`)).body)).toBeNull();
  await setOnline(site, comicId, false);
  await site.caughtUp();
  for (const url of [`/comic/${comicId}`, `/chapter/${open}`]) expect(answersIn((await get(url)).body)).toBeNull();
});

test('the page contains nothing of an adult comic, and no address of a priced chapter', async () => {
  const adult = await addComic(site, { ageRating: '18' });
  const freed = await addComic(site, { chapters: [{ price: 10, freeAt: new Date(Date.now() - 1000) }] });
  await site.caughtUp();
  const urls = [adult, freed].flatMap(({ comicId, chapters }) => [`/comic/${comicId}`, `/chapter/${chapters[0]?.id}`]);
  const brought = await Promise.all(urls.map(async (url) => answersIn((await get(url)).body)));
  expect(brought.map((found) => found?.answers[0].path)).toEqual([undefined, undefined, comicInfo.path, undefined]);
});

test.each([
  ['//comic/93', '/comic/93'],
  ['/comic///93//?from=//home', '/comic/93/?from=//home'],
  ['//evil.example/x', '/evil.example/x'],
  ['///', '/'],
])('%s redirects to %s, never to another host', async (url, to) => {
  const answer = await get(url);
  expect([answer.statusCode, answer.headers.location]).toEqual([301, to]);
});

test('only requests for pages and files are redirected', async () => {
  expect((await site.http.inject({ method: 'POST', url: '//api/home' })).statusCode).toBe(404);
  expect((await site.http.inject({ method: 'HEAD', url: '//home' })).statusCode).toBe(301);
});
