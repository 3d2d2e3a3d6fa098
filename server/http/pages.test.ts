import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#contract/paths';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { addComic, changeComic, setOnline } from '../../testing/factories/comics.ts';
import { editPart } from '../../testing/factories/editorial.ts';
import { addBatch, stop } from '../../testing/factories/redeeming.ts';
import { DEFAULT_PARTS } from '../modules/editorial/editorial.ts';

const HOSTILE = `"><script>alert(1)</script>$&' </script><!--\u0007 & 小辣椒`;
const SITE = 'https://comics.example';

let folder: string;
let site: TestApp;
let comic: Awaited<ReturnType<typeof addComic>>;
let hostile: typeof comic;
let adult: typeof comic;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'manyu-pages-'));
  await writeFile(
    path.join(folder, 'index.html'),
    '<!doctype html><head><title>漫屿</title><meta name="description" content="built" /></head><body>the app</body>',
  );
  site = await startTestApp({ siteFolder: folder, publicUrl: `${SITE}/` });
  const chapters = [{ no: 1 }, { no: 2, title: '出海', price: 10 }, { no: 3, publishedAt: new Date(Date.now() + 1e8) }];
  comic = await addComic(site, { title: '萝卜海', genres: ['奇幻'], chapters });
  hostile = await addComic(site, { title: HOSTILE, genres: [HOSTILE] });
  await changeComic(site, hostile.comicId, { description: HOSTILE.repeat(9) });
  adult = await addComic(site, { title: '不给人看的书名', ageRating: '18' });
  await site.caughtUp();
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => site.http.inject({ url, headers });
const idOf = ({ chapters }: typeof comic, index: number) => chapters[index]?.id ?? 0;

/** The values of a page's head, by name, property or itemprop. */
function headOf(html: string) {
  const decoded = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  const metas = [...html.matchAll(/<meta ([^>]*) content="([^"]*)" \/>/g)].flatMap(([, names = '', content = '']) =>
    [...names.matchAll(/="([^"]+)"/g)].map(([, name]) => [name, decoded(content)]),
  );
  const titles = [...html.matchAll(/<title>([^<]*)<\/title>/g)].map(([, text = '']) => decoded(text));
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1];
  const data = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) =>
    JSON.parse(json),
  );
  return { ...Object.fromEntries(metas), titles, canonical, data };
}

test('a comic’s page describes it for search engines, share cards and the crawlers of WeChat and QQ', async () => {
  const { statusCode, headers, body } = await get(`/comic/${comic.comicId}?u=0f1e2d3c4b5a`);
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(body).toContain('<body>the app</body>');
  const address = `${SITE}/comic/${comic.comicId}`;
  const picture = `${SITE}/share/comic/${comic.comicId}.jpg`;
  expect(headOf(body)).toMatchObject({
    titles: ['萝卜海 · 漫屿'],
    canonical: address,
    description: '《萝卜海》 · 作者 著 · 奇幻 · 连载中 · 更新到第2话 出海',
    name: '萝卜海',
    image: picture,
    'og:site_name': '漫屿',
    'og:type': 'book',
    'og:title': '萝卜海',
    'og:url': address,
    'og:image': picture,
    data: [
      { '@type': 'ComicSeries', name: '萝卜海', url: address, image: picture, genre: ['奇幻'] },
      { '@type': 'BreadcrumbList' },
    ],
  });
  expect(headOf(body).robots).toBeUndefined();
  expect(body).toContain(`href="${address}/rss.xml"`);
  expect(body).not.toContain('content="built"');
});

test('a chapter’s page describes the chapter, its comic and if it is free', async () => {
  const [free, priced] = await Promise.all([0, 1].map((index) => get(`/chapter/${idOf(comic, index)}`)));
  expect(headOf(priced?.body ?? '')).toMatchObject({
    titles: ['萝卜海 第2话 出海 · 漫屿'],
    canonical: `${SITE}/chapter/${idOf(comic, 1)}`,
    'og:type': 'article',
    'og:image': `${SITE}/share/comic/${comic.comicId}.jpg`,
    data: [
      { '@type': 'ComicIssue', issueNumber: 2, isAccessibleForFree: false, isPartOf: { name: '萝卜海' } },
      { '@type': 'BreadcrumbList' },
    ],
  });
  expect(headOf(free?.body ?? '').data[0]).toMatchObject({ isAccessibleForFree: true });
});

test('a title is always escaped', async () => {
  const shownTitle = HOSTILE.replace('\u0007', '');
  for (const url of [`/comic/${hostile.comicId}`, `/chapter/${idOf(hostile, 0)}`]) {
    const { body } = await get(url);
    const head = headOf(body);
    expect(head.titles, url).toHaveLength(1);
    expect(head.titles[0]).toContain(shownTitle);
    expect(head['og:description']).toContain('小辣椒');
    expect(head['og:description'].length).toBeLessThan(200);
    expect(JSON.stringify(head.data)).toContain('alert(1)');
    // The text adds no element and stays inside its script or attribute.
    expect(body.match(/<script(?! type="application\/ld\+json">)/)).toBeNull();
    expect(body.match(/<\/script>/g)).toHaveLength(head.data.length);
    expect(body).not.toContain('<!--');
    expect(body.endsWith('<body>the app</body>')).toBe(true);
  }
});

