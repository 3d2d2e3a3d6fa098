import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { history } from '#contract/calls/library';
import { someOf } from '../../drills/drill.ts';
import { addComic } from '../../factories/comics.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { whenHydrated } from '../steps/hydrated.ts';
import { shiftsOf, watchShifts } from '../steps/layout-shifts.ts';

let comicId = 0;
const { openPage, url } = openSite(async (app) => {
  for (const title of ['海上的岛', '山里的灯', '雨巷', '旧书店', '天台', '末班车', '王牌'])
    comicId = (await addComic(app, { title })).comicId;
});

/** Holds the app's code back until the returned function is called. */
async function holdCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/**.js', (route) => promise.then(() => route.continue()));
  return resolve;
}

/** The pictures in view that are not left to the app, by where they stand. */
async function coversIn(page: Page, part = '#root'): Promise<{ src: string; box: number[] }[]> {
  return page.locator(`${part} img:not(.words *)`).evaluateAll((images) =>
    images.flatMap((image) => {
      const { x, y, width, height } = image.getBoundingClientRect();
      const isSeen = width > 0 && y < innerHeight && x < innerWidth;
      return isSeen ? [{ src: image.getAttribute('src') ?? '', box: [x, y, width, height].map(Math.round) }] : [];
    }),
  );
}

async function whenLoaded(page: Page) {
  await expect.poll(async () => (await coversIn(page)).length).toBeGreaterThan(1);
  await expect.poll(async () => (await coversIn(page)).every(({ src }) => src.startsWith('data:image/png'))).toBe(true);
  return coversIn(page);
}

const COVERS = [
  ['/home', null],
  ['/home', '{"comicId":1}'],
  ['/ranking', null],
  ['/new', null],
  ['/free', null],
] as const;
test.each(someOf(COVERS, 3))(
  '%s shows its covers before the app runs, which leaves them where they are: %j was read',
  async (path, resume) => {
    const page = await openPage();
    await watchShifts(page);
    if (resume) {
      await page.addInitScript((kept) => localStorage.setItem('resume', kept), resume);
      // The place of 继续阅读 stays until the answer of the account. Here the answer would be empty.
      await page.route(`**/api/${history.path}`, () => undefined);
    }
    const pictures: string[] = [];
    page.on('request', (request) => request.url().includes('/img/') && pictures.push(request.url()));
    const letGo = await holdCode(page);
    await page.goto(url(path), { waitUntil: 'commit' });
    const drawn = await whenLoaded(page);
    const asked = pictures.length;
    letGo();
    await whenHydrated(page);
    await expect.poll(() => coversIn(page)).toEqual(drawn);
    expect(pictures.slice(0, asked).some((picture) => pictures.slice(asked).includes(picture))).toBe(false);
    expect(await shiftsOf(page)).toEqual([]);
  },
);

