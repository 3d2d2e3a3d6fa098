import { expect, test } from 'vitest';
import { comicInfo } from '#contract/calls/comic';
import type { TestApp } from '../../app/app.ts';
import { addComic } from '../../factories/comics.ts';
import { editPart } from '../../factories/editorial.ts';
import { readersInBulk } from '../../factories/readers.ts';
import { accessibilityFaults } from '../steps/accessibility.ts';
import { openSite, PHONE } from '../steps/app.ts';

let site: TestApp;
const { openPage, url } = openSite(async (app) => {
  site = app;
});

test('a comic is rated and a chapter liked where the operator allows it, and not otherwise', async () => {
  const { comicId, chapters } = await addComic(site, { title: '岛上来信', chapters: [{ pages: 2 }, { pages: 2 }] });
  const [reader = { id: 0, token: '' }] = await readersInBulk(site, 1);
  const page = await openPage(PHONE);
  await page.context().addCookies([{ name: 'token', value: reader.token, url: site.url }]);
  const rating = page.getByRole('region', { name: '评分' });
  await page.goto(url(`/comic/${comicId}`));
  await page.getByRole('heading', { name: '岛上来信' }).waitFor();
  expect(await rating.count()).toBe(0);

  await editPart(site, 'features', { notices: false, likes: true, ratings: true });
  await page.reload();
  // Without any rating the stars are folded into a button.
  await page.getByRole('button', { name: '评分', exact: true }).click();
  await rating.getByText('还没有人评分').waitFor();
  expect(
    await rating.getByRole('button', { name: '评 1 星' }).evaluate((star) => star === document.activeElement),
  ).toBe(true);
  await rating.getByRole('button', { name: '评 4 星' }).click();
  await rating.getByText('1 人评过').waitFor();
  expect(await rating.getByRole('button', { name: '评 4 星' }).getAttribute('aria-pressed')).toBe('true');
  // Its lines are not broken on a narrow phone or one held sideways, and on a wide screen the stars are beside them.
  const hint = rating.getByText('满 10 人显示分数');
  for (const viewport of [
    { width: 360, height: 640 },
    { width: 844, height: 390 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    const words = await hint.boundingBox();
    expect(words?.height, `${viewport.width}`).toBeLessThan(21);
    const star = await rating.getByRole('button', { name: '评 1 星' }).boundingBox();
    if (viewport.width === 1280) expect((star?.x ?? 0) - (words?.x ?? 0) - (words?.width ?? 0)).toBeLessThan(48);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.goto(url(`/chapter/${chapters[0]?.id}`));
  const strip = page.getByRole('region', { name: '漫画', exact: true });
  // The button between two chapters is for the first one, and the card at the end has that of the last one.
  const likeOf = (no: number) => strip.getByRole('button', { name: `点赞第${no}话` });
  const like = likeOf(1);
  await like.waitFor();
  await like.click();
  await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true');
  const seen = async () => (await site.call(comicInfo, { id: comicId }, { token: reader.token })).data;
  await expect.poll(async () => (await seen())?.likes).toBe(1);
  expect((await seen())?.rating).toEqual({ count: 1, mean: null, mine: 4 });
  // It is known at the next visit, and can be taken back.
  await page.reload();
  await like.waitFor();
  await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true');
  await like.click();
  await expect.poll(async () => (await seen())?.likes).toBe(0);
  await page.keyboard.press('End');
  await likeOf(2).click();
  await strip.getByRole('button', { name: '点赞第2话，1 人赞过' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});
