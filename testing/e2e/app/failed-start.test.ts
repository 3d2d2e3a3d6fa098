import { expect, test } from 'vitest';
import { userRegister } from '#contract/calls/session';
import { addComic } from '../../factories/comics.ts';
import { openSite } from '../steps/app.ts';

let comicId = 0;
let chapterId = 0;
const { openPage, url } = openSite(async (app) => {
  const comic = await addComic(app, { title: '海上的岛', chapters: [{ pages: 2 }, { pages: 2 }] });
  comicId = comic.comicId;
  chapterId = comic.chapters[0]?.id ?? 0;
});

/** A page whose requests for a session get no answer from the network, until they are let through. */
async function openWithoutSession() {
  const page = await openPage();
  const address = `**/api/${userRegister.path}`;
  await page.route(address, (route) => route.abort('internetdisconnected'));
  return { page, letThrough: () => page.unroute(address) };
}

test('a chapter opened by its address stays open when the session could not be started', async () => {
  const { page } = await openWithoutSession();
  await page.goto(url(`/chapter/${chapterId}`));
  await page.locator('[data-page] img').first().waitFor();
  await page.waitForTimeout(1500);
  expect(new URL(page.url()).pathname).toBe(`/chapter/${chapterId}`);
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a tap starts the session again, and what was tapped is done', async () => {
  const { page, letThrough } = await openWithoutSession();
  await page.goto(url(`/comic/${comicId}`));
  await page.getByText('网络异常').waitFor();
  // Longer than the tries at the start.
  await page.waitForTimeout(1500);
  await letThrough();
  const saved = page.waitForResponse('**/api/my/add-favorite');
  await page.getByRole('button', { name: '收藏', exact: true }).click();
  await saved;
  await page.getByRole('button', { name: '已收藏' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: '已收藏' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/comic/${comicId}`);
});
