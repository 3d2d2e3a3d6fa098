import { expect, test } from 'vitest';
import { addSubscribe } from '#contract/calls/library';
import type { TestApp } from '../../app/app.ts';
import { addChapter, addComic } from '../../factories/comics.ts';
import { editPart } from '../../factories/editorial.ts';
import { openMy } from '../steps/account-steps.ts';
import { openSite } from '../steps/app.ts';

let app: TestApp;
const { openPage, url } = openSite(async (site) => {
  app = site;
  await editPart(site, 'features', { notices: true, likes: false, ratings: false });
  // The first run announces nothing older than itself.
  await site.app.runJob('announce-chapters');
});

test('new chapters of subscribed comics are in 消息: opened, read, muted and deleted', async () => {
  const { comicId } = await addComic(app, { title: '海上的岛' });
  const token = await app.visitor();
  const page = await openPage();
  await page.context().addCookies([{ name: 'token', value: token, url: app.url }]);
  await openMy(page, url('/my'));
  await page.getByRole('link', { name: '消息', exact: true }).click();
  await page.getByText('还没有消息').waitFor();
  await app.call(addSubscribe, { id: comicId }, { token });
  const { id } = await addChapter(app, comicId, { no: 2, publishedAt: new Date() });
  await app.app.runJob('announce-chapters');

  await page.goto(url('/my'));
  await page.getByRole('link', { name: /我的.*有更新|有更新.*我的/ }).waitFor();
  await page.getByRole('link', { name: '消息 1 条未读' }).click();
  const notice = page.getByRole('link', { name: /海上的岛.*更新到第2话/ });
  await notice.click();
  await page.waitForURL(url(`/chapter/${id}`));
  await page.goBack();
  await notice.waitFor();
  await expect.poll(() => page.getByText('未读', { exact: true }).count()).toBe(0);

  await page.getByRole('button', { name: '设置' }).click();
  const updates = page.getByRole('switch', { name: /更新/ });
  await updates.click();
  await expect.poll(() => updates.isChecked()).toBe(false);
  await page.getByText('还没有消息').waitFor();
  await updates.click();
  await notice.waitFor();
  await page.getByRole('button', { name: '关闭' }).click();
  // The list changes before it comes again from the server.
  await addChapter(app, comicId, { no: 3, publishedAt: new Date() });
  await app.app.runJob('announce-chapters');
  await page.reload();
  await page.getByText('未读', { exact: true }).waitFor();
  await page.route('**/api/my/notice', () => undefined);
  await page.getByRole('button', { name: '全部已读' }).click();
  await page.getByText('未读', { exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '删除：海上的岛' }).first().click();
  await expect.poll(() => page.getByRole('button', { name: '删除：海上的岛' }).count()).toBe(1);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await page.getByRole('button', { name: '删除：海上的岛' }).click();
  await page.getByText('还没有消息').waitFor();
});
