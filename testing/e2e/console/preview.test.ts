import { expect, test } from 'vitest';
import { home } from '#contract/calls/site';
import type { Parts } from '../../../server/modules/editorial/editing.ts';
import type { TestApp } from '../../app/app.ts';
import { addComic } from '../../factories/comics.ts';
import { editPart } from '../../factories/editorial.ts';
import { openSite } from '../steps/app.ts';
import { CONSOLE_FOLDER, expectSoundPage, openConsole } from '../steps/console.ts';

let app: TestApp;
const site = openSite(
  async (opened) => {
    app = opened;
    await editPart(app, 'home', await Promise.all(['热门', '新作'].map(section)));
  },
  { consoleFolder: CONSOLE_FOLDER },
);

/** A section with comics of its own. */
async function section(title: string, index: number): Promise<Parts['home'][number]> {
  const comics: number[] = [];
  for (let each = 0; each < 6; each++) comics.push((await addComic(app, { title: `${title} ${each}` })).comicId);
  const always = { start: null, end: null };
  return { key: `section-${index}`, title, layout: 'row', more: null, show: { comics }, count: 6, ...always };
}

test('the preview shows the real page with what is not saved, at a chosen time, and readers see none of it', async () => {
  const page = await openConsole(site, app);
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(site.url('/console/editorial/home'));
  await page.getByRole('button', { name: '手机预览' }).click();
  const phone = page.frameLocator('iframe');
  const sections = () => phone.getByRole('heading', { level: 2, includeHidden: true }).allTextContents();
  await expect.poll(sections).toEqual(['热门', '新作']);
  const drawn = () =>
    phone
      .locator('[data-picture]')
      .evaluateAll((all) => all.filter((each) => (each as HTMLImageElement).src.startsWith('data:image/png')).length);
  // Twelve, and the first of them in large before its blurred copy.
  await expect.poll(drawn).toBe(14);
  expect(await phone.locator('body').evaluate((body) => [innerWidth, body.querySelectorAll('script').length])).toEqual([
    390, 0,
  ]);
  await expectSoundPage(page);

  await page.getByRole('button', { name: '下移 热门' }).click();
  await page.getByRole('button', { name: /^新作/ }).click();
  await page.getByLabel('标题', { exact: true }).fill('上新');
  await expect.poll(sections).toEqual(['上新', '热门']);
  await page.getByLabel('开始', { exact: true }).fill('2030-01-01T00:00');
  await expect.poll(sections).toEqual(['热门']);
  await page.getByLabel('像在这时打开（北京时间）').fill('2030-01-01T00:00');
  await expect.poll(sections).toEqual(['上新', '热门']);
  await page.getByLabel('标题', { exact: true }).fill('');
  await page.getByText('有 1 处还没填好').waitFor();
  expect(await sections()).toEqual(['上新', '热门']);
  await expectSoundPage(page);
  await app.caughtUp();
  expect((await app.call(home, {})).data?.sections.map(({ title }) => title)).toEqual(['本期主打', '热门', '新作']);

  await page.goto(site.url('/console/editorial/service'));
  await page.getByRole('button', { name: '手机预览' }).click();
  await page.getByLabel('正文', { exact: true }).fill('## 第一条\n\n**一切**以此为准。');
  await phone.getByText('以此为准').waitFor();
  expect(faults).toEqual([]);
});
