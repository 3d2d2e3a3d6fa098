import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { history } from '#contract/calls/library';
import { addComic } from '../../factories/comics.ts';
import { openSite, PHONE } from '../steps/app.ts';
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

/** The pictures in view, by where they stand; those of the frame and those of the app. */
async function coversIn(page: Page, part: string): Promise<{ src: string; box: number[] }[]> {
  return page.locator(`${part} img`).evaluateAll((images) =>
    images.flatMap((image) => {
      const { x, y, width, height } = image.getBoundingClientRect();
      const isSeen = width > 0 && y < innerHeight && x < innerWidth;
      return isSeen ? [{ src: image.getAttribute('src') ?? '', box: [x, y, width, height].map(Math.round) }] : [];
    }),
  );
}

test.each([
  ['a first visit', null],
  ['who has read something', '{"comicId":1}'],
])(
  'for %s the page shows its first covers before the app is there, which leaves them where they are',
  async (_who, resume) => {
    const page = await openPage();
    await watchShifts(page);
    if (resume) {
      await page.addInitScript((kept) => localStorage.setItem('resume', kept), resume);
      // As long as the account has not said what was read, its place stays; here it would say: nothing.
      await page.route(`**/api/${history.path}`, () => undefined);
    }
    const pictures: string[] = [];
    page.on('request', (request) => request.url().includes('/img/') && pictures.push(request.url()));
    const letGo = await holdCode(page);
    await page.goto(url('/home'), { waitUntil: 'commit' });
    await expect.poll(async () => (await coversIn(page, '.frame')).length).toBeGreaterThan(2);
    await expect
      .poll(async () => (await coversIn(page, '.frame')).every(({ src }) => src.startsWith('data:image/png')))
      .toBe(true);
    const drawn = await coversIn(page, '.frame');
    const asked = pictures.length;
    letGo();
    await page.getByRole('navigation', { name: '频道' }).waitFor();
    await page.locator('main section').first().waitFor();
    await expect.poll(() => coversIn(page, 'main section')).toEqual(drawn);
    expect(pictures.slice(0, asked).some((picture) => pictures.slice(asked).includes(picture))).toBe(false);
    expect(await shiftsOf(page)).toEqual([]);
  },
);

