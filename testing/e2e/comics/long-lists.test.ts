import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { progress } from '#contract/calls/library';
import type { TestApp } from '../../app/app.ts';
import { addComic } from '../../factories/comics.ts';
import { editPart } from '../../factories/editorial.ts';
import { addPromotion } from '../../factories/promotions.ts';
import { openSite } from '../steps/app.ts';
import { buyerWith, watchCalls } from '../steps/buy-steps.ts';
import { shiftsOf, watchShifts } from '../steps/layout-shifts.ts';
import { showBars } from '../steps/reading.ts';

const COUNT = 130;
/** More than one page of a theme. */
const ON_SALE = 26;
let app: TestApp;
let comicId = 0;
let ids: number[] = [];
const { openPage, url } = openSite(async (opened) => {
  app = opened;
  const chapters = Array.from({ length: COUNT }, (_, at) => ({
    title: `第${at + 1}话`,
    price: at < 60 || at >= 120 ? 0 : 10,
  }));
  const comic = await addComic(app, { title: '很长很长', chapters });
  comicId = comic.comicId;
  ids = comic.chapters.map(({ id }) => id);
  const comicIds = [];
  for (let n = 1; n <= ON_SALE; n++)
    comicIds.push((await addComic(app, { title: `特价${n}`, chapters: [{ price: 10 }] })).comicId);
  await addPromotion(app, { title: '全场半价', comicIds });
  await editPart(app, 'themes', [
    {
      id: 1,
      title: '特价专题',
      description: '',
      image: null,
      comics: comicIds,
      start: '2001-01-01T00:00:00.000Z',
      end: null,
    },
  ]);
});

