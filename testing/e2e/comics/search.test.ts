import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TestApp } from '../../app/app.ts';
import { addComic, addNumbered, changeComic } from '../../factories/comics.ts';
import { openSite } from '../steps/app.ts';
import { bringToMiddle, scrollY } from '../steps/scrolling.ts';

let app: TestApp;
const { openPage, url, answerWith } = openSite(async (site) => {
  app = site;
  const pepper = await addComic(site, { title: '小辣椒与萝卜头', genres: ['奇幻'], chapters: [{ pages: 1 }] });
  await changeComic(site, pepper.comicId, { authors: ['大卫·雷沃'] });
  for (let n = 1; n <= 40; n += 1)
    await addComic(site, { title: `蓝天 ${n}`, chapters: [{ pages: 1 }], status: n === 7 ? 'complete' : 'serial' });
  await site.caughtUp();
  await site.app.runFrequentJobs();
});

const field = (page: Page) => page.getByRole('searchbox', { name: '搜书名、作者、拼音' });
const results = (page: Page) => page.locator('main:visible').getByRole('listitem');
const suggestions = (page: Page) => page.getByRole('list', { name: '搜索建议' });

async function searchFor(page: Page, words: string) {
  await field(page).fill(words);
  await field(page).press('Enter');
}

test('search is one tap away from any listing, and suggestions mark the typed part', async () => {
  const page = await openPage();
  await page.goto(url('/free'));
  await page.getByRole('link', { name: '搜索' }).waitFor();
  await page.getByRole('button', { name: '返回' }).click();
  for (const listing of ['排行', '首页']) {
    await page.getByRole('navigation', { name: '频道' }).getByRole('link', { name: listing }).click();
    await page.getByRole('heading', { level: 1, name: listing }).waitFor();
    await page.getByRole('link', { name: '搜索' }).waitFor();
  }
  const glass = await page.getByRole('link', { name: '搜索' }).boundingBox();
  expect(glass).toMatchObject({ width: 44, height: 44 });
  await page.getByRole('link', { name: '搜索' }).click();
  await expect.poll(() => field(page).evaluate((input) => input === document.activeElement)).toBe(true);
  await field(page).pressSequentially('luobo');
  const suggested = suggestions(page).getByRole('link', { name: '小辣椒与萝卜头' });
  // Earlier suggestions may be shown first.
  await expect.poll(() => suggested.locator('mark').textContent()).toBe('萝卜');
  await field(page).fill('雷沃');
  await suggestions(page).getByRole('button', { name: '大卫·雷沃' }).click();
  await page.waitForURL(/\/search\?q=/);
  await page.getByText('找到 1 部').waitFor();
  expect(new URL(page.url()).searchParams.get('q')).toBe('大卫·雷沃');
  await page.goBack();
  await page.waitForURL('**/home');
});

test('from a comic, its author and its genre lead to more comics, and the author can be followed', async () => {
  const page = await openPage();
  await page.goto(url('/comic/1'));
  await page.getByRole('link', { name: '大卫·雷沃' }).click();
  await page.getByRole('heading', { level: 2, name: '大卫·雷沃' }).waitFor();
  await page.getByText('1 部作品').waitFor();
  await page.getByRole('button', { name: '关注', exact: true }).click();
  await page.getByRole('button', { name: '已关注' }).waitFor();
  await page.goto(url('/library?tab=subscribe'));
  await page.getByRole('navigation', { name: '关注的作者' }).getByRole('link').click();
  await page.getByRole('button', { name: '已关注', pressed: true }).waitFor();
  await page.getByRole('list', { name: '作品' }).getByRole('link').click();
  await page.getByRole('list', { name: '题材' }).getByRole('link', { name: '奇幻' }).click();
  await page.getByText('找到 1 部').waitFor();
  expect(await page.getByRole('combobox', { name: '题材' }).inputValue()).toBe('奇幻');
});

