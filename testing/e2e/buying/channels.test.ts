import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addComic } from '../../factories/comics.ts';
import { MOVING_PHONE, openSite, PHONE } from '../steps/app.ts';
import { drag } from '../steps/fingers.ts';
import { shiftsOf, watchShifts } from '../steps/layout-shifts.ts';
import { bringToMiddle, settledScrollY } from '../steps/scrolling.ts';

const MINUTE_MS = 60_000;
const DAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'];
const RARE = Array.from({ length: 10 }, (_, n) => `题材${n}`);

const { openPage, url, answerWith } = openSite(async (app) => {
  for (let n = 1; n <= 40; n += 1) {
    const createdAt = new Date(Date.now() - n * MINUTE_MS);
    const genres = n % 2 === 0 ? ['冒险'] : ['日常', ...RARE];
    await addComic(app, { title: `完结 ${String(n).padStart(2, '0')}`, status: 'complete', genres, createdAt });
  }
  for (const [index, name] of DAYS.entries()) {
    for (let n = 1; n <= 3; n += 1) await addComic(app, { title: `${name}漫画 ${n}`, weekdays: [index + 1] });
  }
  await addComic(app, { title: '要买的', status: 'complete', chapters: [{ price: 12 }] });
});

const main = (page: Page) => page.locator('main:visible');
const card = (page: Page, name: string) => main(page).getByRole('link', { name });
const cards = (page: Page) => main(page).getByRole('link').count();
const tabs = (page: Page) => page.getByRole('navigation', { name: '频道' });
const choice = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
/** The picked choice, by the beginning of its accessible name. */
const pressed = (page: Page) =>
  main(page)
    .locator('fieldset button[aria-pressed=true]')
    .evaluate((button) => (button.getAttribute('aria-label') ?? button.textContent)?.split('，')[0]);
const ok = (data: unknown) => ({ status: 1, message: 'success', code: 0, data });

function shanghaiDay(): string {
  return new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', weekday: 'short' }).format(new Date());
}

test('each channel has its tab, and the active one is in view on a narrow phone', async () => {
  const page = await openPage({ ...PHONE, viewport: { width: 320, height: 640 } });
  await page.goto(url('/home'));
  await expect
    .poll(() => tabs(page).getByRole('link').allTextContents())
    .toEqual(['首页', '每周', '新作', '完结', '排行', '优惠']);
  for (const name of ['每周', '新作', '完结', '排行', '优惠']) {
    await tabs(page).getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    const room = await tabs(page).boundingBox();
    const tab = await tabs(page).getByRole('link', { name }).boundingBox();
    expect(tab?.x).toBeGreaterThanOrEqual((room?.x ?? 0) - 1);
    expect((tab?.x ?? 0) + (tab?.width ?? 0)).toBeLessThanOrEqual((room?.x ?? 0) + (room?.width ?? 0) + 1);
    // In the middle, or as near to it as possible.
    const offCentre = await tabs(page).evaluate((row) => {
      const open = row.querySelector('[aria-current=page]')?.getBoundingClientRect();
      const { left, width } = row.getBoundingClientRect();
      const wished = row.scrollLeft + (open ? open.left + open.width / 2 : Number.NaN) - left - width / 2;
      return row.scrollLeft - Math.min(Math.max(wished, 0), row.scrollWidth - row.clientWidth);
    });
    expect(Math.abs(offCentre)).toBeLessThanOrEqual(1);
  }
  await page.goto(url('/freesale'));
  await expect(tabs(page).getByRole('link', { name: '优惠' }).boundingBox()).resolves.toMatchObject({ y: 0 });
  await expect.poll(() => tabs(page).evaluate((row) => row.scrollLeft)).toBeGreaterThan(0);
});

