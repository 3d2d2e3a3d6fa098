import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TestApp } from '../../app/app.ts';
import { addComic } from '../../factories/comics.ts';
import { openMy, rowOf } from '../steps/account-steps.ts';
import { openSite } from '../steps/app.ts';
import { goWithin } from '../steps/walking.ts';

let app: TestApp;
let comicId = 0;
let chapterId = 0;
const { openPage, url, payloadOf } = openSite(async (site) => {
  app = site;
  await addComic(site, { title: '海上的岛' });
  const grown = await addComic(site, { title: '夜里的港', ageRating: '18', chapters: [{}, {}] });
  comicId = grown.comicId;
  chapterId = grown.chapters[0]?.id ?? 0;
});

const dialogOf = (page: Page) => page.getByRole('dialog', { name: '年龄确认' });
const confirm = (page: Page) => dialogOf(page).getByRole('button', { name: '我已满 18 岁' }).click();
const isAt = (page: Page, pathname: string) => expect.poll(() => new URL(page.url()).pathname).toBe(pathname);

test('a comic rated 18 is opened by confirming one’s age, until the confirmation is revoked', async () => {
  const page = await openPage();
  const calls: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/comic/info')) calls.push(payloadOf(request.postData()));
  });
  await page.goto(url(`/comic/${comicId}`));
  await dialogOf(page).getByText('是否已满 18 岁').waitFor();
  expect(await page.getByText('夜里的港').count()).toBe(0);
  // A failed confirmation can be repeated, and then the comic is shown.
  await page.route('**/api/user/adult', (route) => route.abort());
  await confirm(page);
  await page.getByText('网络异常').waitFor();
  await page.unroute('**/api/user/adult');
  // The same request may be sent once a second.
  await page.waitForTimeout(1100);
  await confirm(page);
  await page.getByRole('heading', { name: '夜里的港' }).waitFor();
  expect(calls).toMatchObject([{ id: comicId }, { id: comicId }]);
  expect(await page.getByRole('alert').count()).toBe(0);
  // The dialog does not open again.
  await page.getByRole('link', { name: '开始阅读' }).click();
  await page.locator('[data-page]').first().waitFor();
  expect(new URL(page.url()).pathname).toBe(`/chapter/${chapterId}`);
  // Nor after a reload.
  await openMy(page, url('/my'));
  await rowOf(page, '18 岁以上内容 显示').waitFor();
  expect(await dialogOf(page).count()).toBe(0);

  // Adults see a notice before the comic and before a chapter, once a tab.
  for (const [path, shown] of [
    [`/comic/${comicId}`, page.getByRole('heading', { name: '夜里的港' })],
    [`/chapter/${chapterId}`, page.locator('[data-page]').first()],
  ] as const) {
    await page.evaluate(() => sessionStorage.removeItem('acceptedNotices'));
    await page.goto(url('/my'));
    await goWithin(page, path);
    const notice = page.getByText('本作品含有可能影响未成年人身心健康的内容');
    await notice.waitFor();
    expect(await shown.count()).toBe(0);
    await page.getByRole('main').getByRole('button', { name: '返回' }).last().click();
    await isAt(page, '/my');
    await goWithin(page, path);
    await page.getByRole('button', { name: '我已知晓，继续' }).click();
    await shown.waitFor();
    await page.reload();
    await shown.waitFor();
    expect(await notice.count()).toBe(0);
  }
  // 继续阅读 on home does not show it.
  const asked = page.waitForResponse('**/api/my/history');
  await page.goto(url('/home'));
  await asked;
  await page.getByRole('link', { name: '海上的岛' }).first().waitFor();
  expect(await page.getByText('夜里的港').count()).toBe(0);
  await openMy(page, url('/my'));

  // It opens again once the confirmation is revoked.
  await rowOf(page, '18 岁以上内容').click();
  await page.getByRole('dialog').getByRole('button', { name: '不再显示' }).click();
  await rowOf(page, '18 岁以上内容 不显示').waitFor();
  await goWithin(page, `/comic/${comicId}`);
  await dialogOf(page).waitFor();
  expect(await page.getByRole('heading', { name: '夜里的港' }).count()).toBe(0);
});

test('a chapter opened by its address continues too, and its position is stored', async () => {
  const page = await openPage();
  const progressSaved = page.waitForResponse((response) => response.url().endsWith('/api/my/progress'));
  await page.goto(url(`/chapter/${chapterId}`));
  await dialogOf(page).waitFor();
  expect(await page.locator('[data-page]').count()).toBe(0);
  await confirm(page);
  await page.locator('[data-page]').first().waitFor();
  await progressSaved;
});

test('返回 goes back to the previous screen, or home if there is none, as the browser’s back does', async () => {
  const page = await openPage();
  await page.goto(url(`/comic/${comicId}`));
  await dialogOf(page).getByRole('button', { name: '返回' }).click();
  await isAt(page, '/home');
  expect(await dialogOf(page).count()).toBe(0);
  // Two taps on 返回 within 300 ms count as one.
  await page.waitForTimeout(300);
  await goWithin(page, '/new');
  await goWithin(page, '/weekly');
  const weekly = page.getByRole('link', { name: '海上的岛' }).filter({ visible: true }).first();
  await weekly.waitFor();
  await goWithin(page, `/comic/${comicId}`);
  await dialogOf(page).waitFor();
  await page.keyboard.press('Escape');
  await isAt(page, '/weekly');
  // The address changes before the screen is shown, so the test waits for the screen.
  await weekly.waitFor();
  expect(await dialogOf(page).count()).toBe(0);

  // One step back closes the dialog.
  await goWithin(page, `/comic/${comicId}`);
  await dialogOf(page).waitFor();
  await page.evaluate(() => history.back());
  await dialogOf(page).waitFor({ state: 'detached' });
  await isAt(page, '/weekly');
});

test('in 未成年人模式 the age dialog does not open: the comic stays closed', async () => {
  const page = await openPage();
  // Ten in the morning in Shanghai.
  app.setTime(new Date(`${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T02:00:00Z`));
  try {
    await openMy(page, url('/my'));
    await rowOf(page, '未成年人模式').click();
    const sheet = page.getByRole('dialog', { name: '未成年人模式' });
    await sheet.getByLabel('四位数字密码').fill('1234');
    await sheet.getByRole('button', { name: '开启' }).click();
    await sheet.waitFor({ state: 'detached' });
    await goWithin(page, `/comic/${comicId}`);
    await page.getByText('未成年人模式下不能看这部作品').first().waitFor();
    expect(await dialogOf(page).count()).toBe(0);
  } finally {
    app.setTime(null);
  }
});
