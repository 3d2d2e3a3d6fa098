import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { groupComics, groups, saveGroup } from '#contract/calls/groups';
import { addSubscribe, shelf } from '#contract/calls/library';
import type { TestApp } from '../../app/app.ts';
import { addComic } from '../../factories/comics.ts';
import { accessibilityFaults } from '../steps/accessibility.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { tapTwice } from '../steps/fingers.ts';

let app: TestApp;
const comics: number[] = [];
const { openPage, url } = openSite(async (site) => {
  app = site;
  for (let n = 1; n <= 5; n += 1) comics.push((await addComic(site, { title: `岛 ${n}` })).comicId);
});

/** A guest with five comics on the shelf, and the token. */
async function guest(options?: Parameters<typeof openPage>[0]): Promise<{ page: Page; token: string }> {
  const token = await app.visitor();
  for (const id of comics) await app.call(addSubscribe, { id }, { token });
  const page = await openPage(options);
  await page.context().addCookies([{ name: 'token', value: token, url: app.url }]);
  return { page, token };
}

async function grouped(token: string, name: string, comicIds: number[]): Promise<number> {
  const id = (await app.call(saveGroup, { name }, { token })).data?.id ?? 0;
  if (comicIds.length > 0) await app.call(groupComics, { comicIds, into: [id] }, { token });
  return id;
}

const main = (page: Page) => page.locator('main:visible');
const card = (page: Page, title: string) => main(page).getByRole('link', { name: new RegExp(`${title}(?!\\d)`) });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const choices = (page: Page) => page.getByRole('group', { name: '只看' });
const choice = (page: Page, name: string) => choices(page).getByRole('button', { name, exact: true });
const ownGroup = (page: Page, name: string) =>
  page.getByRole('group', { name: '分组', exact: true }).getByRole('button', { name, exact: true });
const titles = (page: Page) =>
  main(page)
    .getByRole('list')
    .first()
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => /岛 \d/.exec(item.textContent ?? '')?.[0]).toSorted());
const groupsOf = async (token: string) =>
  (await app.call(groups, {}, { token })).data?.list.map(({ name, count }) => `${name} ${count}`);
const pick = async (page: Page, ...names: string[]) => {
  for (const name of names)
    await main(page)
      .getByRole('button', { name: new RegExp(name) })
      .click();
};
const isInside = async (page: Page, selector: ReturnType<typeof choice>) => {
  const box = await selector.boundingBox();
  return box !== null && box.x >= 0 && box.x + box.width <= (page.viewportSize()?.width ?? 0);
};

test('a guest creates a group in the edit mode, filters by it, renames and deletes it, and keeps the comics', async () => {
  const { page, token } = await guest();
  await page.goto(url('/library'));
  await card(page, '岛 5').waitFor();
  expect(await page.getByRole('button', { name: '管理分组' }).count()).toBe(0);
  await press(page, '编辑');
  await pick(page, '岛 1', '岛 2');
  await press(page, '分组');
  const sheet = page.getByRole('dialog', { name: '分组（2 部）' });
  await sheet.getByLabel('新建分组').fill('睡前看');
  // The name stays in the field until the list has it.
  const listed = Promise.withResolvers<void>();
  const refetched = page.waitForRequest('**/api/my/groups');
  await page.route('**/api/my/groups', async (route) => {
    await listed.promise;
    await route.continue();
  });
  await sheet.getByRole('button', { name: '新建' }).click();
  await refetched;
  expect(await sheet.getByLabel('新建分组').inputValue()).toBe('睡前看');
  expect(await sheet.getByRole('button', { name: '新建' }).isDisabled()).toBe(true);
  listed.resolve();
  await expect.poll(() => sheet.getByRole('checkbox', { name: /睡前看/ }).isChecked()).toBe(true);
  await expect.poll(() => sheet.getByLabel('新建分组').inputValue()).toBe('');
  await page.unroute('**/api/my/groups');
  expect(await accessibilityFaults(page)).toEqual([]);
  await sheet.getByRole('button', { name: '保存' }).click();
  await page.getByText('分组已保存').waitFor();
  expect(await groupsOf(token)).toEqual(['睡前看 2']);

  await ownGroup(page, '睡前看').click();
  await page.waitForURL(/tab=group-\d+$/);
  await expect.poll(() => titles(page)).toEqual(['岛 1', '岛 2']);
  await press(page, '管理分组');
  const manage = page.getByRole('dialog', { name: '管理分组' });
  await manage.getByRole('button', { name: /^睡前看.*改名$/ }).click();
  await manage.getByLabel('分组的名字').fill('周末看');
  await manage.getByRole('button', { name: '保存' }).click();
  await manage.getByRole('button', { name: '删除 周末看' }).click();
  const asked = page.getByRole('dialog', { name: '删除「周末看」' });
  await asked.getByText('里面的漫画都留在书架上').waitFor();
  await asked.getByRole('button', { name: '取消' }).click();
  await manage.getByRole('button', { name: '关闭' }).click();
  await expect.poll(() => ownGroup(page, '周末看').getAttribute('aria-pressed')).toBe('true');

  await press(page, '管理分组');
  await manage.getByRole('button', { name: '删除 周末看' }).click();
  await asked.getByRole('button', { name: '删除', exact: true }).click();
  await manage.getByRole('button', { name: '关闭' }).click();
  await expect.poll(() => choice(page, '全部').getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => titles(page)).toEqual(['岛 1', '岛 2', '岛 3', '岛 4', '岛 5']);
  expect(await groupsOf(token)).toEqual([]);
  expect((await app.call(shelf, {}, { token })).data?.list).toHaveLength(5);
});

