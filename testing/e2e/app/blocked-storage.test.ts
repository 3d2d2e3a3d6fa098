import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addComic } from '../../factories/comics.ts';
import { editPart } from '../../factories/editorial.ts';
import { openSite } from '../steps/app.ts';

const { openPage, url } = openSite(async (app) => {
  await addComic(app, { title: '海上的岛', chapters: [{ pages: 2 }, { pages: 2 }] });
  await editPart(app, 'features', { notices: true, likes: false, ratings: false });
});

/** A page of a browser that throws wherever a site stores something. */
async function openBlocked(): Promise<{ page: Page; errors: string[] }> {
  const page = await openPage(undefined, { hint: true, consent: null });
  await page.addInitScript(() => {
    const denied = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'caches', 'indexedDB'])
      Object.defineProperty(globalThis, name, { get: denied });
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: denied });
  });
  const errors: string[] = [];
  page.on('pageerror', ({ message, stack }) => errors.push(`${page.url()} ${stack ?? message}`));
  return { page, errors };
}

test('where the browser blocks all storage, each screen is shown and a comic can be read', async () => {
  const { page, errors } = await openBlocked();
  await page.goto(url('/home'));
  await page.getByRole('link', { name: '海上的岛' }).first().waitFor();
  await page.getByRole('button', { name: '同意', exact: true }).click();
  await page.getByRole('link', { name: '海上的岛' }).first().click();
  await page.getByRole('link', { name: '开始阅读' }).click();
  await page.locator('[data-page] img').first().waitFor();
  for (const [path, text] of [
    ['/library', '书架'],
    ['/library?tab=downloads', '下载'],
    ['/downloads', '还没有下载'],
    ['/my', '历史'],
    ['/search', '搜索'],
    ['/giftbox', '礼'],
    ['/attendance', '签到'],
    ['/my/notices', '消息'],
    ['/payment', '充值'],
    ['/comic/1', '海上的岛'],
    ['/home', '海上的岛'],
  ] as const) {
    await page.goto(url(path));
    await page.getByText(text).filter({ visible: true }).first().waitFor();
  }
  expect(errors).toEqual([]);
});
