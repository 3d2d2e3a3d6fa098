import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addComic } from '../../factories/comics.ts';
import { editPart } from '../../factories/editorial.ts';
import { openSite } from '../steps/app.ts';
import { bringToMiddle, scrollTo, settledScrollY } from '../steps/scrolling.ts';
import { goWithin } from '../steps/walking.ts';

const HOUR_MS = 3_600_000;

const { openPage, url } = openSite(async (app) => {
  const comics: number[] = [];
  for (let n = 1; n <= 40; n += 1) {
    const createdAt = new Date(Date.now() - n * HOUR_MS);
    const title = `岛 ${String(n).padStart(2, '0')}`;
    const { comicId } = await addComic(app, { title, genres: ['冒险'], status: 'complete', createdAt });
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

test('a reload of a listing keeps the genre, also after another tab was shown', async () => {
  const page = await openPage();
  const genre = main(page).getByLabel('题材');
  const picked = async () => [
    await main(page).getByRole('tab', { selected: true }).textContent(),
    await genre.locator('option:checked').textContent(),
  ];
  await page.goto(url('/ranking'));
  await main(page).getByRole('tab', { name: '周榜' }).click();
  await genre.selectOption('冒险');
  await page.reload();
  await expect.poll(picked).toEqual(['周榜', '冒险']);
  await tab(page, '新作').click();
  await heading(page, '新作').waitFor();
  await tab(page, '排行').click();
  await heading(page, '排行').waitFor();
  await expect.poll(() => new URL(page.url()).search).toContain('type=week');
  await page.reload();
  await expect.poll(picked).toEqual(['周榜', '冒险']);
});

test('a choice in a listing stays after going back, scrolls to the top and adds no history entry', async () => {
  const page = await openPage();
  await page.goto(url('/new'));
  await card(page, '08').waitFor();
  await main(page).getByRole('button', { name: '冒险', exact: true }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('genre')).toBe('冒险');
  await card(page, '08').waitFor();
  await tab(page, '完结').click();
  await heading(page, '完结').waitFor();
  await page.goBack();
  await heading(page, '新作').waitFor();
  // Going back writes the choice into the address without scrolling.
  const before = await bringToMiddle(page, card(page, '08'));
  expect(before).toBeGreaterThan(0);
  // The listing's address without a genre.
  await goWithin(page, '/comic/1');
  await heading(page, '岛 01').waitFor();
  await goWithin(page, '/new');
  await card(page, '08').waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('genre')).toBe('冒险');
  expect(await settledScrollY(page)).toBe(before);

  // A choice after scrolling goes to the top and adds no history entry.
  for (const [name, chosen, key] of [
    ['完结', '冒险', 'genre'],
    ['排行', '周榜', 'type'],
    ['每周', '全部', 'day'],
  ] as const) {
    await tab(page, name).click();
    await heading(page, name).waitFor();
    const choice = main(page).getByRole(name === '排行' ? 'tab' : 'button', { name: chosen, exact: true });
    await choice.waitFor();
    // Makes the page long enough to be scrolled.
    const style = await page.addStyleTag({ content: 'main { min-height: 200vh }' });
    const length = await entries(page);
    await scrollTo(page, 300);
    // Playwright's click would first scroll it into view.
    await choice.dispatchEvent('click');
    await expect.poll(() => new URL(page.url()).searchParams.get(key)).toBeTruthy();
    await expect.poll(() => settledScrollY(page)).toBe(0);
    expect(await entries(page), name).toBe(length);
    await style.evaluate((element) => element instanceof HTMLElement && element.remove());
  }
});

test('/home/, /weekly/ and /my/ are the screens without the slash, and the way back keeps a hash', async () => {
  const page = await openPage();
  // Each screen has one canonical address.
  for (const [address, name, canonical] of [
    ['/home/?u=friend#top', '首页', '/home?u=friend#top'],
    ['/weekly/', '每周', '/weekly'],
  ] as const) {
    await page.goto(url(address));
    await tab(page, name).waitFor();
    await expect.poll(() => tab(page, name).getAttribute('aria-current')).toBe('page');
    expect(page.url()).toBe(url(canonical));
  }
  await main(page).getByRole('button', { name: '周三' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('day')).toBe('3');
  await page.goto(url('/my/'));
  const places = page.getByRole('navigation', { name: '主要页面' });
  await expect.poll(() => places.getByRole('link', { name: '我的' }).getAttribute('aria-current')).toBe('page');
  expect(pathOf(page)).toBe('/my');

  // Going back keeps the hash.
  await page.goto(url('/complete?genre=冒险#list'));
  await card(page, '05').click();
  await heading(page, '岛 05').waitFor();
  const way = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('trail') ?? '[]').at(-1)?.way);
  expect(new URL(String(await way()), url('/')).hash).toBe('#list');
  await backButton(page).click();
  await card(page, '05').waitFor();
  expect(new URL(page.url()).hash).toBe('#list');
});
