import { expect, test } from 'vitest';
import { addComic } from '../../factories/comics.ts';
import { rowOf } from '../steps/account-steps.ts';
import { openSite } from '../steps/app.ts';

const { openPage, url } = openSite(async (app) => {
  await addComic(app, { title: '海上的岛' });
});

test('the sheet of the first visit covers the end of no screen, and 未成年人模式 is one tap from it', async () => {
  const page = await openPage(undefined, { consent: null });
  // The privacy policy, of which it speaks, least of all.
  for (const screen of ['/privacy', '/my']) {
    await page.goto(url(screen));
    const sheet = page.getByRole('region', { name: '隐私与记录' });
    await sheet.waitFor();
    await page.locator('main article, main footer').last().waitFor();
    const clear = () =>
      page.evaluate(() => {
        window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
        const end = [...document.querySelectorAll('main article, main footer')].at(-1)?.getBoundingClientRect().bottom;
        const edge = document.querySelector('[aria-labelledby=consent-title]')?.getBoundingClientRect().top;
        return end !== undefined && edge !== undefined && end <= edge;
      });
    await expect.poll(clear, { message: screen }).toBe(true);
  }

  // 未成年人模式 is one tap away on 我的 too, and stays closed once it was closed.
  await rowOf(page, '未成年人模式 未开启').waitFor();
  await page.getByRole('link', { name: '未成年人模式' }).click();
  const teen = page.getByRole('dialog', { name: '未成年人模式' });
  await teen.getByRole('button', { name: '关闭' }).click();
  await teen.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('link', { name: '未成年人模式' }).click();
  await teen.waitFor();
});
