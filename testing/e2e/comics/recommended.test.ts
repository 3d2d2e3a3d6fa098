import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { progress } from '#contract/calls/library';
import { newComics } from '#contract/calls/listings';
import type { TestApp } from '../../app/app.ts';
import { changeComic } from '../../factories/comics.ts';
import { editPart } from '../../factories/editorial.ts';
import { readersInBulk } from '../../factories/readers.ts';
import { openSite } from '../steps/app.ts';
import { importDrawn } from '../steps/drawn-comics.ts';
import { shiftsOf, watchShifts } from '../steps/layout-shifts.ts';

const TITLES = ['甲岛', '乙岛', '丙岛', '丁岛', '戊岛', '己岛', '庚岛'];
const HOUR_MS = 3_600_000;
let app: TestApp;
let chapters: Record<string, number[]> = {};
const { openPage, url } = openSite(async (site) => {
  app = site;
  const page = { width: 300, height: 400, along: 'down', from: 0.2, to: 0.9 } as const;
  chapters = await importDrawn(
    site,
    TITLES.map((title) => ({ title, chapters: [[page]] })),
  );
  const ids = new Map((await site.call(newComics, { size: 50 })).data?.list.map(({ title, id }) => [title, id]));
  await changeComic(site, ids.get('甲岛') ?? 0, { weekdays: [7] });
  await changeComic(site, ids.get('丁岛') ?? 0, { status: 'complete' });
  for (const { token } of await readersInBulk(site, 3)) await read(token, '甲岛', '丁岛');
  const row = { layout: 'grid' as const, more: null, start: null, end: null };
  await editPart(site, 'home', [
    { key: 'first', title: '精选', show: { comics: [ids.get('乙岛') ?? 0] }, count: 3, ...row },
    { key: 'you', title: '为你推荐', show: { rule: 'recommended' }, count: 3, ...row },
  ]);
  await site.sweep(new Date(Date.now() + 4 * HOUR_MS));
});

async function read(token: string, ...titles: string[]): Promise<void> {
  for (const title of titles) {
    const chapterId = chapters[title]?.[0] ?? 0;
    await app.call(progress, { chapterId, page: 0, offset: 1, finished: true, ageMs: 0 }, { token });
  }
}

async function readerOf(...titles: string[]): Promise<Page> {
  const token = await app.visitor();
  await read(token, ...titles);
  const page = await openPage();
  await page.context().addCookies([{ name: 'token', value: token, url: app.url }]);
  await watchShifts(page);
  return page;
}

const section = (page: Page) => page.getByRole('region', { name: '为你推荐' });
const titlesIn = (page: Page) => section(page).locator('a p:first-of-type').allTextContents();

test('为你推荐 is personal, shows a reason, and causes no layout shift', async () => {
  const page = await readerOf('甲岛');
  await page.goto(url('/home'));
  await section(page).getByText('因为你读过《甲岛》').waitFor();
  await expect.poll(async () => (await titlesIn(page))[0]).toBe('丁岛');
  const titles = await titlesIn(page);
  expect(titles).toHaveLength(3);
  expect(titles).not.toContain('甲岛');
  expect(titles).not.toContain('乙岛');
  expect(await shiftsOf(page)).toEqual([]);
});

test('readers without history see popular comics, and the end of a comic recommends others', async () => {
  const page = await openPage();
  const asked = page.waitForResponse((response) => response.url().endsWith('/api/comic/recommend'));
  await page.goto(url('/home'));
  await asked;
  expect(await titlesIn(page)).toHaveLength(3);
  // Without a reason.
  expect(await section(page).getByText('因为').count()).toBe(0);

  await section(page).getByRole('link', { name: /甲岛/ }).click();
  await page.getByRole('link', { name: '开始阅读' }).click();
  // The end of a serial offers a subscription and comics that its readers also read.
  const end = page.getByRole('region', { name: '读完了' });
  await end.getByRole('heading', { name: '已追到最新 每周日更新' }).waitFor();
  await end.getByRole('button', { name: '订阅' }).click();
  await end.getByRole('button', { name: '已订阅' }).waitFor();
  const related = page.getByRole('region', { name: '相关推荐' });
  await related.getByRole('link', { name: /丁岛/ }).click();
  await page.waitForURL(/\/comic\//);

  await page.getByRole('heading', { level: 1, name: '丁岛' }).waitFor();
  await page.getByRole('link', { name: '开始阅读' }).click();
  // The end of a complete comic links to its beginning.
  const last = page.getByRole('region', { name: '读完了' });
  await last.getByRole('heading', { name: '全书完' }).waitFor();
  expect(await last.getByRole('link', { name: '重看' }).getAttribute('href')).toBe(`/chapter/${chapters.丁岛?.[0]}`);
  expect(await last.getByRole('button', { name: '订阅' }).count()).toBe(0);
});

test('a short or empty list leaves room for recommendations, without the comics of the list', async () => {
  const page = await readerOf('甲岛');
  for (const path of ['/library', '/library?tab=history']) {
    await page.goto(url(path));
    await section(page).waitFor();
    const titles = await titlesIn(page);
    expect(titles, path).toHaveLength(6);
    expect(titles, path).not.toContain('甲岛');
    // Nothing is recommended while the list is edited.
    await page.getByRole('button', { name: '编辑' }).click();
    await section(page).waitFor({ state: 'detached' });
  }
  for (const path of ['/freesale', '/giftbox', '/library?tab=owned']) {
    await page.goto(url(path));
    await section(page).waitFor();
    // The first row is within the screen of a phone.
    const top = await section(page).evaluate((box) => box.getBoundingClientRect().top);
    expect(top, path).toBeLessThan(480);
  }
  const long = await readerOf('甲岛', '乙岛', '丙岛', '丁岛');
  await long.goto(url('/library'));
  await long.getByRole('link', { name: '丁岛' }).waitFor();
  expect(await section(long).count()).toBe(0);
});