test('the sheet shows all, some or none of the picked comics in a group, and one tap saves the changes', async () => {
  const { page, token } = await guest();
  const [one = 0, two = 0, three = 0] = comics;
  await grouped(token, '全在', [one, two]);
  await grouped(token, '有的在', [two, three]);
  await grouped(token, '都不在', [three]);
  await page.goto(url('/library'));
  await card(page, '岛 5').waitFor();
  await press(page, '编辑');
  await pick(page, '岛 1', '岛 2');
  await press(page, '分组');
  const sheet = page.getByRole('dialog', { name: '分组（2 部）' });
  const box = (name: string) => sheet.getByRole('checkbox', { name: new RegExp(name) });
  const state = (name: string) => box(name).evaluate((input: HTMLInputElement) => [input.checked, input.indeterminate]);
  await box('都不在').waitFor();
  expect(await Promise.all(['全在', '有的在', '都不在'].map(state))).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ]);
  await box('有的在').click();
  await box('全在').click();
  expect(await Promise.all(['全在', '有的在'].map(state))).toEqual([
    [false, false],
    [true, false],
  ]);
  await sheet.getByRole('button', { name: '保存' }).click();
  await expect.poll(() => groupsOf(token)).toEqual(['全在 0', '有的在 3', '都不在 1']);
});

test('comics that are taken out of a group stay on the shelf, and an empty group says how they get in', async () => {
  const { page, token } = await guest();
  const id = await grouped(token, '睡前看', comics.slice(0, 2));
  await page.goto(url(`/library?tab=group-${id}`));
  await card(page, '岛 2').waitFor();
  await press(page, '编辑');
  await press(page, '全选');
  await press(page, '移出 2');
  await page.getByText('已移出 2 部').waitFor();
  await page.getByText('这个分组还没有漫画').waitFor();
  await page.getByRole('link', { name: '去全部里选' }).click();
  await expect.poll(() => titles(page)).toEqual(['岛 1', '岛 2', '岛 3', '岛 4', '岛 5']);
  expect(await groupsOf(token)).toEqual(['睡前看 0']);
});

test('groups are moved up and down, and a row of many scrolls to the picked one without the page getting wider', async () => {
  const small = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
  const { page, token } = await guest(small);
  const ids: number[] = [];
  for (let n = 1; n <= 9; n += 1) ids.push(await grouped(token, `很长的分组名字 ${n}`, comics));
  await page.goto(url(`/library?tab=group-${ids.at(-1)}`));
  await card(page, '岛 5').waitFor();
  await expect.poll(() => isInside(page, ownGroup(page, '很长的分组名字 9'))).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  // The lists of the shelf and the way to change the groups stay in view.
  for (const name of ['全部', '下载']) expect(await isInside(page, choice(page, name))).toBe(true);
  expect(await isInside(page, page.getByRole('button', { name: '管理分组' }))).toBe(true);
  await press(page, '管理分组');
  const manage = page.getByRole('dialog', { name: '管理分组' });
  for (const [direction, n] of [
    ['下移', 1],
    ['下移', 1],
    ['上移', 9],
  ] as const)
    await manage.getByRole('button', { name: `${direction} 很长的分组名字 ${n}` }).click();
  const order = [2, 3, 1, 4, 5, 6, 7, 9, 8].map((n) => `很长的分组名字 ${n} 5`);
  await expect.poll(() => groupsOf(token)).toEqual(order);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect((await manage.boundingBox())?.height).toBeLessThanOrEqual(640 * 0.6);
});

test('an unknown group shows the whole shelf', async () => {
  const { page } = await guest();
  await page.goto(url('/library?tab=group-987654'));
  await expect.poll(() => titles(page)).toEqual(['岛 1', '岛 2', '岛 3', '岛 4', '岛 5']);
  await expect.poll(() => choice(page, '全部').getAttribute('aria-pressed')).toBe('true');
});

test('a group that can not be loaded says so, and is shown after 重试', async () => {
  const { page, token } = await guest();
  const id = await grouped(token, '睡前看', comics.slice(0, 2));
  // The network is back with the tap, not before: the app would try again by itself, and the button would disappear.
  const isTapped = () => page.evaluate(() => 'isTapped' in window);
  await page.route('**/api/**', async (route) => ((await isTapped()) ? route.continue() : route.abort()));
  await page.goto(url(`/library?tab=group-${id}`));
  await page.evaluate(() => addEventListener('click', () => Object.assign(window, { isTapped: true }), true));
  const retry = page.getByRole('button', { name: '重试' });
  await retry.waitFor({ timeout: 5_000 });
  await retry.click();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await expect.poll(() => titles(page)).toEqual(['岛 1', '岛 2']);
  await expect.poll(() => ownGroup(page, '睡前看').getAttribute('aria-pressed')).toBe('true');
});

test('a double tap on 删除 does not also press the tab below it', async () => {
  const { page } = await guest(PHONE);
  await page.goto(url('/library'));
  await card(page, '岛 5').waitFor();
  await press(page, '编辑');
  await pick(page, '岛 5');
  await tapTwice(page, page.getByRole('button', { name: '删除 1' }));
  await page.getByText('已删除 1 部').waitFor();
  await page.waitForTimeout(400);
  expect(new URL(page.url()).pathname).toBe('/library');
});
