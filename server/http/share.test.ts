import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { addChapter, addComic, changeComic, setOnline } from '../../testing/factories/comics.ts';
import { editPart } from '../../testing/factories/editorial.ts';

const SITE = 'https://comics.example';
const HOUR = 3600_000;
/** Longer than a part of the sitemap is cached. */
const LATER_MS = 6 * 60_000;

let folder: string;
let site: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'manyu-share-'));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>漫屿</title>');
  site = await startTestApp({ siteFolder: folder, publicUrl: SITE });
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => site.http.inject({ url, headers });
const pictureOf = (comicId: number) => get(`/share/comic/${comicId}.jpg`);
const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
const linksOf = (xml: string) => [...xml.matchAll(/<item>.*?<link>([^<]*)<\/link>/g)].map(([, address]) => address);
/** The number of sitemap parts that are made while `work` runs. */
async function partsMadeBy({ pool }: TestApp, work: () => Promise<void>): Promise<number> {
  const query = vi.spyOn(pool, 'query');
  await work();
  const made = query.mock.calls.filter(([statement]) => /"catalog\.indexable-/.test(JSON.stringify(statement)));
  query.mockRestore();
  return made.length;
}

const addressOf = (chapterId: number | undefined) => `${SITE}/chapter/${chapterId}`;

test('the picture of a comic is public, without padding, and not sent again if it is unchanged', async () => {
  const { comicId } = await addComic(site);
  const { statusCode, headers, rawPayload } = await pictureOf(comicId);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=3600' });
  // A stored picture of the tests is padding, a pixel and its folder.
  expect(rawPayload.toString('latin1')).toMatch(/comic\/[0-9a-f]{32}\//);
  const again = await get(`/share/comic/${comicId}.jpg`, { 'if-none-match': String(headers.etag) });
  expect(again).toMatchObject({ statusCode: 304, body: '' });
  const head = await site.http.inject({ method: 'HEAD', url: `/share/comic/${comicId}.jpg` });
  expect(head).toMatchObject({ statusCode: 200, body: '' });
  expect(head.headers['content-length']).toBe(String(rawPayload.length));
});

test('comics for adults, offline and unknown comics have no picture', async () => {
  const { comicId } = await addComic(site);
  expect((await pictureOf(comicId)).statusCode).toBe(200);
  await changeComic(site, comicId, { ageRating: '18' });
  await site.caughtUp();
  expect((await pictureOf(comicId)).statusCode).toBe(404);
  await changeComic(site, comicId, { ageRating: '16' });
  await site.caughtUp();
  expect((await pictureOf(comicId)).statusCode).toBe(200);
  await setOnline(site, comicId, false);
  await site.caughtUp();
  for (const name of [`${comicId}.jpg`, '999999.jpg', 'x.jpg', '99999999999999999999.jpg', `${comicId}.png`])
    expect((await get(`/share/comic/${name}`)).statusCode, name).toBe(404);
});

test('robots.txt names the sitemap and excludes calls, images and personal screens', async () => {
  const { headers, body } = await get('/robots.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body).toContain(`Sitemap: ${SITE}/sitemap.xml\n`);
  for (const own of ['/api/', '/img/', '/my', '/library', '/payment']) expect(body).toContain(`Disallow: ${own}\n`);
  expect(body).not.toMatch(/Disallow: \/(comic|chapter|share)/);
});

test('the sitemap has exactly the comics and chapters that a reader with no confirmed age can see', async () => {
  const shown = await addComic(site, { chapters: [{ no: 1 }, { no: 2, publishedAt: new Date(Date.now() + HOUR) }] });
  const adult = await addComic(site, { ageRating: '18' });
  const offline = await addComic(site, { online: false });
  await site.caughtUp();
  const index = await get('/sitemap.xml');
  expect(index.headers['content-type']).toBe('application/xml; charset=utf-8');
  const parts = locations(index.body);
  expect(parts).toEqual(['screens', 'comics-0', 'chapters-0'].map((name) => `${SITE}/sitemap/${name}.xml`));
  const all = await Promise.all(parts.map((part = '') => get(part.slice(SITE.length))));
  const named = all.flatMap(({ body }) => locations(body));
  expect(named).toEqual(expect.arrayContaining([`${SITE}/home`, `${SITE}/ranking`]));
  expect(named).toContain(`${SITE}/comic/${shown.comicId}`);
  expect(named).toContain(addressOf(shown.chapters[0]?.id));
  expect(named).not.toContain(addressOf(shown.chapters[1]?.id));
  for (const { comicId, chapters } of [adult, offline]) {
    expect(named).not.toContain(`${SITE}/comic/${comicId}`);
    expect(named).not.toContain(addressOf(chapters[0]?.id));
  }
  for (const name of ['comics-x', 'others-0', 'comics-9999999999'])
    expect((await get(`/sitemap/${name}.xml`)).statusCode, name).toBe(404);
});

test('a theme has its page and its entry in the sitemap while it runs', async () => {
  const theme = { id: 7, title: '夏天的 & 海', description: '', image: null, comics: [], start: null, end: null };
  await editPart(site, 'themes', [theme, { ...theme, id: 8, end: '2020-01-01T00:00:00.000Z' }]);
  site.setTime(new Date(Date.now() + LATER_MS));
  const named = locations((await get('/sitemap/screens.xml')).body).filter((each) => each?.includes('/theme/'));
  expect(named).toEqual([`${SITE}/theme/7`]);
  const { statusCode, body } = await get('/theme/7');
  expect([statusCode, body]).toEqual([200, expect.stringContaining('<title>夏天的 &#38; 海 · 漫屿</title>')]);
  expect((await get('/theme/8')).statusCode).toBe(404);
  site.setTime(null);
});

test('each part of the sitemap has its range of ids, so that no part exceeds the limit of the protocol', async () => {
  await site.pool.query("select setval(pg_get_serial_sequence('catalog.comic', 'id'), 9999)");
  await addComic(site);
  const far = await addComic(site);
  await site.caughtUp();
  expect(far.comicId).toBe(10_001);
  site.setTime(new Date(Date.now() + LATER_MS));
  const parts = locations((await get('/sitemap.xml')).body).filter((each) => each?.includes('/comics-'));
  expect(parts).toEqual([`${SITE}/sitemap/comics-0.xml`, `${SITE}/sitemap/comics-1.xml`]);
  expect(locations((await get('/sitemap/comics-1.xml')).body)).toEqual([`${SITE}/comic/10001`]);
  expect(locations((await get('/sitemap/comics-0.xml')).body).at(-1)).toBe(`${SITE}/comic/10000`);
  site.setTime(null);
});

test('a part of the sitemap is cached for minutes, and has the same content compressed or not', async () => {
  await site.pool.query("select setval(pg_get_serial_sequence('catalog.comic', 'id'), 100000)");
  const { comicId } = await addComic(site);
  await site.caughtUp();
  site.setTime(new Date(Date.now() + 2 * LATER_MS));
  const parts = Array.from({ length: 11 }, (_, number) => `/sitemap/comics-${number}.xml`);
  const askAll = async () => {
    await Promise.all([...parts, ...parts].map((part) => get(part)));
  };
  expect(await partsMadeBy(site, askAll)).toBe(parts.length);
  expect(await partsMadeBy(site, askAll)).toBe(0);
  const { headers, body } = await get('/sitemap/comics-10.xml');
  expect(locations(body)).toEqual([`${SITE}/comic/${comicId}`]);
  const compressed = await get('/sitemap/comics-10.xml', { 'accept-encoding': 'br, gzip' });
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'public, max-age=60' });
  expect(gunzipSync(compressed.rawPayload).toString()).toBe(body);
  expect(await get('/sitemap/comics-10.xml', { 'if-none-match': String(headers.etag) })).toMatchObject({
    statusCode: 304,
    body: '',
  });
  await setOnline(site, comicId, false);
  await site.caughtUp();
  site.setTime(new Date(Date.now() + 3 * LATER_MS));
  expect(locations((await get('/sitemap/comics-10.xml')).body)).toEqual([]);
  site.setTime(null);
});

test('a part of the sitemap is five minutes old at most, also for a host that asks later', async () => {
  const own = await startTestApp({ beside: site, siteFolder: folder });
  const { comicId } = await addComic(site);
  await site.caughtUp();
  const start = Date.now();
  const listed = async (minutes: number, host: string) => {
    own.setTime(new Date(start + minutes * 60_000));
    const url = `/sitemap/comics-${Math.floor(comicId / 10_000)}.xml`;
    return (await own.http.inject({ url, headers: { host } })).body.includes(`/comic/${comicId}<`);
  };
  expect(await listed(0, 'a.example')).toBe(true);
  await setOnline(site, comicId, false);
  await site.caughtUp();
  expect(await listed(4, 'b.example')).toBe(true);
  expect(await listed(6, 'b.example')).toBe(false);
  await own.close();
});

test('other spellings of a part and parts that do not exist are 404 and cost no query', async () => {
  const askAll = async () => {
    for (const name of ['comics-00', 'comics-01', 'comics-+0', 'comics-0x', 'comics-99', 'chapters-999999', 'Screens'])
      expect((await get(`/sitemap/${name}.xml`)).statusCode, name).toBe(404);
  };
  expect(await partsMadeBy(site, askAll)).toBe(0);
});

test('without a public address texts are private and name the requested host, and an address has a limit of new hosts', async () => {
  const own = await startTestApp({ beside: site, siteFolder: folder, trustProxy: 1 });
  const ask = (url: string, host: string) =>
    own.http.inject({ url, headers: { host, 'x-forwarded-host': 'evil.example', 'x-forwarded-for': '203.0.113.7' } });
  for (const url of ['/robots.txt', '/sitemap.xml', '/sitemap/comics-0.xml', '/rss.xml']) {
    const { headers, body } = await ask(url, 'manyu.example');
    expect(headers['cache-control'], url).toBe('private, max-age=60');
    expect(body, url).toContain('http://manyu.example/');
    expect(body, url).not.toContain('evil.example');
  }
  const made = await partsMadeBy(own, async () => {
    for (let host = 0; host < 100; host++) await ask('/sitemap/comics-0.xml', `h${host}.example`);
  });
  // Only the origin is replaced.
  expect(made).toBe(0);
  expect((await ask('/sitemap/comics-0.xml', 'new.example')).statusCode).toBe(429);
  expect((await ask('/sitemap/comics-0.xml', 'h3.example')).statusCode).toBe(200);
  await own.close();
});

test('the feed of the site has the latest chapters, newest first, also those published while it is cached', async () => {
  const now = Date.now();
  const { comicId, chapters } = await addComic(site, {
    title: '海 & <岛>',
    chapters: [{ no: 1, publishedAt: new Date(now - HOUR) }, { no: 2 }],
  });
  const adult = await addComic(site, { ageRating: '18' });
  const later = await addChapter(site, comicId, { no: 3, publishedAt: new Date(now + 30 * 60_000) });
  await site.caughtUp();
  const { headers, body } = await get('/rss.xml');
  expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8');
  const links = linksOf(body);
  expect(links.indexOf(addressOf(chapters[1]?.id))).toBeLessThan(links.indexOf(addressOf(chapters[0]?.id)));
  expect(links).not.toContain(addressOf(adult.chapters[0]?.id));
  expect(links).not.toContain(addressOf(later.id));
  expect(body).toContain('<title>海 &#38; &#60;岛&#62; 第2话</title>');
  site.setTime(new Date(now + 45 * 60_000));
  expect(linksOf((await get('/rss.xml')).body)[0]).toBe(addressOf(later.id));
  site.setTime(null);
  await setOnline(site, comicId, false);
  await site.caughtUp();
  expect(linksOf((await get('/rss.xml')).body)).not.toContain(addressOf(chapters[0]?.id));
});

test('a comic has a feed while it is visible without a confirmed age', async () => {
  const { comicId, title, chapters } = await addComic(site, { chapters: [{ no: 1 }, { no: 2, title: '出海' }] });
  const { body } = await get(`/comic/${comicId}/rss.xml`);
  expect(linksOf(body)).toEqual([addressOf(chapters[1]?.id), addressOf(chapters[0]?.id)]);
  expect(body).toContain(`<title>${title} · 漫屿</title>`);
  expect(body).toContain('<title>第2话 出海</title>');
  expect(body).toContain(`href="${SITE}/comic/${comicId}/rss.xml"`);
  await changeComic(site, comicId, { ageRating: '18' });
  await site.caughtUp();
  for (const id of [comicId, 999_999, 'x']) expect((await get(`/comic/${id}/rss.xml`)).statusCode).toBe(404);
});

test('an address with too many requests is refused for a while and its pages have no description; others are served', async () => {
  const { comicId, title } = await addComic(site);
  const from = (remoteAddress: string, url: string) => site.http.inject({ url, remoteAddress });
  for (let asked = 0; asked < 300; asked++) expect((await from('203.0.113.9', '/robots.txt')).statusCode).toBe(200);
  for (const url of ['/robots.txt', `/share/comic/${comicId}.jpg`, '/rss.xml'])
    expect((await from('203.0.113.9', url)).statusCode, url).toBe(429);
  const page = await from('203.0.113.9', `/comic/${comicId}`);
  expect([page.statusCode, page.body.includes(title)]).toEqual([200, false]);
  expect((await from('203.0.113.10', `/comic/${comicId}`)).body).toContain(title);
});
