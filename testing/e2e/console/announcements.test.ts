import { expect, test } from 'vitest';
import { notices } from '#contract/calls/notices';
import type { TestApp } from '../../app/app.ts';
import { editPart } from '../../factories/editorial.ts';
import { openSite } from '../steps/app.ts';
import { CONSOLE_FOLDER, expectSoundPage, openConsole } from '../steps/console.ts';

let app: TestApp;
const site = openSite(
  async (opened) => {
    app = opened;
  },
  { consoleFolder: CONSOLE_FOLDER },
);

test('an editor sends an announcement after a preview, readers get it, and it is withdrawn', async () => {
  const token = await app.visitor();
  const inbox = async () => {
    await app.app.runJob('send-announcements');
    return (await app.call(notices, {}, { token })).data?.list.map(({ title, link }) => [title, link]);
  };
  const page = await openConsole(site, app);
  await page.goto(site.url('/console/editorial'));
  await page.getByRole('link', { name: '公告' }).click();
  await page.getByText('消息还没有打开').waitFor();
  await page.getByText('还没有公告').waitFor();
  await expectSoundPage(page);

  await page.getByRole('button', { name: '发公告' }).click();
  await page.getByLabel('标题').fill('三周年');
  await page.getByLabel('正文').fill('来领礼包');
  await page.getByRole('button', { name: '预览' }).click();
  await page.getByText('打开之前公告不会发出。在').waitFor();
  await page.keyboard.press('Escape');
  await editPart(app, 'features', { notices: true, likes: false, ratings: false });
  await page.getByRole('button', { name: '发公告' }).click();
  const dialog = page.getByRole('dialog', { name: '发公告' });
  await dialog.getByRole('button', { name: '预览' }).click();
  await dialog.getByText('不能空着').first().waitFor();
  await dialog.getByLabel('标题').fill('三周年');
  await dialog.getByLabel('正文').fill('来领礼包');
  await dialog.getByLabel('链接').fill('https://example.com');
  await dialog.getByRole('button', { name: '预览' }).click();
  await dialog.getByText('要写本站的页面').waitFor();
  await dialog.getByLabel('链接').fill('/giftbox');
  await dialog.getByLabel('发出的时间').fill('2020-01-01T08:00');
  await dialog.getByRole('button', { name: '预览' }).click();
  await dialog.getByText('这个时间已经过了').waitFor();
  await dialog.getByLabel('发出的时间').fill('');
  await dialog.getByRole('button', { name: '预览' }).click();
  await dialog.getByText(/全部读者，现在有 \d+ 位/).waitFor();
  await expectSoundPage(page);
  await dialog.getByRole('button', { name: '发出', exact: true }).click();
  await page.getByText('公告正在发出').waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(await inbox()).toEqual([['三周年', '/giftbox']]);

  await page.getByRole('button', { name: '撤回', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤回' }).click();
  await page.getByText('已撤回「三周年」').waitFor();
  expect(await inbox()).toEqual([]);
});
