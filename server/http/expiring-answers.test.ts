import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { addComic } from '../../testing/factories/comics.ts';
import { editPart, PICTURE } from '../../testing/factories/editorial.ts';
import { addPromotion } from '../../testing/factories/promotions.ts';
import { campaign } from '../../testing/factories/rewards.ts';

let site: TestApp;
let token: string;
const NOON = Date.parse('2030-03-05T04:00:00Z');
const at = (minutes: number, ms = 0) => new Date(NOON + minutes * 60_000 + ms);
const published = at(-60);
const ids = { free: 0, sold: 0, coming: 0, freeing: 0 };

beforeAll(async () => {
  site = await startTestApp({ listen: true, metrics: true });
  site.setTime(at(0));
  token = await site.visitor();
  const freeing = await addComic(site, {
    createdAt: published,
    chapters: [{ price: 10, freeAt: at(30, 250) }, { price: 10 }],
  });
  ids.freeing = freeing.comicId;
  ids.free = freeing.chapters[0]?.id ?? 0;
  ids.sold = freeing.chapters[1]?.id ?? 0;
  const coming = { createdAt: published, chapters: [{}, { publishedAt: at(90) }] };
  ids.coming = (await addComic(site, coming)).comicId;
});
afterEach(() => site.setTime(at(0)));
afterAll(() => site.close());

/** The `Expires` time of the answer to a call. */
async function expires(path: string, payload?: object) {
  const body = payload && site.cipher.seal(JSON.stringify(payload)).toString();
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${site.url}/api/${path}`, { method: 'POST', body, headers });
  const expires = response.headers.get('expires');
  expect(response.headers.get('cache-control')).toBe('no-store');
  return expires && new Date(expires);
}

test('answers expire when a chapter becomes free or is published, in whole seconds and never early', async () => {
  expect(await expires('comic/info', { id: ids.freeing })).toEqual(at(30, 1000));
  expect(await expires('comic/info', { id: ids.coming })).toEqual(at(90));
  for (const path of ['comic/read', 'comic/chapter-verify']) {
    expect([path, await expires(path, { id: ids.free })]).toEqual([path, at(30, 1000)]);
    expect([path, await expires(path, { id: ids.sold })]).toEqual([path, at(30, 1000)]);
  }
  for (const path of ['new', 'finish', 'free', 'weekly', 'promotion', 'genre', 'my/shelf'])
    expect([path, await expires(path, {})]).toEqual([path, at(30, 1000)]);
  expect(await expires('rank', { type: 'day' })).toEqual(at(30, 1000));
  site.setTime(at(31));
  expect(await expires('comic/info', { id: ids.freeing })).toBeNull();
  expect(await expires('free', {})).toEqual(at(90));
  site.setTime(at(90));
  expect(await expires('free', {})).toBeNull();
});

test('a cached answer has the same Expires', async () => {
  const counted = async () =>
    (await (await fetch(`${site.url}/metrics`)).text()).match(/manyu_kept_answers_total\{path="new"\} (\d+)/)?.[1] ??
    '0';
  for (const payload of [undefined, { size: 7 }]) {
    const before = Number(await counted());
    await expect
      .poll(async () => {
        expect(await expires('new', payload)).toEqual(at(30, 1000));
        return Number(await counted());
      })
      .toBeGreaterThan(before);
  }
});

test('the weekly page of today expires at midnight in Shanghai', async () => {
  const midnight = new Date('2030-03-05T16:00:00Z');
  site.setTime(at(100));
  expect(await expires('weekly', {})).toEqual(midnight);
  expect(await expires('weekly', { day: 2 })).toBeNull();
  site.setTime(new Date('2030-03-05T15:59:59.999Z'));
  expect(await expires('weekly', {})).toEqual(midnight);
  site.setTime(midnight);
  expect(await expires('weekly', {})).toEqual(new Date('2030-03-06T16:00:00Z'));
});

test('answers expire when a section, banner, theme or event begins or ends', async () => {
  site.setTime(at(100));
  expect(await expires('banner', { no: [1] })).toBeNull();
  const span = { start: at(200).toISOString(), end: at(300).toISOString() };
  await editPart(site, 'themes', [{ id: 1, title: '海', description: '', image: null, comics: [ids.coming], ...span }]);
  const requests = { banner: { no: [1] }, event: {}, theme: { id: 1 }, home: {} };
  for (const [path, payload] of Object.entries(requests)) {
    site.setTime(at(100));
    await expect.poll(() => expires(path, payload)).toEqual(at(200));
    site.setTime(at(200));
    await expect.poll(() => expires(path, payload)).toEqual(at(300));
    site.setTime(at(300));
    if (path !== 'home') expect([path, await expires(path, payload)]).toEqual([path, null]);
  }
  await editPart(site, 'banners', [
    { slot: 1, title: '横幅', image: PICTURE, link: '/new', start: null, end: at(400).toISOString() },
  ]);
  await expect.poll(() => expires('banner', { no: [1] })).toEqual(at(400));
});

test('all answers that show a promotion expire when it begins or ends', async () => {
  const promotion = { comicIds: [ids.coming], startsAt: at(500), endsAt: at(600, 1) };
  await addPromotion(site, promotion);
  for (const [time, turn] of [
    [at(450), at(500)],
    [at(500), at(600, 1000)],
  ] as const) {
    site.setTime(time);
    for (const path of ['new', 'promotion', 'home', 'my/shelf'])
      await expect.poll(async () => [path, await expires(path, {})]).toEqual([path, turn]);
    expect(await expires('comic/info', { id: ids.coming })).toEqual(turn);
    expect(await expires('comic/info', { id: ids.freeing })).toBeNull();
  }
  site.setTime(at(600, 1));
  await expect.poll(() => expires('promotion', {})).toBeNull();
});

test('gifts expire when a campaign begins or ends and when a missed one disappears, attendance at midnight', async () => {
  const later = (minutes: number) => at(minutes).toISOString();
  await editPart(site, 'gifts', [campaign(1, { start: later(10), end: later(20) })]);
  const turns = [];
  for (const minutes of [0, 10, 20]) {
    site.setTime(at(minutes));
    turns.push(await expires('promotion/gift', {}));
  }
  expect(turns).toEqual([at(10), at(20), at(20 + 7 * 24 * 60)]);
  site.setTime(at(0));
  expect(await expires('promotion/sign', {})).toEqual(at(12 * 60));
});
