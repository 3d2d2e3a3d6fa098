import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { comicPay } from '#contract/calls/comic';
import type { TestApp } from '../../app/app.ts';
import { addComic } from '../../factories/comics.ts';
import { editPart } from '../../factories/editorial.ts';
import { signedIn } from '../../factories/readers.ts';
import { expectSoundLedger, giveTo } from '../../factories/wallets.ts';
import { accessibilityFaults } from '../steps/accessibility.ts';
import { logInByPhone, loginOf } from '../steps/account-steps.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { buyButton, buyerWith, loginToBuy, watchCalls } from '../steps/buy-steps.ts';

let app: TestApp;
let comicId = 0;
let ids: number[] = [];
const site = openSite(async (opened) => {
  app = opened;
  const chapters = Array.from({ length: 16 }, (_, at) => ({ title: `第${at + 1}话`, price: at === 0 ? 0 : 10 }));
  const comic = await addComic(app, { title: '很多话', chapters });
  comicId = comic.comicId;
  ids = comic.chapters.map(({ id }) => id);
  await editPart(app, 'discounts', [{ chapters: 5, percent: 90 }]);
});
const { url } = site;
const openPage = async (options = PHONE): Promise<Page> => {
  const page = await site.openPage(options);
  return page;
};
const sheet = (page: Page) => page.getByRole('dialog', { name: '批量解锁' });
const row = (page: Page, no: number) => page.locator('main').getByRole('link', { name: new RegExp(`第${no}话`) });

test('the shown price is that of the last choice, and several chapters can be bought at a discount', async () => {
  const { page } = await buyerWith(app, openPage, { coins: 500, bonus: 20 });
  await page.goto(url(`/comic/${comicId}`));
  let slow = true;
  await page.route('**/api/comic/quote', async (route) => {
    if (slow) await new Promise((resolve) => setTimeout(resolve, 900));
    await route.continue().catch(() => undefined);
  });
  const quotes = watchCalls(page, 'comic/quote');
  await page.getByRole('button', { name: '批量解锁' }).click();
  await expect.poll(() => quotes.length).toBe(1);
  // The choice changes while its price is loading.
  slow = false;
  await sheet(page).getByRole('button', { name: '清空' }).click();
  await sheet(page).getByRole('checkbox', { name: /第4话/ }).check();
  // The button shows the spent amount.
  await sheet(page).getByRole('button', { name: '10 赠币解锁', exact: true }).waitFor();
  await page.waitForTimeout(1000);
  expect(
    await sheet(page)
      .getByRole('button', { name: /币解锁/ })
      .textContent(),
  ).toBe('10 赠币解锁');
  await page.keyboard.press('Escape');
  await sheet(page).waitFor({ state: 'detached' });

  // Ten chapters have a discount, and so have the remaining ones.
  await page.getByRole('button', { name: '批量解锁' }).click();
  await sheet(page).getByText('已优惠 10 漫币').waitFor();
  await sheet(page).getByRole('button', { name: '20 赠币 + 70 漫币解锁 10 话' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await sheet(page).getByRole('checkbox', { name: /第2话/ }).uncheck();
  await sheet(page).getByText('9 话共').waitFor();
  await sheet(page).getByRole('button', { name: '20 赠币 + 61 漫币解锁 9 话' }).waitFor();
  // The response of the purchase is lost.
  await page.route(
    '**/api/comic/pay',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await sheet(page)
    .getByRole('button', { name: /解锁 9 话/ })
    .click();
  await sheet(page).getByText('不会重复扣款').waitFor();
  await sheet(page)
    .getByRole('button', { name: /解锁 9 话/ })
    .click();
  await sheet(page).waitFor({ state: 'detached' });
  // They are marked as owned.
  await expect.poll(() => row(page, 3).textContent()).toContain('已购');
  expect(await row(page, 2).textContent()).toContain('10 漫币');
  // No more than ten are left, so the next ones are all.
  await page.getByRole('button', { name: '批量解锁' }).click();
  await sheet(page).getByRole('button', { name: '全部' }).waitFor();
  expect(await sheet(page).getByRole('button', { name: /^后/ }).count()).toBe(0);
  await expectSoundLedger(app);
});

test('with too few coins the sheet leads to the cashier and back to the comic; a chapter bought from its row opens', async () => {
  const { page, token, id } = await buyerWith(app, openPage, { coins: 30 });
  await page.goto(url(`/comic/${comicId}`));
  await page.getByRole('button', { name: '批量解锁' }).click();
  const topUp = sheet(page).getByRole('link', { name: '还差 60 漫币 · 去充值' });
  expect(await topUp.getAttribute('href')).toBe(`/payment?back=%2Fcomic%2F${comicId}&need=60`);

  // After a top-up the sheet is open again, with the same choice, once.
  await sheet(page).getByRole('checkbox', { name: /第2话/ }).uncheck();
  await sheet(page).getByRole('link', { name: '还差 51 漫币 · 去充值' }).click();
  await page.getByText('还差 51 漫币').waitFor();
  await page.goto(url(`/comic/${comicId}`));
  await row(page, 2).waitFor();
  expect(await sheet(page).count()).toBe(0);
  await giveTo(app, id, { coins: 100 });
  await page.reload();
  await sheet(page).getByText('9 话共').waitFor();
  expect(await sheet(page).getByRole('checkbox', { name: /第2话/ }).isChecked()).toBe(false);
  await page.keyboard.press('Escape');
  await sheet(page).waitFor({ state: 'detached' });

  await row(page, 2).click();
  await buyButton(page).click();
  await page.locator('[data-page]').first().waitFor({ state: 'attached' });
  expect(new URL(page.url()).pathname).toBe(`/chapter/${ids[1]}`);
  // Another device buys a chapter: the row is outdated, the sheet is up to date.
  const known = page.waitForResponse('**/api/comic/info');
  await page.goBack();
  await known;
  await row(page, 3).waitFor();
  await app.call(comicPay, { chapterIds: [ids[2] ?? 0], expect: 10, key: 'another-device' }, { token });
  await row(page, 3).click();
  await page.getByRole('link', { name: '现在可以读了' }).waitFor();
});

test('after a login for a chapter its sheet is shown again, with too few coins', async () => {
  const { phone, id } = await signedIn(app);
  await giveTo(app, id, { coins: 3 });
  const page = await openPage();
  await page.goto(url(`/comic/${comicId}`));
  await row(page, 2).click();
  await loginToBuy(page).click();
  await loginOf(page).waitFor();
  await logInByPhone(page, app, phone);
  await loginOf(page).waitFor({ state: 'detached' });
  const own = page.getByRole('dialog', { name: /第2话/ });
  await own.getByRole('link', { name: '还差 7 漫币 · 去充值' }).waitFor();
  await own.getByText('余额 3 漫币').waitFor();
});