test('the search shows popular comics and no late suggestions, and a failed search can be retried', async () => {
  const page = await openPage();
  await page.goto(url('/search'));
  // Without hot words, popular comics are shown.
  const read = page.getByRole('region', { name: '大家在看' });
  await expect.poll(() => read.getByRole('listitem').count()).toBe(6);
  await read.getByRole('link').first().click();
  await page.waitForURL('**/comic/*');

  // A late suggestion is not shown for a newer input.
  await page.goBack();
  let held: (() => Promise<void>) | undefined;
  await field(page).waitFor();
  await page.getByText('大家在搜').waitFor({ state: 'detached' });
  await page.route(
    '**/api/keyword',
    (route) => {
      held = () => route.continue();
    },
    { times: 1 },
  );
  await field(page).pressSequentially('xlj');
  await expect.poll(() => held !== undefined).toBe(true);
  await field(page).fill('蓝天 12');
  await suggestions(page).getByRole('link', { name: '蓝天 12' }).waitFor();
  await held?.();
  await suggestions(page).getByRole('link', { name: '蓝天 12' }).waitFor();
  expect(await suggestions(page).getByRole('link', { name: '小辣椒与萝卜头' }).count()).toBe(0);

  // A failed search shows an error and can be retried.
  const restore = await answerWith(page, 'search', 'down');
  await searchFor(page, 'xlj');
  await page.getByRole('alert').getByText('网络异常').waitFor();
  await restore();
  await page.waitForTimeout(1100);
  await page.getByRole('button', { name: '重试' }).click();
  await page.getByText('找到 1 部').waitFor();
});

test('a search without results shows similar ones and a feedback link; one with hundreds says that there may be more', async () => {
  const page = await openPage();
  await page.goto(url(`/search?q=${encodeURIComponent('小辣淑')}`));
  await page.getByText('没有找到「小辣淑」').waitFor();
  await page.getByRole('region', { name: '你要找的是不是' }).getByRole('link', { name: '小辣椒与萝卜头' }).waitFor();
  await page.getByRole('region', { name: '大家在看' }).getByRole('link').first().waitFor();
  // A missing comic can be reported.
  await page.getByRole('button', { name: '告诉我们' }).click();
  await page.getByText('已告诉我们，谢谢').waitFor();
  const { rows } = await app.pool.query('select content from support.feedback');
  expect(rows).toEqual([{ content: '搜不到：小辣淑' }]);

  // With hundreds of results, the screen says that there may be more.
  await addNumbered(app, '白云#', 210);
  await app.caughtUp();
  await app.app.runFrequentJobs();
  await searchFor(page, '白云');
  await page.getByText('找到 200+ 部').waitFor();
  await page.getByLabel('排序').selectOption('最新上架');
  await page.getByText('找到 210 部').waitFor();
  await app.pool.query(`delete from catalog.comic where title like '白云%'`);
  await app.caughtUp();
});

test('the device stores searches, and going back from a comic restores the results', async () => {
  const page = await openPage();
  await page.goto(url('/search'));
  for (const words of ['xlj', '蓝天 3', 'xlj']) {
    await searchFor(page, words);
    await page.getByRole('status').filter({ hasText: '找到' }).waitFor();
    await page.getByRole('button', { name: '清除' }).click();
  }
  // One or all searches can be deleted.
  const history = page.getByRole('region', { name: '搜索历史' });
  await expect.poll(() => history.getByRole('listitem').allTextContents()).toEqual(['xlj', '蓝天 3']);
  await history.getByRole('button', { name: '管理' }).click();
  await history.getByRole('button', { name: '删除 xlj' }).click();
  await expect.poll(() => history.getByRole('listitem').count()).toBe(1);
  await history.getByRole('button', { name: '全部清除' }).click();
  await history.waitFor({ state: 'detached' });

  // Results load to their end, and going back from a comic restores the position.
  await searchFor(page, 'lantian');
  await page.getByText('找到 40 部').waitFor();
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 1500);
      return results(page).count();
    })
    .toBe(40);
  const last = results(page).last().getByRole('link');
  // A click would scroll to an element that is not in view.
  const before = await bringToMiddle(page, last);
  expect(before).toBeGreaterThan(500);
  const title = (await last.locator('p').first().textContent()) ?? '';
  await last.click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await page.getByRole('button', { name: '返回' }).click();
  await expect.poll(() => scrollY(page)).toBe(before);
  expect(await field(page).inputValue()).toBe('lantian');
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByLabel('状态').selectOption('已完结');
  await page.getByText('找到 1 部').waitFor();
  await page.getByLabel('排序').selectOption('最新上架');
  await expect.poll(() => new URL(page.url()).search).toContain('status=complete&sort=new');
  await page.reload();
  await page.getByText('找到 1 部').waitFor();
  expect(await page.getByLabel('状态').inputValue()).toBe('complete');

  // Nothing is stored for a reader who refused.
  const refusing = await openPage(undefined, { consent: 'refused' });
  await refusing.goto(url('/search'));
  await searchFor(refusing, 'xlj');
  await refusing.getByText('找到 1 部').waitFor();
  expect(await refusing.evaluate(() => localStorage.getItem('searches'))).toBeNull();
});
