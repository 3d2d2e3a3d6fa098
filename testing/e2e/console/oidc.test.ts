import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import type { TestApp } from '../../app/app.ts';
import { addComic } from '../../factories/comics.ts';
import { CLIENT, startOidcProvider } from '../../gateways/oidc-provider.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { CONSOLE_FOLDER, expectSoundPage } from '../steps/console.ts';

const provider = await startOidcProvider();
afterAll(provider.close);
let app: TestApp;
let comicId = 0;
const prepare = async (opened: TestApp) => {
  app = opened;
  comicId = (await addComic(app, { title: '雨夜书店' })).comicId;
};
const site = openSite(prepare, {
  consoleFolder: CONSOLE_FOLDER,
  oidc: {
    issuer: provider.issuer,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    button: '用公司账号登录',
    scope: 'openid',
    claim: 'groups',
    roles: [['artists', 'editor']],
  },
});

/** A page of the console. The provider knows the person at once. */
async function openPage(): Promise<Page> {
  const page = await site.openPage({ locale: 'zh-CN', ...PHONE });
  await page.context().route(`${provider.issuer}/authorize*`, (route) => {
    const asked = new URL(route.request().url());
    const query = provider.authorize(asked.href, { sub: 'subject-1', groups: ['artists'], name: '小林' });
    return route.fulfill({ status: 302, headers: { location: `${asked.searchParams.get('redirect_uri')}?${query}` } });
  });
  return page;
}
const urlOf = (path: string) => site.url(path).replace('127.0.0.1', 'localhost');

test('a person of the company logs in at the provider, and a callback that this page did not begin is refused', async () => {
  const page = await openPage();
  await page.goto(urlOf('/console'));
  await page.getByRole('button', { name: '用公司账号登录' }).waitFor();
  await expectSoundPage(page);
  await page.goto(urlOf('/console/oidc?code=1&state=another'));
  await page.getByText('这次登录不是从这个页面开始的').waitFor();
  await page.getByRole('link', { name: '回到登录' }).click();
  await page.getByRole('button', { name: '用公司账号登录' }).click();
  await page.getByRole('heading', { level: 1, name: '总览' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/console');
});

test('after the session has ended, the person logs in at the provider in a new tab, and can save what was typed', async () => {
  const page = await openPage();
  await page.goto(urlOf('/console'));
  await page.getByRole('button', { name: '用公司账号登录' }).click();
  await page.getByRole('heading', { level: 1, name: '总览' }).waitFor();
  await page.goto(urlOf(`/console/comics/${comicId}`));
  const title = page.getByLabel('书名', { exact: true });
  const save = () => page.getByRole('button', { name: '保存', exact: true }).click();
  await title.fill('雨夜书店（新）');
  await app.pool.query('delete from staff.session');
  await save();
  const again = page.getByRole('dialog', { name: '登录后台' });
  await again.getByText('登录已过期').waitFor();
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    again.getByRole('button', { name: '用公司账号登录' }).click(),
  ]);
  if (!tab.isClosed()) await tab.waitForEvent('close');
  await again.waitFor({ state: 'detached' });
  expect(await title.inputValue()).toBe('雨夜书店（新）');
  await save();
  await page.getByText('已保存').waitFor();
  const { rows } = await app.pool.query('select title from catalog.comic where id = $1', [comicId]);
  expect(rows[0].title).toBe('雨夜书店（新）');
});