/** Opens a page that the worker has kept, or believes so, and notes in each frame whether cards, a picture and words are seen. */
async function openWatched(page: Page, address: string, isKept = true): Promise<void> {
  if (isKept)
    await page.addInitScript(() =>
      Object.defineProperty(ServiceWorkerContainer.prototype, 'controller', { get: () => ({}) }),
    );
  await page.addInitScript(() => {
    const sights: string[] = [];
    Object.assign(window, { sights });
    const canSee = (part: string) => document.querySelector(`.frame ${part}`)?.checkVisibility() ?? false;
    const look = () => {
      const words = canSee('.frame-name, .frame .about-words > *') ? 'words' : '';
      const pictures = canSee('img[src]') ? 'picture' : canSee('.frame-picture') ? 'drawn' : '';
      sights.push(`${pictures} ${words}`.trim());
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(address, { waitUntil: 'commit' });
}

/** What `openWatched` has noted, each once. */
async function sightsOf(page: Page): Promise<string[]> {
  return [...new Set(await page.evaluate((): string[] => Reflect.get(window, 'sights')))];
}

test.each(['/home', '/comic/1'])(
  'opened again, %s shows its covers before its words, and nothing moves',
  async (path) => {
    const page = await openPage();
    await watchShifts(page);
    const letGo = await holdCode(page);
    // Some frames after what is drawn, so that words that don't wait would come first.
    await page.route('**/img/**', (route) => setTimeout(() => void route.continue(), 100));
    await openWatched(page, url(path));
    await expect.poll(() => sightsOf(page)).toContain('picture words');
    expect((await sightsOf(page)).filter((sight) => sight && sight !== 'drawn')).toEqual(['picture', 'picture words']);
    const drawn = await coversIn(page, '.frame');
    letGo();
    await page
      .locator(path === '/home' ? 'main section' : 'main .about')
      .first()
      .waitFor();
    expect((await coversIn(page, 'main')).slice(0, drawn.length)).toEqual(drawn);
    expect(await shiftsOf(page)).toEqual([]);
  },
);

test.each([
  ['/home', 'homePictures', 'main section'],
  ['/comic/1', 'comicPictures', 'main .about'],
])('%s, opened again, has its covers without asking for one, and the app takes them over', async (path, key, part) => {
  const page = await openPage();
  await page.goto(url(path));
  await page.locator(part).first().waitFor();
  const seen = await coversIn(page, 'main');
  await page.waitForFunction((name) => localStorage.getItem(name), key);
  const kept = await page.evaluate((name) => Object.keys(JSON.parse(localStorage[name]).pictures), key);
  const pictures: string[] = [];
  await page.route('**/img/**', (route) => void pictures.push(new URL(route.request().url()).pathname));
  const letGo = await holdCode(page);
  await page.goto(url(path), { waitUntil: 'commit' });
  const sources = (covers: { src: string }[]) => covers.map(({ src }) => src);
  const drawn = async () => (await coversIn(page, '.frame')).filter(({ src }) => src);
  await expect.poll(async () => (await drawn()).length).toBeGreaterThan(1);
  const frame = await drawn();
  expect(sources(seen)).toEqual(expect.arrayContaining(sources(frame)));
  letGo();
  await page.locator(part).first().waitFor();
  expect(await coversIn(page, 'main')).toEqual(expect.arrayContaining(frame));
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

test('on a first visit words come in a frame of their own, before the pictures', async () => {
  const page = await openPage();
  await page.route('**/img/**', () => undefined);
  await openWatched(page, url('/home'), false);
  await expect.poll(() => sightsOf(page)).toContain('drawn words');
  expect((await sightsOf(page)).filter(Boolean)).toEqual(['drawn', 'drawn words']);
});

test('where the pictures don’t come the words of a page that is opened again are shown without them', async () => {
  const page = await openPage();
  await page.route('**/img/**', () => undefined);
  await openWatched(page, url('/home'));
  await page.locator('.frame .frame-name').first().waitFor();
});

test('what the page brings for everybody is shown neither in 未成年人模式 nor to who is known', async () => {
  const page = await openPage(PHONE);
  await page.addInitScript(() => {
    const teen = location.pathname === '/home';
    localStorage.setItem('userInfo', JSON.stringify({ id: 1, teen, adult: false }));
  });
  await holdCode(page);
  // Not to a reader in 未成年人模式.
  await page.goto(url('/home'), { waitUntil: 'commit' });
  await page.locator('script[type=module]').waitFor({ state: 'attached' });
  expect(await page.locator('.frame img').count()).toBe(0);
  // Nor is who is known shown a comic as strangers see it.
  await page.goto(url(`/comic/${comicId}`), { waitUntil: 'commit' });
  await page.locator('script[type=module]').waitFor({ state: 'attached' });
  expect(await page.locator('.frame-comic').count()).toBe(0);
});

test.each([
  ['a phone', PHONE],
  ['a wide window, under the bar of its own', { viewport: { width: 1280, height: 800 } }],
])(
  'on %s a shared comic shows its cover and title before the app is there, which leaves them where they are',
  async (_name, options) => {
    const page = await openPage(options);
    await watchShifts(page);
    const letGo = await holdCode(page);
    await page.goto(url(`/comic/${comicId}`), { waitUntil: 'commit' });
    const placesIn = (part: string) =>
      page.locator(`${part} :is(.hero, .about-cover, .about-title)`).evaluateAll((boxes) =>
        boxes.map((each) => {
          const { x, y, width, height } = each.getBoundingClientRect();
          return [x, y, width, height].map(Math.round);
        }),
      );
    await page.locator('.frame .about-title', { hasText: '王牌' }).waitFor();
    await expect
      .poll(async () => (await coversIn(page, '.frame')).every(({ src }) => src.startsWith('data:')))
      .toBe(true);
    const drawn = { covers: await coversIn(page, '.frame'), places: await placesIn('.frame') };
    expect(drawn.places).toHaveLength(3);
    letGo();
    await page.getByRole('link', { name: '开始阅读' }).waitFor();
    const shown = { covers: (await coversIn(page, 'main')).slice(0, 2), places: await placesIn('main') };
    expect(shown).toEqual(drawn);
    expect(await shiftsOf(page)).toEqual([]);
  },
);
