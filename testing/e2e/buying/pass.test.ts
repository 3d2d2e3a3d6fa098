import { expect, test } from 'vitest';
import { userInfo } from '#contract/calls/session';
import type { TestApp } from '../../app/app.ts';
import { changeComic } from '../../factories/comics.ts';
import { expectSoundShop, sellPass } from '../../factories/shop.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { buyButton, buyerWith } from '../steps/buy-steps.ts';
import { importDrawn } from '../steps/drawn-comics.ts';
import { shiftsOf, watchShifts } from '../steps/layout-shifts.ts';
import { imagesDrawn } from '../steps/reading.ts';

let app: TestApp;
let ids: number[] = [];
let comicId = 0;
const strip = { width: 800, height: 700, along: 'down' as const, from: 0, to: 1 };
const site = openSite(async (opened) => {
  app = opened;
  const chapters = Array.from({ length: 3 }, () => [strip, strip]);
  const options = ['--price', '12', '--free-first', '1'];
  const drawn = await importDrawn(app, [{ title: '月卡能读', chapters, options }]);
  ids = drawn.月卡能读 ?? [];
  const { rows } = await app.pool.query('select comic_id as id from catalog.chapter where id = $1', [ids[0]]);
  comicId = Number(rows[0]?.id);
  await app.pool.query(`update catalog.chapter set published_at = now() - interval '20 days' where id <> $1`, [ids[2]]);
  await app.caughtUp();
});
const { url } = site;

test('a reader buys 月卡 in the sandbox, reads an old chapter with it, and sees its end', async () => {
  const { page, token } = await buyerWith(app, site.openPage, { coins: 100 }, PHONE);
  await watchShifts(page);
  await page.goto(url('/payment'));
  await page.getByRole('button', { name: /^支付 ¥/ }).waitFor();
  // Nothing about 月卡 is shown while it is not sold.
  expect(await page.getByText('月卡').count()).toBe(0);
  await sellPass(app);
  await page.reload();
  await page.getByText('现在还没有漫画包含在月卡里。').waitFor();
  await changeComic(app, comicId, { passAfterDays: 10 });

  await page.goto(url(`/comic/${comicId}`));
  await page.getByRole('link', { name: '去开通' }).waitFor();
  await page.goto(url(`/chapter/${ids[1]}`));
  await page.getByRole('link', { name: '开通月卡来读' }).click();
  await page.getByText('有月卡时，1 部漫画较早的话可以读').waitFor();
  await page.getByText('申请退款时，只退还没有开始的天数').waitFor();
  await page.getByRole('button', { name: '支付 ¥15' }).click();
  await page.getByRole('button', { name: '支付', exact: true }).click();
  await page.getByRole('heading', { name: '购买成功' }).waitFor();
  await imagesDrawn(page);
  expect(new URL(page.url()).pathname).toBe(`/chapter/${ids[1]}`);
  await page.goto(url(`/comic/${comicId}`));
  await page.getByText(/^月卡可读发布满 10 天的话，你的月卡到/).waitFor();

  await page.goto(url(`/chapter/${ids[2]}`));
  await buyButton(page).waitFor();
  await page.goto(url('/my'));
  await page.getByText(/^月卡到 \d{4}-\d\d-\d\d$/).waitFor();
  await page.goto(url('/payment'));
  await page.getByText('续期月卡').waitFor();
  await page.getByText(/^.*你的月卡到 .*，续的天数接在后面。$/).waitFor();
  expect(await shiftsOf(page)).toEqual([]);
  await page.goto(url('/payment/records'));
  await page.getByText('+月卡 30 天').waitFor();
  expect((await app.call(userInfo, { token }, { token })).data?.pass).toBeDefined();
  await expectSoundShop(app);
});
