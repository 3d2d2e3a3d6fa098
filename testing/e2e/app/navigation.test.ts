import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addComic } from '../../factories/comics.ts';
import { editPart } from '../../factories/editorial.ts';
import { MOVING_PHONE, openSite, PHONE } from '../steps/app.ts';
import { shiftsOf, watchShifts } from '../steps/layout-shifts.ts';
import { bringToMiddle, recordScrolls, scrollTo, scrollY, settledScrollY } from '../steps/scrolling.ts';

const HOUR_MS = 3_600_000;

const { openPage, url } = openSite(async (app) => {
  const comics: number[] = [];
  for (let n = 1; n <= 40; n += 1) {
    const createdAt = new Date(Date.now() - n * HOUR_MS);
    const title = `岛 ${String(n).padStart(2, '0')}`;
    // Only this comic is long enough to be scrolled.
    const chapters = Array.from({ length: n === 8 ? 30 : 1 }, () => ({ pages: 1 }));
    const { comicId } = await addComic(app, { title, genres: ['冒险'], status: 'complete', createdAt, chapters });
    comics.push(comicId);
  }
  const shown = { show: { comics: comics.slice(0, 12) }, more: null, count: 12, start: null, end: null };
  await editPart(app, 'home', [
    { key: 'row', title: '一行', layout: 'row', ...shown },
    { key: 'grid', title: '一片', layout: 'grid', ...shown },
  ]);
});

const main = (page: Page) => page.locator('main:visible');
const card = (page: Page, n: string) => main(page).getByRole('link', { name: `岛 ${n}` });
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '频道' }).getByRole('link', { name, exact: true });
const heading = (page: Page, name: string) => page.locator('h1:visible', { hasText: name });
const pathOf = (page: Page) => new URL(page.url()).pathname;
const backButton = (page: Page) => page.getByRole('button', { name: '返回' });
const entries = (page: Page) => page.evaluate(() => history.length);

/** Scrolls a listing down and opens a comic of it. Returns the scroll position of the listing. */
async function openFrom(page: Page, n: string): Promise<number> {
  await card(page, n).waitFor();
  const before = await bringToMiddle(page, card(page, n));
  await card(page, n).click();
  await heading(page, `岛 ${n}`).waitFor();
  return before;
}

test('a tab scrolls smoothly to its top when it is entered or tapped again, and a touch stops it', async () => {
  const page = await openPage(MOVING_PHONE);
  await page.goto(url('/new'));
  await card(page, '01').waitFor();
  await tab(page, '完结').click();
  await heading(page, '完结').waitFor();
  await card(page, '01').waitFor();
  const left = await scrollTo(page, 900);
  await tab(page, '新作').click();
  await heading(page, '新作').waitFor();
  await expect.poll(() => settledScrollY(page)).toBe(0);
  // A fifth of the remaining distance in each frame.
  const scrolls = await recordScrolls(page);
  await tab(page, '完结').click();
  await heading(page, '完结').waitFor();
  await expect.poll(() => settledScrollY(page)).toBe(0);
  const [restored, ...steps] = await scrolls();
  // First restored, then scrolled from there to the top.
  expect(restored).toBe(left);
  expect(steps.length).toBeGreaterThan(10);
  let y = left;
  for (const step of steps) {
    y = Math.floor(y - y / 5);
    expect(step).toBe(y);
  }
  expect(y).toBe(0);

  // A touch stops it.
  await scrollTo(page, 900);
  await tab(page, '新作').click();
  await heading(page, '新作').waitFor();
  await expect.poll(() => settledScrollY(page)).toBe(0);
  await page.evaluate(() => {
    let wasBelow = false;
    const stop = () => {
      wasBelow ||= window.scrollY > 600;
      if (!wasBelow || window.scrollY > 600) return;
      removeEventListener('scroll', stop);
      document.body.dispatchEvent(new Event('touchstart', { bubbles: true }));
    };
    addEventListener('scroll', stop);
  });
  await tab(page, '完结').click();
  await heading(page, '完结').waitFor();
  expect(await settledScrollY(page)).toBeGreaterThan(100);

  // A tap on the active tab scrolls to its top, keeps its genre and adds no history entry.
  await main(page).getByRole('button', { name: '冒险', exact: true }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('genre')).toBe('冒险');
  await card(page, '01').waitFor();
  await scrollTo(page, 600);
  const length = await entries(page);
  await tab(page, '完结').click();
  await expect.poll(() => scrollY(page)).toBe(0);
  expect(new URL(page.url()).searchParams.get('genre')).toBe('冒险');
  expect(await entries(page)).toBe(length);
});

