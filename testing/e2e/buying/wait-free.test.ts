import { expect, test } from 'vitest';
import { userInfo } from '#contract/calls/session';
import type { TestApp } from '../../app/app.ts';
import { changeComic } from '../../factories/comics.ts';
import { expectSoundLedger } from '../../factories/wallets.ts';
import { toastOf } from '../steps/account-steps.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { buyButton, buyerWith, cardOf } from '../steps/buy-steps.ts';
import { importDrawn } from '../steps/drawn-comics.ts';
import { shiftsOf, watchShifts } from '../steps/layout-shifts.ts';
import { imagesDrawn } from '../steps/reading.ts';

let app: TestApp;
let ids: number[] = [];
let comicId = 0;
const strip = { width: 800, height: 700, along: 'down' as const, from: 0, to: 1 };
const site = openSite(async (opened) => {
  app = opened;
  const chapters = Array.from({ length: 5 }, () => [strip, strip]);
  const drawn = await importDrawn(app, [
    { title: '等着看', chapters, options: ['--price', '12', '--free-first', '1'] },
  ]);
  ids = drawn.等着看 ?? [];
  const { rows } = await app.pool.query('select comic_id as id from catalog.chapter where id = $1', [ids[0]]);
  comicId = Number(rows[0]?.id);
  await changeComic(app, comicId, { waitHours: 24, waitExceptLatest: 1, waitReadHours: 72 });
  await app.caughtUp();
});
const { url, answerWith } = site;
const chapter = (no: number) => ids[no - 1] ?? 0;

test('a reader opens a chapter for nothing, then sees in how long the next one can be opened', async () => {
  const { page, token } = await buyerWith(app, site.openPage, { coins: 100 }, PHONE);
  await watchShifts(page);
  await page.goto(url(`/comic/${comicId}`));
  await page.getByText('等就免费：每 24 小时可免费读 1 话').waitFor();

  // After a lost answer the same key is used, so that the timer is not used twice.
  await page.goto(url(`/chapter/${chapter(2)}`));
  await cardOf(page).getByRole('button', { name: '改用 12 漫币' }).waitFor();
  const online = await answerWith(page, 'comic/wait-open', 'down');
  await page.getByRole('button', { name: '免费读 72 小时' }).click();
  await cardOf(page).getByText('没有收到回应').waitFor();
  await online();
  await page.getByRole('button', { name: '免费读 72 小时' }).click();
  await toastOf(page, '已打开，可以读 72 小时').waitFor();
  await imagesDrawn(page);
  expect((await app.call(userInfo, { token }, { token })).data?.coins).toBe(100);

  await page.goto(url(`/chapter/${chapter(3)}`));
  await cardOf(page).getByText('剩 24 小时可免费读 1 话').waitFor();
  await buyButton(page).waitFor();
  expect(await page.getByRole('button', { name: '免费读 72 小时' }).count()).toBe(0);
  expect(await shiftsOf(page)).toEqual([]);

  await page.goto(url(`/comic/${comicId}`));
  await page.getByText('剩 24 小时可免费读 1 话').waitFor();
  await page.getByText('等免 · 剩 3 天').waitFor();

  await page.goto(url('/my'));
  await page
    .getByRole('region', { name: '等就免费' })
    .getByRole('link', { name: /等着看.*剩 24 小时/ })
    .waitFor();
  await expectSoundLedger(app);
});

test('the badge is on the card, and a visitor sees it as a reason to sign in', async () => {
  const page = await site.openPage(PHONE);
  await page.goto(url('/new'));
  await page.getByText('等免').first().waitFor();
  await page.goto(url(`/comic/${comicId}`));
  await page.getByText('等就免费：每 24 小时可免费读 1 话').waitFor();
});