test('the page of a comic for adults has only the name of the site', async () => {
  for (const url of [`/comic/${adult.comicId}`, `/chapter/${idOf(adult, 0)}`]) {
    const { statusCode, body } = await get(url);
    expect(statusCode, url).toBe(200);
    expect(body).not.toContain('不给人看');
    expect(body).not.toContain('/share/');
    expect(headOf(body)).toMatchObject({ titles: ['漫屿'], robots: 'noindex', data: [] });
    expect(headOf(body).canonical).toBeUndefined();
  }
});

test('an unknown address is 404 with the page, so that the app can explain it; also an offline comic and an unpublished chapter', async () => {
  const gone = await addComic(site, { online: true });
  await site.caughtUp();
  expect((await get(`/comic/${gone.comicId}`)).statusCode).toBe(200);
  await setOnline(site, gone.comicId, false);
  await site.caughtUp();
  const missing = [
    `/comic/${gone.comicId}`,
    `/chapter/${idOf(gone, 0)}`,
    `/chapter/${idOf(comic, 2)}`,
    '/comic/999999',
    '/comic/99999999999999999999',
    '/comic/abc',
    '/theme/7',
    '/no/such/page',
    '/comics',
  ];
  for (const url of missing) {
    const { statusCode, body } = await get(url);
    expect(statusCode, url).toBe(404);
    expect(body, url).toContain('the app');
    expect(headOf(body).robots, url).toBe('noindex');
  }
});

test('an address that has asked for many missing files still gets answers', async () => {
  const askFor = (url: string) => site.http.inject({ url, remoteAddress: '198.51.100.7' });
  // More than an address may have in progress. A file that does not exist is not described, so it costs little.
  for (let asked = 0; asked < 300; asked++) await askFor('/assets/no-such-file.js');
  expect((await askFor('/assets/no-such-file.js')).statusCode).toBe(404);
});

test('the screens of features that are off are unknown addresses, and have their pages while the features are on', async () => {
  const statuses = () => Promise.all([paths.notices, paths.redeem].map(async (url) => (await get(url)).statusCode));
  expect(await statuses()).toEqual([404, 404]);
  expect(headOf((await get(paths.notices)).body).titles).toEqual(['页面不存在 · 漫屿']);
  await editPart(site, 'features', { ...DEFAULT_PARTS.features, notices: true });
  expect(await statuses()).toEqual([200, 404]);
  const day = 24 * 3600 * 1000;
  const { id } = await addBatch(site, {
    validFrom: new Date(Date.now() - day),
    validUntil: new Date(Date.now() + day),
  });
  await site.caughtUp();
  expect(await statuses()).toEqual([200, 200]);
  // A code that has ended is still answered.
  await stop(site, id, new Date());
  await site.caughtUp();
  expect(await statuses()).toEqual([200, 200]);
});

/** With the features on, as the test before has left them. */
test('every screen of the app has its page; personal ones are noindex', async () => {
  for (const pattern of Object.values(paths).filter((each) => !each.includes(':'))) {
    const { statusCode, body } = await get(pattern);
    expect(statusCode, pattern).toBe(200);
    const isOwn = /^\/(my|library|giftbox|attendance|payment|search|author|event|downloads|launch|reset-password)/.test(
      pattern,
    );
    expect(headOf(body).robots, pattern).toBe(isOwn ? 'noindex' : undefined);
  }
  expect(headOf((await get('/')).body).canonical).toBe(`${SITE}/home`);
  expect(headOf((await get('/weekly/')).body)).toMatchObject({ titles: ['每周 · 漫屿'], canonical: `${SITE}/weekly` });
});

test('a page is compressed, and sent again only if it has changed', async () => {
  const url = `/comic/${comic.comicId}`;
  const plain = await get(url);
  const tag = String(plain.headers.etag);
  const br = await get(url, { 'accept-encoding': 'gzip, br' });
  const zipped = await get(url, { 'accept-encoding': 'gzip, br;q=0' });
  expect([br, zipped].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip']);
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
  expect(plain.headers).toMatchObject({ vary: 'accept-encoding', 'cache-control': 'no-cache' });
  expect(await get(url, { 'if-none-match': `"x", ${tag}` })).toMatchObject({ statusCode: 304, body: '' });
  await changeComic(site, comic.comicId, { description: '一片会走路的海。' });
  await site.caughtUp();
  const changed = await get(url, { 'if-none-match': tag });
  expect(changed.statusCode).toBe(200);
  expect(headOf(changed.body).description).toBe('一片会走路的海。');
});

test('without a public address a page names the requested host, if that is valid', async () => {
  const plain = await startTestApp({ beside: site, siteFolder: folder });
  const canonicalAt = async (host: string) =>
    headOf((await plain.http.inject({ url: `/comic/${comic.comicId}`, headers: { host } })).body).canonical;
  expect(await canonicalAt('192.168.1.7:8080')).toBe(`http://192.168.1.7:8080/comic/${comic.comicId}`);
  expect(await canonicalAt('"><script>')).toBe(`http://localhost/comic/${comic.comicId}`);
  await plain.close();
});

test('while the database is unavailable the page is still sent, and crawlers are asked to retry', async () => {
  const alone = await startTestApp({ siteFolder: folder });
  await alone.pool.query('alter table catalog.comic rename to comic_hidden');
  const { statusCode, body } = await alone.http.inject('/comic/1');
  expect([statusCode, body.includes('the app')]).toEqual([503, true]);
  await alone.close();
});
