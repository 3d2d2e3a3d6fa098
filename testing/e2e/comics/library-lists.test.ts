import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addSubscribe, subscribed } from '#contract/calls/library';
import type { TestApp } from '../../app/app.ts';
import { addChapter, addComic } from '../../factories/comics.ts';
import { openSite } from '../steps/app.ts';

/** More than one page of the list. */
const MANY = 60;
let app: TestApp;
const comics: number[] = [];
const { openPage, url, payloadOf } = openSite(async (site) => {
  app = site;
  for (let n = 1; n <= MANY; n += 1) comics.push((await addComic(site, { title: `岛 ${n}` })).comicId);
});

/** A reader with this many subscriptions, and the token. The last comic is the first in the list. */
async function follower(count: number): Promise<{ page: Page; token: string }> {
  const token = await app.visitor();
  for (const id of comics.slice(0, count)) await app.call(addSubscribe, { id }, { token });
  const page = await openPage();
  await page.context().addCookies([{ name: 'token', value: token, url: app.url }]);
  return { page, token };
}

const cards = (page: Page) => page.getByRole('main').getByRole('listitem');
const card = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(`${title}(?!\\d)`) });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const followed = async (token: string) => (await app.call(subscribed, {}, { token })).data?.list.length;

test('a chapter published while the app is open is marked in the library until it is read', async () => {
  const { page } = await follower(1);
  await page.goto(url('/library'));
  await card(page, '岛 1').waitFor();
  await page.getByRole('link', { name: '首页' }).click();
  await page.waitForURL('**/home');
  const [comicId = 0] = comics;
  await addChapter(app, comicId, { no: 2, publishedAt: new Date() });
  await page.getByRole('link', { name: '书架' }).click();
  await card(page, '岛 1').getByText('话未读').waitFor();
  await page.getByRole('link', { name: /有更新\s*书架/ }).waitFor();

  await card(page, '岛 1').click();
  await page.getByRole('link', { name: /第2话/ }).last().click();
  await page.locator('[data-page]').first().waitFor();
  await page.goBack();
  await page.goBack();
  await card(page, '岛 1').getByText('看到第2话').waitFor();
  await card(page, '岛 1').getByText('话未读').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: '书架', exact: true }).waitFor();
});

test('all items of a long list are deleted with one tap and restored with another', async () => {
  const { page, token } = await follower(MANY);
  await page.goto(url('/library?tab=subscribe'));
  await card(page, `岛 ${MANY}`).waitFor();
  const removeAll = async () => {
    await press(page, '编辑');
    await press(page, '全选');
    // If the other pages are loaded, the button shows their number.
    await page.getByRole('button', { name: new RegExp(`^(全部删除|删除 ${MANY})$`) }).click();
    await page.getByText('还没有追更').waitFor();
  };
  await removeAll();
  await press(page, '撤销');
  await card(page, `岛 ${MANY}`).waitFor();
  await removeAll();
  // Leaving the screen ends the undo period.
  await page.getByRole('link', { name: '首页' }).click();
  await expect.poll(() => followed(token)).toBe(0);
});

test('if one item is deselected, the other loaded items are deleted, and items that are not loaded stay', async () => {
  const { page, token } = await follower(MANY);
  // The next page never arrives.
  await page.route('**/api/my/subscribe', (route) => {
    const payload = payloadOf(route.request().postData());
    if (typeof payload !== 'object' || payload === null || !('cursor' in payload)) return route.continue();
  });
  await page.goto(url('/library?tab=subscribe'));
  await card(page, `岛 ${MANY}`).waitFor();
  await press(page, '编辑');
  const shown = await cards(page).count();
  await press(page, '全选');
  await page.getByRole('button', { name: `岛 ${MANY}` }).click();
  await press(page, `删除 ${shown - 1}`);
  await page.getByText(`已删除 ${shown - 1} 部`).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(url('/home'));
  await expect.poll(() => followed(token)).toBe(MANY - shown + 1);
});

test('a filtered shelf shows its empty state, and is refilled when all loaded items are deleted', async () => {
  const { page } = await follower(MANY);
  await page.goto(url('/library'));
  await card(page, `岛 ${MANY}`).waitFor();
  await press(page, '未读');
  await page.getByText('没有未读的更新').waitFor();
  await page.getByRole('link', { name: '去看看' }).waitFor();
  expect(await page.getByRole('button', { name: '编辑' }).count()).toBe(0);
  for (const id of comics) await addChapter(app, id, { no: 3, publishedAt: new Date() });
  await press(page, '全部');
  await page.getByRole('button', { name: /^未读/ }).click();
  await cards(page).first().waitFor();
  await press(page, '编辑');
  await press(page, '全选');
  await page.getByRole('button', { name: /^删除 \d+$/ }).click();
  await cards(page).first().waitFor();
  expect(await cards(page).count()).toBeLessThan(MANY);
});

test('from thirteen comics on the shelf is searched by title', async () => {
  const { page } = await follower(13);
  await page.goto(url('/library'));
  await page.getByRole('searchbox').fill('岛 13');
  await expect.poll(() => cards(page).allTextContents()).toEqual([expect.stringContaining('岛 13')]);
  await page.getByRole('searchbox').fill('没有的岛');
  await page.getByRole('link', { name: '在全站找' }).waitFor();
});
