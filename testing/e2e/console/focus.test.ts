import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TestApp } from '../../app/app.ts';
import { editPart } from '../../factories/editorial.ts';
import { firstOwner } from '../../factories/staff.ts';
import { openSite } from '../steps/app.ts';
import { CONSOLE_FOLDER, openConsoleAs } from '../steps/console.ts';

let app: TestApp;
let cookie = '';
const site = openSite(
  async (opened) => {
    app = opened;
    const questions = ['第一问', '第二问'].map((question) => ({ type: 0 as const, question, answer: '答' }));
    await editPart(app, 'faq', questions);
    ({ cookie } = await firstOwner(app, new Date()));
  },
  { consoleFolder: CONSOLE_FOLDER },
);

/** The accessible name of the element with the focus; of the whole page it has none. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element === document.body ? 'nothing' : (element?.getAttribute('aria-label') ?? element?.textContent ?? '');
  });

test('the focus stays in the list when the row with it is removed, and returns to the button of a closed dialog', async () => {
  const page = await openConsoleAs(site, cookie);
  await page.goto(site.url('/console/editorial/faq'));
  const list = page.getByRole('list', { name: '常见问题' });
  await list.getByRole('button', { name: '去掉 第一问' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
  await expect.poll(() => focused(page)).toBe('常见问题');
  // The next key goes on from there, not from the top of the page.
  await page.keyboard.press('Tab');
  await expect.poll(() => list.evaluate((part) => part.contains(document.activeElement))).toBe(true);

  await page.goto(site.url('/console/system/alerts'));
  await page.getByRole('button', { name: '设置接收方' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel('机器人的地址').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('设置接收方');
});

test('the card of mails says that they are off, and its link opens the switch', async () => {
  const page = await openConsoleAs(site, cookie);
  await page.goto(site.url('/console/system/alerts'));
  const card = page.locator('section', { has: page.getByRole('heading', { name: '给读者的邮件' }) });
  await card.getByText('没有打开，读者看不到它。').waitFor();
  await card.getByRole('link', { name: /给读者的邮件$/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/editorial/features');
});
