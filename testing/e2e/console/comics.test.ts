import { expect, test } from 'vitest';
import type { TestApp } from '../../app/app.ts';
import { addComic } from '../../factories/comics.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { CONSOLE_FOLDER, expectSoundPage, openConsole } from '../steps/console.ts';

let app: TestApp;
const site = openSite(
  async (opened) => {
    app = opened;
    const chapters = [{ title: '启程', price: 5 }, { title: '归来' }];
    await addComic(app, { title: '雨夜书店', chapters });
    await addComic(app, { title: '月下花园', chapters });
  },
  { consoleFolder: CONSOLE_FOLDER },
);
const prices = async () =>
  (await app.pool.query('select price_coins as coins from catalog.comic order by id')).rows.map(({ coins }) => coins);

test('an editor finds a comic, changes its price and undoes it, then moves a chapter and prices all comics', async () => {
  const page = await openConsole(site, app, PHONE);
  await page.goto(site.url('/console/comics'));
  await page.getByRole('link', { name: '月下花园' }).waitFor();
  await page.getByRole('searchbox').fill('雨夜');
  await page.getByRole('link', { name: '月下花园' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: '雨夜书店' }).waitFor();
  await page.getByRole('searchbox').blur();
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await page.getByLabel('书名', { exact: true }).waitFor();
  await page.keyboard.press('e');
  expect(await page.getByLabel('书名', { exact: true }).evaluate((field) => field === document.activeElement)).toBe(
    true,
  );
  await page.getByLabel('每话价格').fill('30');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('已保存').waitFor();
  await expectSoundPage(page);
  expect(await prices()).toEqual([30, 0]);
  await page.getByRole('button', { name: '撤回' }).click();
  await page.getByText('已撤回').waitFor();
  expect(await prices()).toEqual([0, 0]);
  await expect.poll(() => page.getByLabel('每话价格').inputValue()).toBe('0');

  await page.getByLabel('简介').fill('下雨的晚上。');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByRole('button', { name: '简介改由导入来定' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '改由导入来定' }).click();
  await page.getByText('不再锁定').waitFor();
  expect(await page.getByRole('table', { name: '各项来自哪里' }).getByText('导入的选项').count()).toBeGreaterThan(0);
  await expectSoundPage(page);

  await page.getByRole('link', { name: '话', exact: true }).click();
  await page.getByRole('button', { name: '下移 第 1 话' }).click();
  await page.getByText('第 1 话 归来').waitFor();
  await expectSoundPage(page);
  await page.getByRole('link', { name: '历史' }).click();
  await page.getByText('话数：1 → 2').waitFor();
  await expectSoundPage(page);

  await page.getByRole('link', { name: '全部漫画' }).click();
  await page.getByRole('button', { name: '修改全部符合条件的' }).click();
  await page.getByLabel('每话价格（漫币）').fill('8');
  await page.getByRole('button', { name: '预览' }).click();
  const dialog = page.getByRole('dialog', { name: '修改 2 部' });
  await dialog.getByRole('listitem').first().waitFor();
  expect(await dialog.getByRole('listitem').count()).toBe(2);
  await expectSoundPage(page);
  await dialog.getByRole('button', { name: '修改 2 部' }).click();
  await page.getByText('已修改 2 部').waitFor();
  expect(await prices()).toEqual([8, 8]);
});
