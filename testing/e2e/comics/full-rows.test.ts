import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { someOf } from '../../drills/drill.ts';
import { addComic } from '../../factories/comics.ts';
import { editPart, PICTURE } from '../../factories/editorial.ts';
import { loginOf, openLogin, openMy } from '../steps/account-steps.ts';
import { openSite, PHONE } from '../steps/app.ts';

const SIDEWAYS = { ...PHONE, viewport: { width: 844, height: 390 } };
const WIDE = { viewport: { width: 1280, height: 800 } };

let comicId = 0;
const { openPage, url } = openSite(async (app) => {
  for (const title of ['海上的岛', '山里的灯', '雨巷', '旧书店', '天台', '末班车', '王牌', '纸伞'])
    comicId = (await addComic(app, { title, genres: ['奇幻'] })).comicId;
  await addComic(app, { title: '独一部', status: 'complete' });
  const ever = { start: null, end: null };
  await editPart(app, 'banners', [{ slot: 2, title: '只有一条', image: PICTURE, link: '/event', ...ever }]);
  const event = { title: '一场活动', image: PICTURE, link: '/home', body: '# 怎么参加', ...ever };
  await editPart(app, 'events', [{ id: 1, ...event, start: '2026-01-01T00:00:00.000Z' }]);
});

/** The width of the first item of a list, and that of its row. */
const widths = (page: Page) =>
  page
    .locator('main li:has(> a)')
    .first()
    .evaluate((item) => {
      const row = item.parentElement ?? item;
      const { paddingLeft, paddingRight } = getComputedStyle(row);
      return [item.clientWidth, row.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)];
    });

const WINDOWS = [
  ['a wide screen', WIDE],
  ['a phone in landscape', SIDEWAYS],
] as const;
test.each(someOf(WINDOWS, 1))(
  'on %s a single comic and a single event have the width of their row',
  async (_name, options) => {
    const page = await openPage(options);
    for (const screen of ['/complete', '/event']) {
      await page.goto(url(screen));
      await page.locator('main li > a').first().waitFor();
      const [item, row] = await widths(page);
      expect(item, screen).toBe(row);
    }
  },
);

const SHOWN = [
  ['a phone in landscape', SIDEWAYS, 6],
  ['a wide screen', WIDE, 6],
] as const;
test.each(someOf(SHOWN, 1))('on %s similar comics of an incomplete row are hidden', async (_name, options, shown) => {
  const page = await openPage(options);
  await page.goto(url(`/comic/${comicId}`));
  const related = page.getByRole('region', { name: '相关推荐' }).getByRole('link');
  await related.first().waitFor();
  expect(await page.locator('.related li').count()).toBe(8);
  expect(await related.count()).toBe(shown);
});

test('on a phone in landscape the text of a single banner is beside its picture', async () => {
  const page = await openPage(SIDEWAYS);
  await page.goto(url('/weekly'));
  const banner = page.getByRole('region', { name: '推荐' });
  // The picture fails to load and is hidden, so it has no role.
  const picture = await banner.getByAltText('只有一条').boundingBox();
  const words = await banner
    .getByText('只有一条')
    .filter({ visible: true })
    .evaluate((caption) => {
      const range = document.createRange();
      range.selectNodeContents(caption);
      return range.getBoundingClientRect().left;
    });
  expect(words).toBeGreaterThanOrEqual((picture?.x ?? 0) + (picture?.width ?? Number.NaN));
});

test('on a phone in landscape the login and feedback sheets fit without scrolling', async () => {
  const page = await openMy(await openPage(SIDEWAYS), url('/my'));
  const sheet = page.getByRole('dialog');
  const hidden = () => sheet.evaluate((each) => each.scrollHeight - each.clientHeight);
  await openLogin(page);
  expect(await hidden()).toBe(0);
  await loginOf(page).getByRole('tab', { name: '手机登录' }).click();
  await loginOf(page).getByLabel('验证码').waitFor();
  expect(await hidden()).toBe(0);
  await loginOf(page).getByRole('button', { name: '关闭' }).click();
  await page.goto(url('/faq'));
  await page.getByRole('button', { name: '写反馈' }).click();
  await sheet.getByRole('button', { name: '提交' }).waitFor();
  expect(await hidden()).toBe(0);
});