/** Notes in each frame whether a picture and words are seen. */
async function openWatched(page: Page, address: string): Promise<void> {
  await page.addInitScript(() => {
    const sights: string[] = [];
    Object.assign(window, { sights });
    const canSee = (part: string) => document.querySelector(`main ${part}`)?.checkVisibility() ?? false;
    const look = () => {
      const words = canSee('.words > *') ? 'words' : '';
      const picture = canSee('img[src^="data:image/png"]') ? 'picture' : canSee('img') ? 'drawn' : '';
      sights.push(`${picture} ${words}`.trim());
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(address, { waitUntil: 'commit' });
}

/** The notes of `openWatched`, each once. */
async function sightsOf(page: Page): Promise<string[]> {
  const sights = await page.evaluate((): string[] => Reflect.get(window, 'sights'));
  return [...new Set(sights)].filter((sight) => sight && sight !== 'drawn');
}

test('opened again, home shows its kept covers before its words, and nothing moves', async () => {
  const page = await openPage();
  await page.goto(url('/home'));
  await page.waitForFunction(() => localStorage.getItem('homePictures'));
  await watchShifts(page);
  await holdCode(page);
  await openWatched(page, url('/home'));
  await expect.poll(() => sightsOf(page)).toContain('picture words');
  expect(await sightsOf(page)).toEqual(['picture', 'picture words']);
  expect(await shiftsOf(page)).toEqual([]);
});

test('on a first visit words come in a frame of their own, before the pictures', async () => {
  const page = await openPage();
  await watchShifts(page);
  await page.route('**/img/**', () => undefined);
  await openWatched(page, url('/home'));
  await expect.poll(() => sightsOf(page)).toEqual(['drawn words']);
  expect(await shiftsOf(page)).toEqual([]);
});

test.each([
  ['/home', 'homePictures'],
  ['/comic/1', 'comicPictures'],
])('%s, opened again, has its covers without a request, and the app takes them over', async (path, key) => {
  const page = await openPage();
  await page.goto(url(path));
  await whenHydrated(page);
  const seen = await whenLoaded(page);
  await page.waitForFunction((name) => localStorage.getItem(name), key);
  const kept = await page.evaluate((name) => Object.keys(JSON.parse(localStorage[name]).pictures), key);
  const pictures: string[] = [];
  await page.route('**/img/**', (route) => void pictures.push(new URL(route.request().url()).pathname));
  const letGo = await holdCode(page);
  await page.goto(url(path), { waitUntil: 'commit' });
  const sources = (covers: { src: string }[]) => covers.map(({ src }) => src).filter((src) => !src.includes('svg'));
  await expect.poll(async () => sources(await coversIn(page)).length).toBeGreaterThan(1);
  const drawn = sources(await coversIn(page));
  expect(sources(seen)).toEqual(expect.arrayContaining(drawn));
  letGo();
  await whenHydrated(page);
  expect(sources(await coversIn(page))).toEqual(expect.arrayContaining(drawn));
  // Those below may be asked for.
  expect(pictures.filter((picture) => kept.includes(picture))).toEqual([]);
});

test('a kept picture that is damaged is fetched once more, and kept', async () => {
  const page = await openPage();
  await page.goto(url('/home'));
  const kept = () => page.evaluate(() => localStorage.getItem('homePictures'));
  await expect.poll(kept).toContain('base64,');
  const whole = await kept();
  const damaged = await page.evaluate(
    () => (localStorage.homePictures = localStorage.homePictures.replaceAll(/base64,[^"]*/g, 'base64,PGh0bWw+')),
  );
  await page.goto(url('/home'));
  await expect.poll(kept).toBe(whole);
  expect(damaged).not.toBe(whole);
  await expect.poll(async () => (await coversIn(page, 'main section')).length).toBeGreaterThan(2);
  expect(await page.locator('main [data-image=failed]').count()).toBe(0);
});

test('what a network that wants a login sends in place of pictures is not kept', async () => {
  const page = await openPage();
  let asked = 0;
  await page.route('**/img/**', (route) => (asked++ ? route.fulfill({ body: '  <html>登录' }) : route.continue()));
  await page.goto(url('/home'));
  const kept = () => page.evaluate((): string | null => localStorage.getItem('homePictures'));
  await expect.poll(kept).toContain('base64,');
  expect(asked).toBeGreaterThan(1);
  expect(await kept()).not.toContain(`base64,${btoa('<html>')}`);
});

test('a rendered screen is not shown in 未成年人模式, and of a comic a known reader sees what is the same for everybody', async () => {
  const page = await openPage(PHONE);
  await page.addInitScript(() => {
    const teen = location.pathname === '/home';
    localStorage.setItem('userInfo', JSON.stringify({ id: 1, teen, adult: false }));
  });
  await holdCode(page);
  await page.goto(url('/home'), { waitUntil: 'commit' });
  await page.locator('.frame').waitFor();
  expect(await page.locator('#root img').count()).toBe(0);
  expect(await page.locator('#root').getByText('海上的岛').count()).toBe(0);
  await page.goto(url(`/comic/${comicId}`), { waitUntil: 'commit' });
  await page.getByRole('heading', { name: '王牌' }).waitFor();
  await page.locator('.actions').waitFor({ state: 'attached' });
  expect(await page.getByText('开始阅读').isVisible()).toBe(false);
  expect(await page.locator('.chapters').isVisible()).toBe(false);
});

test('a button that was tapped before the app runs is answered once it does', async () => {
  const page = await openPage();
  const letGo = await holdCode(page);
  await page.goto(url(`/comic/${comicId}`), { waitUntil: 'commit' });
  await page.getByRole('button', { name: '下载', exact: true }).tap();
  letGo();
  await page.getByRole('dialog', { name: '下载' }).waitFor();
});

test('a known reader sees their own state of a comic when the server has answered, and nothing moves', async () => {
  const page = await openPage();
  await page.goto(url(`/comic/${comicId}`));
  await page.getByRole('button', { name: '收藏' }).click();
  await page.getByRole('button', { name: '已收藏' }).waitFor();
  await page.evaluate(() => localStorage.removeItem('comic'));
  await watchShifts(page);
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/comic/info', (route) => answered.promise.then(() => route.continue()));
  await page.goto(url(`/comic/${comicId}`), { waitUntil: 'commit' });
  const chapters = page.locator('.chapters');
  /** The rows in the waiting state. */
  const waiting = () => chapters.evaluate((section) => getComputedStyle(section, '::before').visibility);
  await chapters.waitFor({ state: 'attached' });
  expect([await chapters.isVisible(), await waiting()]).toEqual([false, 'visible']);
  answered.resolve();
  await page.getByRole('button', { name: '已收藏' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.known)).toBeUndefined();
  expect([
    await chapters.isVisible(),
    await chapters.evaluate((section) => getComputedStyle(section, '::before').content),
  ]).toEqual([true, 'none']);
  expect(await shiftsOf(page)).toEqual([]);
});

const WINDOWS = [
  ['a phone', PHONE],
  ['a wide window, under the bar of its own', { viewport: { width: 1280, height: 800 } }],
] as const;
test.each(someOf(WINDOWS, 1))(
  'on %s a comic shows its cover and title before the app runs, which leaves them',
  async (_name, options) => {
    const page = await openPage(options);
    await watchShifts(page);
    const letGo = await holdCode(page);
    await page.goto(url(`/comic/${comicId}`), { waitUntil: 'commit' });
    const places = () =>
      page.locator(':is(.hero, .about-cover, .about-title, .chapters, .actions)').evaluateAll((boxes) =>
        boxes.map((each) => {
          const { x, y, width, height } = each.getBoundingClientRect();
          return [x, y, width, height].map(Math.round);
        }),
      );
    await page.getByRole('heading', { name: '王牌' }).waitFor();
    const drawn = { covers: await whenLoaded(page), places: await places() };
    expect(drawn.places).toHaveLength(5);
    letGo();
    await whenHydrated(page);
    expect({ covers: await coversIn(page), places: await places() }).toEqual(drawn);
    expect(await shiftsOf(page)).toEqual([]);
  },
);
