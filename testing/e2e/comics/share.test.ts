import { expect, test } from 'vitest';
import { chapterPath, comicPath } from '#contract/paths';
import type { TestApp } from '../../app/app.ts';
import { addComic } from '../../factories/comics.ts';
import { accessibilityFaults } from '../steps/accessibility.ts';
import { openSite } from '../steps/app.ts';
import { importDrawn } from '../steps/drawn-comics.ts';

const TITLE = '会走路的海';
let app: TestApp;
let comicId: number;
let chapterId: number;
const { openPage, url } = openSite(async (site) => {
  app = site;
  const page = { width: 300, height: 400, along: 'down', from: 0, to: 1 } as const;
  const chapters = await importDrawn(site, [{ title: TITLE, chapters: [[page]] }]);
  chapterId = chapters[TITLE]?.[0] ?? 0;
  const { rows } = await site.pool.query<{ id: number }>('select id from catalog.comic');
  comicId = rows[0]?.id ?? 0;
});

const sourcesOf = async () => {
  const { rows } = await app.pool.query<{ source: string }>(
    'select source from account.reader where source is not null',
  );
  return rows.map(({ source }) => source);
};

test('a finished comic can be shared by its address and a poster, and new readers record the sharer', async () => {
  const page = await openPage();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => addEventListener('securitypolicyviolation', () => document.body.append('违反了策略')));
  await page.goto(url(chapterPath(chapterId)));
  await page.getByRole('region', { name: '读完了' }).getByRole('button', { name: '分享' }).click();
  const sheet = page.getByRole('dialog', { name: '分享' });
  const poster = sheet.getByRole('img', { name: `《${TITLE}》的海报，上面有二维码` });
  await poster.waitFor();
  expect(await poster.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
    750, 1200,
  ]);
  expect(await accessibilityFaults(page)).toEqual([]);

  await sheet.getByRole('button', { name: '复制链接' }).click();
  await page.getByText('链接已复制').waitFor();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  const { rows } = await app.pool.query<{ code: string }>(
    'select share_code as code from account.reader order by id desc',
  );
  expect(rows.map(({ code }) => `${url(comicPath(comicId))}?u=${code}`)).toContain(address);

  // The JSON-LD of the page is not executed.
  expect(await page.locator('script[type="application/ld+json"]').count()).toBe(2);
  expect(await page.getByText('违反了策略').count()).toBe(0);

  const download = page.waitForEvent('download');
  await sheet.getByRole('link', { name: '保存海报' }).click();
  expect((await download).suggestedFilename()).toBe(`${TITLE}.jpg`);

  const friend = await openPage();
  await friend.goto(address);
  await friend.getByRole('heading', { name: TITLE }).waitFor();
  await expect.poll(sourcesOf).toEqual([new URL(address).searchParams.get('u')]);
});

test('the device’s share dialog gets the address, and comics for adults have no poster', async () => {
  const adult = await addComic(app, { ageRating: '18' });
  const page = await openPage();
  await page.addInitScript(() => {
    navigator.share = async (shared) => {
      document.title = `${shared?.title} ${shared?.url}`;
    };
  });
  await page.goto(url(comicPath(adult.comicId)));
  await page.getByRole('button', { name: '我已满 18 岁' }).click();
  await page.getByRole('button', { name: '分享' }).first().click();
  const sheet = page.getByRole('dialog', { name: '分享' });
  await sheet.getByText('没有海报').waitFor();
  expect(await sheet.getByRole('img').count()).toBe(0);
  await sheet.getByRole('button', { name: '分享给朋友' }).click();
  await sheet.waitFor({ state: 'hidden' });
  expect(await page.title()).toMatch(new RegExp(`^${adult.title} .*/comic/${adult.comicId}\\?u=[0-9a-f]{12}$`));
});
