import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TestApp } from '../../app/app.ts';
import { someOf } from '../../drills/drill.ts';
import { addComic } from '../../factories/comics.ts';
import { editPart, PICTURE } from '../../factories/editorial.ts';
import { openSite, withoutFirstAnswers } from '../steps/app.ts';
import { shiftsOf, watchShifts } from '../steps/layout-shifts.ts';
import { scrollTo, settledScrollY } from '../steps/scrolling.ts';

let site: TestApp;
const { openPage, url } = openSite(async (app) => {
  site = app;
  for (let n = 1; n <= 24; n += 1) await addComic(app, { title: `岛 ${n} 号` });
});

const card = (page: Page) => page.locator('main:visible').getByRole('link', { name: '岛' }).nth(4);
const banners = (page: Page) => page.locator('main:visible').getByRole('region', { name: '推荐' });
const top = async (page: Page) => Math.round((await card(page).boundingBox())?.y ?? -1);

async function offer(slots: number[]) {
  const ever = { start: null, end: null };
  await editPart(
    site,
    'banners',
    slots.map((slot) => ({ slot, title: '迟到的', image: PICTURE, link: '/event', ...ever })),
  );
}

/** Delays the banners of the next screen until the returned function is called. */
async function holdBanners(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/api/banner', (route) => held.promise.then(() => route.continue()));
  return held.resolve;
}

/** Opens a screen with delayed banners. */
async function openHeld(page: Page, path: string): Promise<() => void> {
  await watchShifts(page);
  await withoutFirstAnswers(page);
  const letGo = await holdBanners(page);
  await page.goto(url(path));
  await card(page).waitFor();
  return letGo;
}

test.each(someOf([390, 1280], 1))(
  'late banners appear on home and on a listing at %i px without a layout shift',
  async (width) => {
    await offer([1, 3]);
    const page = await openPage({ viewport: { width, height: 844 } });
    const appear = async (letGo: () => void) => {
      const before = await top(page);
      letGo();
      await banners(page).getByRole('link', { name: '迟到的' }).waitFor();
      expect(await top(page)).toBe(before);
      expect(await shiftsOf(page)).toEqual([]);
    };
    await appear(await openHeld(page, '/new'));
    const letGo = await holdBanners(page);
    await page.getByRole('navigation', { name: '频道' }).getByRole('link', { name: '首页' }).click();
    await page.locator('h1:visible', { hasText: '首页' }).waitFor();
    await card(page).waitFor();
    await appear(letGo);
  },
);

test.each(someOf(['has no scroll anchoring', 'has scroll anchoring'], 1))(
  'in a browser that %s, the space for missing banners is removed when it is scrolled past',
  async (kind) => {
    await offer([]);
    const page = await openPage();
    if (kind === 'has no scroll anchoring') {
      await page.addInitScript(() => {
        const { supports } = CSS;
        CSS.supports = (...query: [string, string?]) =>
          query[0] !== 'overflow-anchor' && Reflect.apply(supports, CSS, query);
        const style = new CSSStyleSheet();
        style.replaceSync('html { overflow-anchor: none }');
        document.adoptedStyleSheets.push(style);
      });
    }
    const letGo = await openHeld(page, '/new');
    const before = await top(page);
    const settled = page.waitForResponse('**/api/banner');
    letGo();
    await settled;
    await page.waitForLoadState('networkidle');
    expect(await top(page)).toBe(before);
    // The space stays while it is half in view; the content moves only with the finger.
    await scrollTo(page, 100);
    expect(await top(page)).toBe(before - 100);
    await scrollTo(page, 420);
    expect(await top(page)).toBe(before - 420);
    expect(await settledScrollY(page)).toBeLessThan(420);
    await scrollTo(page, 0);
    expect(await top(page)).toBeLessThan(before - 100);
    expect(await shiftsOf(page)).toEqual([]);
  },
);

test('a cached listing that is shown again has no space for missing banners', async () => {
  await offer([]);
  const page = await openPage();
  const letGo = await openHeld(page, '/new');
  const before = await top(page);
  const settled = page.waitForResponse('**/api/banner');
  letGo();
  await settled;
  const tabs = page.getByRole('navigation', { name: '频道' });
  await tabs.getByRole('link', { name: '完结' }).click();
  await page.locator('h1:visible', { hasText: '完结' }).waitFor();
  await tabs.getByRole('link', { name: '新作' }).click();
  await card(page).waitFor();
  expect(await top(page)).toBeLessThan(before - 100);
});