const isInView = (page: Page, name: string) =>
  page
    .locator('main, dialog')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .last()
    .evaluate((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
const rows = (page: Page) => page.getByRole('region', { name: '章节' }).getByRole('listitem');
const jump = async (page: Page, no: string) => {
  await page.getByRole('textbox', { name: '第几话' }).fill(no);
  await page.getByRole('button', { name: '跳转' }).click();
};

test('a long comic opens at the last read chapter; every chapter can be reached with one jump, and several can be bought', async () => {
  const { page, token } = await buyerWith(app, openPage, { coins: 500 });
  const read = { chapterId: ids[54] ?? 0, page: 0, offset: 0, finished: true, ageMs: 0 };
  await app.call(progress, read, { token });
  const parts = watchCalls(page, 'comic/chapters');
  await page.goto(url(`/comic/${comicId}`));
  await page.getByRole('link', { name: '读 第56话' }).waitFor();
  await page.getByText(`共 ${COUNT} 话`).waitFor();
  expect(await rows(page).count()).toBe(50);
  expect(await page.getByRole('link', { name: /第55话.*上次读到/ }).count()).toBe(1);
  expect(parts).toHaveLength(0);
  await jump(page, '7');
  await expect.poll(() => isInView(page, '第7话')).toBe(true);
  expect(await rows(page).count()).toBe(50);
  await page.getByRole('button', { name: '正序' }).click();
  await expect.poll(() => rows(page).first().textContent()).toContain('第130话');
  await page.getByRole('button', { name: '80-31' }).click();
  await expect.poll(() => rows(page).first().textContent()).toContain('第80话');

  await page.getByRole('button', { name: '批量解锁' }).click();
  const sheet = page.getByRole('dialog', { name: '批量解锁' });
  await sheet.getByRole('button', { name: '100 漫币解锁 10 话' }).waitFor();
  await sheet.getByRole('button', { name: '100 漫币解锁 10 话' }).click();
  await sheet.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('link', { name: /第61话/ }).textContent()).toContain('已购');
  expect(await page.getByRole('link', { name: /第71话/ }).textContent()).toContain('10 漫币');
});

test('the last read chapter is among the first rows, and going back keeps the folded state', async () => {
  const { page, token } = await buyerWith(app, openPage);
  await app.call(progress, { chapterId: ids[94] ?? 0, page: 0, offset: 0.5, ageMs: 0 }, { token });
  await page.goto(url('/search'));
  await page.getByRole('searchbox').fill('很长很长');
  await page.keyboard.press('Enter');
  const open = () =>
    page
      .getByRole('main')
      .getByRole('link', { name: /很长很长/ })
      .first()
      .click();
  await open();
  await page.getByRole('link', { name: /第95话.*上次读到/ }).waitFor();
  await expect.poll(() => rows(page).nth(2).textContent()).toContain('第95话');
  await page.getByRole('button', { name: '展开前面 42 话' }).waitFor();
  // After reading on and going back, the folded state is kept.
  await page.goBack();
  await app.call(progress, { chapterId: ids[97] ?? 0, page: 0, offset: 0.5, ageMs: 0 }, { token });
  await open();
  await page.getByRole('link', { name: /第98话.*上次读到/ }).waitFor();
  expect(await page.getByRole('button', { name: /^展开前面/ }).textContent()).toContain('42');
  const title = page.getByRole('main').locator('p', { hasText: /^很长很长$/ });
  expect(await title.count()).toBe(0);
  // Earlier chapters can be unfolded.
  await page.getByRole('button', { name: '展开前面 42 话' }).click();
  expect(await rows(page).count()).toBe(50);
  // The title stays visible when the cover is scrolled away.
  await page.getByRole('button', { name: '最新' }).click();
  await expect.poll(() => isInView(page, '第130话')).toBe(true);
  await expect.poll(() => title.count()).toBe(1);
});

test('a long comic that is opened by its address is folded before the last read chapter, without a layout shift', async () => {
  const { page, token } = await buyerWith(app, openPage);
  await app.call(progress, { chapterId: ids[94] ?? 0, page: 0, offset: 0.5, ageMs: 0 }, { token });
  await watchShifts(page);
  await page.goto(url(`/comic/${comicId}`));
  await page.getByRole('button', { name: '展开前面 42 话' }).waitFor();
  await expect.poll(() => rows(page).nth(2).textContent()).toContain('第95话');
  expect(await shiftsOf(page)).toEqual([]);
});

test('the reader’s chapter list of a long comic opens at the current chapter, and reading continues across windows', async () => {
  const page = await openPage();
  await page.goto(url(`/chapter/${ids[124]}`));
  await showBars(page);
  await page.getByRole('button', { name: '目录' }).click();
  const list = page.getByRole('dialog', { name: '目录' });
  await expect.poll(() => list.locator('[aria-current=page]').textContent()).toContain('第125话');
  await expect.poll(() => isInView(page, '第125话')).toBe(true);
  await jump(page, '100');
  await expect.poll(() => isInView(page, '第100话')).toBe(true);
  await list.getByRole('link', { name: /第100话/ }).click();
  const bar = page.getByRole('navigation', { name: '阅读' });
  await bar.getByRole('link', { name: '下一话' }).waitFor();
  expect(await bar.getByRole('link', { name: '上一话' }).getAttribute('href')).toBe(`/chapter/${ids[98]}`);
  expect(await bar.getByRole('link', { name: '下一话' }).getAttribute('href')).toBe(`/chapter/${ids[100]}`);
});

test('a promotion shows its first rows and can be expanded; a theme loads more while scrolling', async () => {
  const page = await openPage();
  await page.goto(url('/freesale'));
  const covers = page.getByRole('region', { name: '全场半价' }).getByRole('listitem');
  await page.getByRole('button', { name: '查看全部' }).waitFor();
  expect(await covers.count()).toBe(12);
  await page.getByRole('button', { name: '查看全部' }).click();
  await expect.poll(() => covers.count()).toBeGreaterThan(12);
  await covers.last().scrollIntoViewIfNeeded();
  await expect.poll(() => covers.count()).toBe(ON_SALE);
  await page.goto(url('/theme/1'));
  const comics = page.locator('main').getByRole('listitem');
  await comics.first().waitFor();
  await comics.last().scrollIntoViewIfNeeded();
  await expect.poll(() => comics.count()).toBe(ON_SALE);
});