test('each step back from chapters and comics returns to the previous screen and position', async () => {
  const page = await openPage();
  await page.goto(url('/new'));
  // A link opens a comic at its top. Back restores the listing, forward the comic.
  const before = await openFrom(page, '08');
  await expect.poll(() => scrollY(page)).toBe(0);
  const below = await scrollTo(page, 400);
  await page.goBack();
  await card(page, '08').waitFor();
  await expect.poll(() => settledScrollY(page)).toBe(before);
  await page.goForward();
  await heading(page, '岛 08').waitFor();
  await expect.poll(() => settledScrollY(page)).toBe(below);
  await page.goBack();
  await expect.poll(() => settledScrollY(page)).toBe(before);

  // From the detail to a chapter and back twice, each position is restored.
  const place = await openFrom(page, '08');
  const length = await entries(page);
  const chapter = page.getByRole('region', { name: '章节' }).getByRole('link').nth(8);
  await chapter.waitFor();
  await expect.poll(() => scrollY(page)).toBe(0);
  const chapterAt = await bringToMiddle(page, chapter);
  expect(chapterAt).toBeGreaterThan(100);
  await chapter.click();
  await page.locator('[data-reader]').waitFor();
  await page.goBack();
  await heading(page, '岛 08').waitFor();
  await expect.poll(() => settledScrollY(page)).toBe(chapterAt);
  await backButton(page).click();
  await card(page, '08').waitFor();
  await expect.poll(() => settledScrollY(page)).toBe(place);
  expect(pathOf(page)).toBe('/new');
  // The app's 返回 uses the browser's history: no entry was added.
  expect(await entries(page)).toBe(length + 1);

  // Two comics that link to each other can be left step by step.
  await openFrom(page, '03');
  const related = page.getByRole('region', { name: '相关推荐' }).getByRole('link').first();
  await related.click();
  await expect.poll(() => page.locator('h1:visible').textContent()).not.toBe('岛 03');
  await backButton(page).click();
  await heading(page, '岛 03').waitFor();
  // Longer than a double tap, which counts as one tap.
  await page.waitForTimeout(400);
  await backButton(page).click();
  await page.waitForURL('**/new');

  // Two quick taps on a comic open it once.
  await card(page, '03').dblclick();
  await heading(page, '岛 03').waitFor();
  await page.waitForTimeout(300);
  await page.goBack();
  await page.waitForURL('**/new');
  await card(page, '03').waitFor();
});

test('going back keeps the query of a listing, and with reduced motion a tab jumps to its top', async () => {
  const page = await openPage();
  await page.goto(url('/complete?genre=冒险'));
  await openFrom(page, '05');
  await backButton(page).click();
  await card(page, '05').waitFor();
  expect(new URL(page.url()).searchParams.get('genre')).toBe('冒险');

  // Also after a reload in the middle of a comic.
  await openFrom(page, '05');
  await page.reload();
  await heading(page, '岛 05').waitFor();
  await backButton(page).click();
  await page.waitForURL(/\/complete\?genre=/);
  await heading(page, '完结').waitFor();
  await card(page, '05').waitFor();

  // With reduced motion a tab jumps to its top.
  await card(page, '01').waitFor();
  await scrollTo(page, 900);
  await tab(page, '新作').click();
  await heading(page, '新作').waitFor();
  await expect.poll(() => settledScrollY(page)).toBe(0);
  const scrolls = await recordScrolls(page);
  await tab(page, '完结').click();
  await heading(page, '完结').waitFor();
  await expect.poll(() => settledScrollY(page)).toBe(0);
  expect((await scrolls()).length).toBeLessThanOrEqual(2);

  // Two quick taps on 返回 go back once.
  await tab(page, '新作').click();
  await heading(page, '新作').waitFor();
  await card(page, '03').click();
  await heading(page, '岛 03').waitFor();
  await backButton(page).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await card(page, '03').waitFor();
  await page.waitForTimeout(500);
  expect(pathOf(page)).toBe('/new');
});

