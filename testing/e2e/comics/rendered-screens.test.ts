import { expect, test } from 'vitest';
import { howMany, isDrill } from '../../drills/drill.ts';
import { addComic } from '../../factories/comics.ts';
import { editPart, PICTURE } from '../../factories/editorial.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { turn } from '../steps/coming-back.ts';
import { whenHydrated } from '../steps/hydrated.ts';
import { shiftsOf, watchShifts } from '../steps/layout-shifts.ts';

const SCREENS = ['/home', '/weekly', '/new', '/complete', '/ranking', '/freesale', '/free', '/comic/1'];
const WHEN_IDLE = { timeout: 15_000 };
const WIDE = { viewport: { width: 1280, height: 800 } };

const { openPage, url } = openSite(async (app) => {
  const hour = 3_600_000;
  for (const [n, title] of ['海上的岛', '山里的灯', '雨巷', '旧书店', '天台', '末班车', '王牌'].entries())
    await addComic(app, { title, chapters: [{ no: 1, publishedAt: new Date(Date.now() - n * 5 * hour) }] });
  const banner = { slot: 1, image: PICTURE, link: '/event', start: null, end: null };
  await editPart(app, 'banners', [
    { ...banner, title: '横幅一' },
    { ...banner, title: '横幅二' },
  ]);
});

test.each(SCREENS.filter((path) => !['/complete', '/freesale'].includes(path)))(
  'the page of %s has the titles of comics as text, with links to them',
  async (path) => {
    const page = await (await fetch(url(path))).text();
    const [, screen = ''] = /<div id="root">(.*)<template id="frame">/s.exec(page) ?? [];
    expect(screen).toContain('海上的岛');
    if (path !== '/comic/1') expect(screen).toMatch(/<a [^>]*href="\/comic\/\d+"/);
  },
);

/** Every two values meet in one of the first four. */
const VISITS = [
  { width: 390, colorScheme: 'light', reader: 'new' },
  { width: 390, colorScheme: 'dark', reader: 'known' },
  { width: 1280, colorScheme: 'dark', reader: 'new' },
  { width: 1280, colorScheme: 'light', reader: 'known' },
  { width: 390, colorScheme: 'light', reader: 'known' },
  { width: 390, colorScheme: 'dark', reader: 'new' },
  { width: 1280, colorScheme: 'dark', reader: 'known' },
  { width: 1280, colorScheme: 'light', reader: 'new' },
] as const;

test.each(VISITS.slice(0, howMany({ test: 4, drill: VISITS.length })))(
  'rendered screens are taken over without a difference, $width wide, $colorScheme, $reader reader',
  async ({ width, colorScheme, reader }) => {
    const page = await openPage({ ...(width === 390 ? PHONE : WIDE), colorScheme });
    const faults: string[] = [];
    page.on('console', (message) => {
      // The pictures of the banners have no files.
      const isMissingPicture = message.location().url.startsWith(url('/img/site/'));
      if (message.type() === 'error' && !isMissingPicture) faults.push(message.text());
    });
    page.on('pageerror', ({ message }) => faults.push(message));
    await watchShifts(page);
    if (reader === 'known') {
      await page.goto(url('/home'));
      await expect.poll(() => page.evaluate(() => localStorage.getItem('userInfo'))).not.toBeNull();
    }
    // Each screen in one colour scheme, at both widths and for both readers. `npm run drills` opens all.
    const opened = SCREENS.filter((_, nth) => isDrill || (nth % 2 === 0) === (colorScheme === 'light'));
    for (const path of opened) {
      await page.goto(url(path));
      await whenHydrated(page);
      await expect.poll(() => page.evaluate(() => document.documentElement.dataset.words)).toBeUndefined();
      expect(faults, path).toEqual([]);
      expect(await shiftsOf(page), path).toEqual([]);
    }
  },
);

test('a comic that the device has stored replaces the rendered one after it was taken over', async () => {
  const page = await openPage();
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.goto(url('/comic/1'));
  await page.getByRole('button', { name: '收藏' }).click();
  await page.getByRole('button', { name: '已收藏' }).waitFor();
  // It is stored once the work of idle moments has begun.
  await expect
    .poll(async () => {
      await turn(page, 'hidden');
      return page.evaluate(() => localStorage.getItem('comic') ?? '');
    }, WHEN_IDLE)
    .toContain('"favorited":true');
  await page.route('**/api/comic/info', () => undefined);
  await page.goto(url('/comic/1'));
  await page.getByRole('button', { name: '已收藏' }).waitFor();
  expect(faults).toEqual([]);
});
