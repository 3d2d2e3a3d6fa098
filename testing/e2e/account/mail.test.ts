import { afterAll, expect, test } from 'vitest';
import { addSubscribe } from '#contract/calls/library';
import type { TestApp } from '../../app/app.ts';
import { addChapter, addComic } from '../../factories/comics.ts';
import { lettersTo, linksOf, openMailServer, switchMails } from '../../factories/mails.ts';
import { signedIn } from '../../factories/readers.ts';
import { openSite, PHONE } from '../steps/app.ts';

const { server, mail } = await openMailServer('http://manyu.test');
const ADDRESS = 'reader@mail.example';
const HOUR_MS = 3600_000;

let app: TestApp;
const { openPage, url } = openSite(
  async (site) => {
    app = site;
    await switchMails(site, true);
    // The first run announces nothing older than itself.
    await site.app.runJob('announce-chapters');
  },
  { mail },
);
afterAll(() => server.close());

/** The pages of links in mails have the address of the test app. */
const here = (link = '') => link.replace('http://manyu.test', app.url);
const letters = () => lettersTo(server, ADDRESS);

test('a reader enters an address, verifies it, gets the new chapters of a day by mail, and unsubscribes by one click', async () => {
  const { comicId } = await addComic(app, { title: '海上的岛' });
  const { token } = await signedIn(app);
  await app.call(addSubscribe, { id: comicId }, { token });
  const page = await openPage(PHONE);
  await page.context().addCookies([{ name: 'token', value: token, url: app.url }]);
  await page.goto(url('/my/notices'));
  await page.getByRole('button', { name: '设置' }).click();
  await page.getByRole('button', { name: '填写邮箱' }).click();
  const field = page.getByLabel('收消息的邮箱');
  await field.fill('reader@mail');
  await page.getByRole('button', { name: '发送验证邮件' }).click();
  await page.getByText('请填写一个邮箱').waitFor();
  await field.fill(ADDRESS);
  await page.getByRole('button', { name: '发送验证邮件' }).click();
  await page.getByText(`${ADDRESS} · 待验证`).waitFor();
  await page.getByRole('button', { name: '重新发送' }).waitFor();

  await expect.poll(() => letters().length, { timeout: 20_000 }).toBeGreaterThan(0);
  const tab = await openPage(PHONE);
  await tab.goto(here(linksOf(letters()[0])[0]));
  await tab.getByRole('button', { name: '确认' }).click();
  await tab.getByText('邮箱已验证').waitFor();
  await tab.close();
  // The settings were in sight all the time, as beside another window or device.
  await page.getByText(`${ADDRESS} · 已验证`).waitFor();
  const replies = page.getByRole('switch', { name: '邮件发送回复' });
  await replies.click();
  await expect.poll(() => replies.isChecked()).toBe(false);

  await addChapter(app, comicId, { no: 2, publishedAt: new Date() });
  await app.app.runJob('announce-chapters');
  const { rows } = await app.pool.query<{ at: Date }>('select due_at as at from notices.mail');
  app.setTime(new Date((rows[0]?.at.getTime() ?? 0) + HOUR_MS / 60));
  await app.app.runJob('send-mails');
  app.setTime(null);
  await expect.poll(() => letters().at(-1)?.subject).toBe('【漫屿】海上的岛：更新到第2话');

  await page.goto(here(linksOf(letters().at(-1)).at(-1)));
  await page.getByRole('button', { name: '退订' }).click();
  await page.getByText('已退订').waitFor();
  await page.getByRole('link', { name: '打开消息' }).click();
  await page.getByRole('button', { name: '设置' }).click();
  await page.getByText('未填。').waitFor();
});

test('nothing of mails is shown to an anonymous reader', async () => {
  const page = await openPage(PHONE);
  await page.goto(url('/my/notices'));
  await page.getByRole('button', { name: '设置' }).click();
  await page.getByRole('switch', { name: /系统/ }).waitFor();
  expect(await page.getByText('邮箱', { exact: true }).count()).toBe(0);
});