test('a cached listing is restored exactly, and the second of two quick taps on tabs wins', async () => {
  const page = await openPage();
  await page.goto(url('/home'));
  await card(page, '01').first().waitFor();
  // The same DOM nodes with the same scroll positions.
  const row = page.getByRole('region', { name: '一行' }).locator('ul');
  await row.evaluate((element) => element.scrollTo({ left: 300, behavior: 'instant' }));
  await row.evaluate((element) => element.setAttribute('data-mark', 'me'));
  const before = await scrollTo(page, 120);
  await page.getByRole('region', { name: '一片' }).getByRole('link').first().click();
  await backButton(page).waitFor();
  await backButton(page).click();
  await page.locator('ul[data-mark=me]').waitFor();
  await expect.poll(() => settledScrollY(page)).toBe(before);
  expect(await row.evaluate((element) => Math.round(element.scrollLeft))).toBeGreaterThan(200);
  await tab(page, '新作').click();
  await heading(page, '新作').waitFor();
  await tab(page, '首页').click();
  await page.locator('ul[data-mark=me]').waitFor();
  expect(await row.evaluate((element) => Math.round(element.scrollLeft))).toBeGreaterThan(200);

  // The second of two quick taps on tabs wins, and one screen is shown.
  await card(page, '01').first().waitFor();
  await page.evaluate(() => {
    for (const path of ['/complete', '/ranking']) document.querySelector<HTMLElement>(`nav a[href="${path}"]`)?.click();
  });
  await heading(page, '排行').waitFor();
  await page.waitForTimeout(500);
  expect(pathOf(page)).toBe('/ranking');
  expect(await main(page).count()).toBe(1);
  await page.goBack();
  await heading(page, '完结').waitFor();
  await card(page, '01').waitFor();
});

/** Notes where the cover of a detail is when it begins to move. The clock of the page stands still, or it could be too late for that. */
async function watchMoves(page: Page): Promise<() => Promise<number[][]>> {
  await page.addInitScript(() => {
    const moves: number[][] = [];
    Object.assign(window, { moves });
    performance.now = () => 0;
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how) {
      const animation = animate.apply(this, how);
      const { x, y, width, height } = this.getBoundingClientRect();
      if (this.matches('.about-cover')) moves.push([x, y, width, height].map(Math.round));
      return animation;
    };
  });
  return () => page.evaluate(() => Reflect.get(window, 'moves'));
}

test('a tapped cover moves to its place on the detail, which does not wait for it, and with reduced motion it stays', async () => {
  for (const { options, isMoving } of [
    { options: MOVING_PHONE, isMoving: true },
    { options: PHONE, isMoving: false },
  ]) {
    const page = await openPage(options);
    await watchShifts(page);
    const moves = await watchMoves(page);
    await page.goto(url('/new'));
    const cover = card(page, '05').locator('[data-image=loaded]');
    await cover.waitFor();
    const { x, y, width, height } = (await cover.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const place = [x, y, width, height].map(Math.round);
    const answered = Promise.withResolvers<void>();
    await page.route('**/api/comic/info', (route) => answered.promise.then(() => route.continue()));
    await card(page, '05').click();
    // The placeholder already has the picture.
    await page.locator('.about-cover img').waitFor();
    expect(await moves()).toEqual(isMoving ? [place] : []);
    expect(await heading(page, '岛 05').count()).toBe(0);
    answered.resolve();
    await heading(page, '岛 05').waitFor();
    await page.locator('.about-cover [data-image=loaded]').waitFor();
    // The comic replaces its placeholder and continues the move.
    expect(await moves()).toEqual(isMoving ? [place, place] : []);
    expect(await shiftsOf(page)).toEqual([]);
    await backButton(page).click();
    await card(page, '05').waitFor();
    expect(await moves()).toHaveLength(isMoving ? 2 : 0);
  }
});
