import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { howMany, isDrill } from '../../drills/drill.ts';
import { addComic } from '../../factories/comics.ts';
import { editPart, PICTURE } from '../../factories/editorial.ts';
import { addPromotion } from '../../factories/promotions.ts';
import { MOVING_PHONE, openSite } from '../steps/app.ts';
import { shiftsOf, watchShifts } from '../steps/layout-shifts.ts';

// Each test opens every screen.
vi.setConfig({ testTimeout: 300_000 });

const { openPage, url } = openSite(async (app) => {
  const long = await addComic(app, {
    title: '一个特别特别长的标题，长到一行放不下，两行也放不下，还要继续往下写的漫画',
    genres: ['冒险', '奇幻'],
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    chapters: [
      { title: '出海', pages: 1 },
      { title: '归来', price: 12, pages: 1 },
      { title: '远行', price: 12, pages: 1 },
      { title: '尾声', price: 0, pages: 1 },
    ],
  });
  await addComic(app, { title: '短', status: 'complete' });
  await addPromotion(app, { comicIds: [long.comicId], percent: 70, title: '一场名字特别特别长、长到一行放不下的优惠' });
  const ever = { start: null, end: null };
  const banners = [1, 1, 2, 3, 4, 5, 6].map((slot) => ({
    slot,
    title: '横幅',
    image: PICTURE,
    link: '/event',
    ...ever,
  }));
  await editPart(app, 'banners', banners);
  const event = { title: '活动', image: PICTURE, link: '/home', body: '# 怎么参加\n\n- 每天来看看', end: null };
  await editPart(app, 'events', [{ id: 1, start: '2026-01-01T00:00:00.000Z', ...event }]);
  const comics = [long.comicId];
  await editPart(app, 'themes', [{ id: 1, title: '专题', description: '说明', image: PICTURE, comics, ...ever }]);
});

const LISTINGS = ['/home', '/weekly', '/new', '/complete', '/ranking', '/freesale', '/free'];
const OTHERS = ['/search?q=duan', '/theme/1', '/event', '/event?id=1', '/service', '/privacy'];
const SIZES = [
  { width: 360, height: 640 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
const SCREENS = ['/', ...LISTINGS, ...OTHERS, '/comic/1'];
/** Screens similar to others, checked only by `npm run drills`. */
const ALIKE = ['/', '/complete', '/privacy'];
const TELLING = SCREENS.filter((screen) => isDrill || !ALIKE.includes(screen));
/** The screens with the most elements, which overflow first on the smallest screen. */
const FULLEST = ['/home', '/freesale', '/comic/1'];
/** Each screen at one of the sizes, and the fullest ones also at the smallest. `npm run drills` checks all combinations. */
const LOOKED_AT = SIZES.map((size, at) => ({
  ...size,
  screens: TELLING.filter(
    (screen, nth) => isDrill || nth % SIZES.length === at || (at === 0 && FULLEST.includes(screen)),
  ),
}));

/** Runs slow checks on several pages in parallel. */
async function onPages<Item>(
  open: () => Promise<Page>,
  items: readonly Item[],
  look: (page: Page, item: Item) => unknown,
) {
  const left = [...items];
  await Promise.all(
    Array.from({ length: howMany({ test: 2, drill: 4 }) }, async () => {
      const page = await open();
      await watchShifts(page);
      for (let item = left.shift(); item !== undefined; item = left.shift()) await look(page, item);
    }),
  );
}

test.each(LOOKED_AT)(
  'at $width×$height there is no layout shift and no overflow, and every control is large enough',
  async ({ width, height, screens }) => {
    const open = () => openPage({ ...MOVING_PHONE, viewport: { width, height } });
    await onPages(open, screens, async (page, screen) => {
      await page.goto(url(screen));
      await page.locator('main a[href^="/c"], main a[href^="/event"], main article').first().waitFor();
      await page.waitForTimeout(500);
      expect(await shiftsOf(page), screen).toEqual([]);
      const seen = await page.evaluate(() => ({
        wider: document.documentElement.scrollWidth - innerWidth,
        small: [...document.querySelectorAll('a, button')]
          // Links inside a text have the height of the text.
          .filter((control) => !control.closest('article p, article li') || control.className.includes('min-h-11'))
          .filter((control) => {
            const { width, height } = control.getBoundingClientRect();
            // On a phone in landscape the bars are 40 px high, to leave room for pictures.
            const least = innerHeight < 480 ? 39.5 : 43.5;
            return width > 0 && (width < 44 || height < least);
          })
          .map((control) => control.outerHTML.slice(0, 120)),
      }));
      expect(seen, screen).toEqual({ wider: 0, small: [] });
    });
  },
);

/** Screens of different kinds with one order of late responses. `npm run drills` checks every screen with both. */
const LATE_ANSWERS = (
  isDrill ? [...LISTINGS, '/theme/1', '/event'] : ['/home', '/weekly', '/ranking', '/theme/1']
).flatMap((screen, nth) =>
  [500, 1200].filter((_, at) => isDrill || nth % 2 === at).map((listedMs) => ({ screen, listedMs })),
);

test('late responses cause no layout shift, in any order', async () => {
  const late: Record<string, number> = { banner: 900, genre: 1300 };
  await onPages(
    () => openPage(MOVING_PHONE),
    LATE_ANSWERS,
    async (page, { screen, listedMs }) => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.route('**/api/**', async (route) => {
        const call = route
          .request()
          .url()
          .replace(/^.*\/api\//, '');
        await new Promise((resolve) => setTimeout(resolve, late[call] ?? listedMs));
        await route.continue();
      });
      await page.goto(url(screen));
      await page.locator('main a[href^="/c"], main a[href^="/event"]').first().waitFor();
      await page.waitForTimeout(1500);
      expect(await shiftsOf(page), `${screen} after ${listedMs} ms`).toEqual([]);
    },
  );
});

/** Delays the calls of a path until the returned function is called; then they continue or fail. */
async function holdBack(page: Page, call: string, end: 'continue' | 'abort'): Promise<() => void> {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(`**/api/${call}`, async (route) => {
    await released;
    await route[end]();
  });
  return letGo;
}

test('a failed comic and a late next chapter after a locked one cause no layout shift', async () => {
  const page = await openPage(MOVING_PHONE);
  await watchShifts(page);
  // For visitors without a session the page contains the comic, so a session is started first.
  await page.goto(url('/my'));
  await page.waitForFunction(() => localStorage.getItem('userInfo') !== null);
  const fail = await holdBack(page, 'comic/info', 'abort');
  await page.goto(url('/comic/1'));
  await page.getByRole('button', { name: '返回' }).waitFor();
  fail();
  await page.getByRole('alert').waitFor();
  expect(await shiftsOf(page)).toEqual([]);

  await page.unroute('**/api/comic/info');
  const goOn = await holdBack(page, 'comic/info', 'continue');
  await page.goto(url('/chapter/2'));
  const card = page.getByRole('region', { name: '本话未解锁' });
  await card.getByRole('link', { name: '返回目录' }).waitFor();
  goOn();
  await card.getByRole('link', { name: '免费读 第4话' }).waitFor();
  expect(await shiftsOf(page)).toEqual([]);
});

test('a screen opened by its address has the right order of style sheets', async () => {
  const page = await openPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(url('/payment'));
  const choice = page.getByRole('group', { name: '选择金额' });
  await choice.waitFor();
  expect((await choice.boundingBox())?.width).toBeLessThan(700);
  // In a wide window, links to other screens are always visible.
  await page.getByRole('navigation', { name: '频道' }).getByRole('link', { name: '首页' }).waitFor();
});