test('the week opens at today in Shanghai, and a day chosen offline is loaded when the network is back', async () => {
  const page = await openPage();
  await page.goto(url('/weekly'));
  const today = shanghaiDay();
  await card(page, `${today}漫画 1`).waitFor();
  await expect.poll(() => pressed(page)).toBe(today);
  await expect.poll(() => cards(page)).toBe(3);
  // The filter can be changed to another day and to all days.
  const other = DAYS[(DAYS.indexOf(today) + 3) % 7] ?? '';
  await choice(page, other).click();
  await card(page, `${other}漫画 1`).waitFor();
  await expect.poll(() => cards(page)).toBe(3);
  await choice(page, '全部').click();
  await expect.poll(() => cards(page)).toBeGreaterThanOrEqual(20);
  // A day chosen offline shows an error and is loaded when the network is back.
  const missed = DAYS[(DAYS.indexOf(today) + 1) % 7] ?? '';
  await page.context().setOffline(true);
  await choice(page, missed).click();
  await page.getByRole('alert').getByText('没有网络').waitFor();
  await page.context().setOffline(false);
  await card(page, `${missed}漫画 1`).waitFor();
});

test('channels can be swiped, each keeps its genre, and going back from a comic restores everything', async () => {
  const page = await openPage();
  await page.goto(url('/new'));
  await main(page).getByRole('link').first().waitFor();
  // A horizontal swipe changes the channel, except in a row of choices.
  await drag(page, { x: 300, y: 500 }, { x: -200, y: 20 });
  await page.getByRole('heading', { level: 1, name: '完结' }).waitFor();
  await card(page, '完结 01').waitFor();
  await drag(page, { x: 300, y: 80 }, { x: -200, y: 0 });
  await drag(page, { x: 200, y: 600 }, { x: 100, y: -300 });
  await page.waitForTimeout(300);
  expect(new URL(page.url()).pathname).toBe('/complete');
  await drag(page, { x: 80, y: 500 }, { x: 200, y: 0 });
  await page.waitForURL('**/new');
  await page.getByRole('heading', { level: 1, name: '新作' }).waitFor();
  // A swipe from the edge does not change it either: the system's gesture to go back starts there.
  await drag(page, { x: 380, y: 500 }, { x: -200, y: 0 });
  expect(new URL(page.url()).pathname).toBe('/new');

  // Each channel keeps its genre, which filters the whole list.
  await choice(page, '冒险').click();
  await tabs(page).getByRole('link', { name: '完结' }).click();
  await page.getByRole('heading', { level: 1, name: '完结' }).waitFor();
  await expect.poll(() => pressed(page)).toBe('全部');
  await choice(page, '日常').click();
  await expect.poll(() => card(page, '完结 02').count()).toBe(0);
  await main(page).getByText('没有更多了').waitFor();
  await expect.poll(() => cards(page)).toBe(20);

  // Going back from a comic restores the genre, the list and the scroll positions.
  await choice(page, '冒险').click();
  await expect.poll(() => card(page, '完结 01').count()).toBe(0);
  await card(page, '完结 14').waitFor();
  const row = main(page).getByRole('group', { name: '题材' }).locator('div').first();
  await row.evaluate((element) => element.scrollTo({ left: 150 }));
  await card(page, '完结 14').evaluate((element) => element.setAttribute('data-mark', 'me'));
  const before = await bringToMiddle(page, card(page, '完结 14'));
  expect(before).toBeGreaterThan(100);
  await card(page, '完结 14').click();
  await page.getByRole('heading', { level: 1, name: '完结 14' }).waitFor();
  await page.getByRole('button', { name: '返回' }).click();
  await page.locator('[data-mark=me]').waitFor();
  await expect.poll(() => settledScrollY(page)).toBe(before);
  expect(await pressed(page)).toBe('冒险');
  expect(await row.evaluate((element) => Math.round(element.scrollLeft))).toBe(150);

  // The other channel has kept its genre.
  await tabs(page).getByRole('link', { name: '新作' }).click();
  await page.getByRole('heading', { level: 1, name: '新作' }).waitFor();
  await expect.poll(() => pressed(page)).toBe('冒险');
});

test('with motion the screen follows the finger, makes the page no wider, and the next one ends in its place', async () => {
  const page = await openPage(MOVING_PHONE);
  await page.goto(url('/new'));
  await main(page).getByRole('link').first().waitFor();
  const left = () => main(page).evaluate((screen) => screen.getBoundingClientRect().left);
  const wide = () => page.evaluate(() => [document.documentElement.scrollWidth, visualViewport?.width]);
  const before = await wide();
  await drag(page, { x: 80, y: 500 }, { x: 40, y: 0 }, async () => {
    await expect.poll(left).toBe(40);
    expect(await wide()).toEqual(before);
  });
  await expect.poll(left).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/new');
  await drag(page, { x: 300, y: 500 }, { x: -200, y: 20 }, () => expect.poll(left).toBe(-200));
  await page.getByRole('heading', { level: 1, name: '完结' }).waitFor();
  await expect.poll(left).toBe(0);
  // The screen that the reader left is shown at the same place.
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: '新作' }).waitFor();
  await expect.poll(left).toBe(0);
});

