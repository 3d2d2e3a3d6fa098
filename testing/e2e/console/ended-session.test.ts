import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TestApp } from '../../app/app.ts';
import { addComic } from '../../factories/comics.ts';
import { addPerson, codeOf, firstOwner, STAFF_PASSWORD, type StaffPerson } from '../../factories/staff.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { CONSOLE_FOLDER, DESK, expectSoundPage, openConsoleAs } from '../steps/console.ts';

let app: TestApp;
let owner: StaffPerson;
let editor: StaffPerson;
let comicId = 0;
const site = openSite(
  async (opened) => {
    app = opened;
    comicId = (await addComic(app, { title: '雨夜书店', chapters: [{ title: '启程' }] })).comicId;
    owner = await firstOwner(app, new Date());
    editor = await addPerson(app, owner, 'editor', '小周', new Date());
  },
  { consoleFolder: CONSOLE_FOLDER },
);

let logins = 0;
async function login(form: Locator, { name, secret }: StaffPerson): Promise<void> {
  await form.getByLabel('用户名').fill(name);
  await form.getByLabel('密码').fill(STAFF_PASSWORD);
  // A code works once.
  const at = new Date(Date.now() + 60_000 * ++logins);
  app.setTime(at);
  await form.getByLabel('验证码').fill(codeOf(secret, at));
  await form.getByRole('button', { name: '登录', exact: true }).click();
  await form.getByRole('heading', { name: '登录后台' }).waitFor({ state: 'detached' });
}

const loginAgain = (page: Page) => page.getByRole('dialog', { name: '登录后台' });
const titleOf = (page: Page) => page.getByLabel('书名', { exact: true });
const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true }).click();
const endSessions = () => app.pool.query('delete from staff.session');

/** Types a title in the form of the comic; then the session ends. */
async function typeTitle(page: Page, title: string): Promise<void> {
  await page.goto(site.url(`/console/comics/${comicId}`));
  await titleOf(page).fill(title);
  await endSessions();
  await save(page);
  await loginAgain(page).getByText('登录已过期').waitFor();
}

test('after the session has ended, another person does not see what was typed', async () => {
  const page = await openConsoleAs(site, owner.cookie, DESK);
  await typeTitle(page, '没有保存的书名');
  await login(loginAgain(page), editor);
  await page.getByText('小周 · 编辑').first().waitFor();
  expect(await titleOf(page).inputValue()).toBe('雨夜书店');
});

test('after a new login, the same person finds the typed text and can save it', async () => {
  const page = await openConsoleAs(site, '', PHONE);
  await page.goto(site.url('/console'));
  await login(page.getByRole('main'), owner);
  await typeTitle(page, '雨夜书店（新）');
  // Nothing but a login leads back to the page.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expectSoundPage(page);
  await login(loginAgain(page), owner);
  expect(await titleOf(page).inputValue()).toBe('雨夜书店（新）');
  await save(page);
  await page.getByText('已保存').waitFor();
  const { rows } = await app.pool.query('select title from catalog.comic where id = $1', [comicId]);
  expect(rows[0].title).toBe('雨夜书店（新）');

  await page.goto(site.url('/console/staff'));
  await page.getByRole('button', { name: '添加员工' }).click();
  const name = page.getByRole('dialog', { name: '添加员工' }).getByLabel('用户名');
  await name.fill('新编辑');
  await endSessions();
  await page.getByRole('button', { name: '生成邀请链接' }).click();
  await login(loginAgain(page), owner);
  expect(await name.inputValue()).toBe('新编辑');
  await page.getByRole('button', { name: '生成邀请链接' }).click();
  await page.getByText(/console\/link#[\w-]{22}$/).waitFor();
});