test('a channel shows errors and its empty state, and the server decides which day it is', async () => {
  const page = await openPage();
  const refusedOnce = async (show: () => Promise<unknown>, call: string) => {
    const letThrough = await answerWith(page, call, 'down');
    await show();
    await main(page).getByRole('alert').getByText('网络异常').waitFor();
    await letThrough();
    await main(page).getByRole('button', { name: '重试' }).click();
    await main(page).getByRole('link').first().waitFor();
  };
  // A failed channel is loaded with 重试.
  await refusedOnce(() => page.goto(url('/weekly')), 'weekly');
  await refusedOnce(() => tabs(page).getByRole('link', { name: '完结' }).click(), 'finish');
  await refusedOnce(() => page.goto(url('/free')), 'free');
  // The free listing has no comics with a price.
  const end = async () => {
    await page.mouse.wheel(0, 3000);
    return page
      .getByText(/没有更多了|加载/)
      .filter({ visible: true })
      .allTextContents();
  };
  await expect.poll(end).toEqual(['没有更多了']);
  await expect.poll(() => cards(page)).toBe(40 + 21);
  expect(await card(page, '要买的').count()).toBe(0);

  // An empty channel shows its empty state. The server decides which day it is, not the device.
  const wrong = DAYS[(DAYS.indexOf(shanghaiDay()) + 2) % 7] ?? '';
  for (const call of ['weekly', 'finish', 'free'])
    await answerWith(page, call, ok({ day: DAYS.indexOf(wrong) + 1, list: [], next: null }));
  await page.reload();
  await page.getByText('还没有免费的漫画').waitFor();
  await page.goto(url('/complete'));
  await page.getByText('还没有完结的漫画').waitFor();
  await tabs(page).getByRole('link', { name: '每周' }).click();
  await page.getByText('这一天没有漫画更新').waitFor();
  expect(await pressed(page)).toBe(wrong);
});

test('late genres and covers cause no layout shift', async () => {
  const page = await openPage();
  await watchShifts(page);
  await page.route('**/api/genre', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1200));
    await route.continue();
  });
  await page.route('**/api/{finish,weekly}', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  for (const [path, last] of [
    ['/complete', '冒险'],
    ['/weekly', '全部'],
  ] as const) {
    await page.goto(url(path));
    await choice(page, last).waitFor();
    await main(page).getByRole('link').first().waitFor();
    await page.waitForTimeout(300);
    expect(await shiftsOf(page), path).toEqual([]);
  }
});

test('a channel shows its comics without genres, and a comic shows similar ones if they can be loaded', async () => {
  const page = await openPage();
  // If the genres fail, the channel shows an error and its comics.
  const letThrough = await answerWith(page, 'genre', 'down');
  await page.goto(url('/complete'));
  await page.getByText('网络异常').waitFor();
  await card(page, '完结 01').waitFor();
  const genres = main(page).getByRole('group', { name: '题材' }).getByRole('button');
  await expect.poll(() => genres.allTextContents()).toEqual(['全部']);

  await letThrough();

  await card(page, '完结 01').click();
  // A comic shows similar comics, which can be opened.
  const related = page.getByRole('region', { name: '相关推荐' });
  await related.waitFor();
  expect((await related.getByRole('link').allTextContents()).filter((text) => text.includes('完结 01'))).toEqual([]);
  await related.getByRole('link').first().click();
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).not.toBe('完结 01');
  // If they can’t be loaded, there is a toast.
  await answerWith(page, 'comic/recommend', 'down');
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/comic/recommend'));
  await page.reload();
  await page.getByRole('link', { name: '开始阅读' }).waitFor();
  await failed;
  await page.getByText('网络异常').waitFor();
  expect(await related.count()).toBe(0);
});
