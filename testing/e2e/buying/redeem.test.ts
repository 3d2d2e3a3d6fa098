import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { userInfo } from '#contract/calls/session';
import type { TestApp } from '../../app/app.ts';
import { newVisitor, readersInBulk } from '../../factories/readers.ts';
import { addBatch, addCode, redeeming, stop } from '../../factories/redeeming.ts';
import { accessibilityFaults } from '../steps/accessibility.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { goWithin } from '../steps/walking.ts';

const DAY_MS = 24 * 3600 * 1000;
const TODAY = { validFrom: new Date(Date.now() - DAY_MS), validUntil: new Date(Date.now() + DAY_MS) };

let site: TestApp;
const { openPage, url } = openSite(async (app) => {
  site = app;
});

async function openAs(token: string, pathname: string): Promise<Page> {
  const page = await openPage(PHONE);
  await page.context().addCookies([{ name: 'token', value: token, url: site.url }]);
  await page.goto(url(pathname));
  return page;
}

test('a code is used from 我的: mistakes are explained beside the field, and a lost answer brings it once', async () => {
  const [reader = { id: 0, token: '' }] = await readersInBulk(site, 1);
  const page = await openAs(reader.token, '/my');
  const wallet = page.getByRole('region', { name: '钱包' });
  await wallet.getByRole('link', { name: '充值' }).waitFor();
  // Nothing leads there while there are no codes, and the address does not exist. The same for 消息, which is off.
  expect(await wallet.getByRole('link', { name: '兑换码' }).count()).toBe(0);
  for (const path of ['/payment/redeem', '/my/notices']) {
    await goWithin(page, path);
    await page.getByRole('heading', { name: '页面不存在' }).waitFor();
    await page.goBack();
    await wallet.waitFor();
  }
  const code = await addCode(site, { ...TODAY, coins: 60, bonus: 6, tickets: 1 });
  const used = await addCode(site, TODAY);
  await redeeming(site, reader.token, used);
  const { id, codes } = await addBatch(site, TODAY);
  await stop(site, id, new Date());
  await page.reload();
  await wallet.getByRole('link', { name: '兑换码' }).click();

  const field = page.getByLabel('兑换码', { exact: true });
  const use = page.getByRole('button', { name: '兑换', exact: true });
  await field.waitFor();
  expect(await use.isDisabled()).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  for (const [typed, answer] of [
    ['1234', '兑换码是 16 位的字母和数字，请核对后再试'],
    ['0123 4567 89ab cdez', '兑换码不对，请核对后再试'],
    // Of the right length, but a letter is wrong.
    ['0123 4567 89ab cdef', '兑换码不对，请核对后再试'],
    ['0123 4567 89ab cdeu', '兑换码不对，请核对后再试'],
    [used, '你已经用过这个兑换码了'],
    [codes[0] ?? '', '这个兑换码已失效'],
  ] as const) {
    await field.fill(typed);
    await use.click();
    await page.getByRole('alert').getByText(answer).waitFor();
  }
  await page.route(
    '**/api/charge/redeem',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await field.fill(code.toLowerCase());
  await use.click();
  await page.getByRole('alert').getByText('没有收到回应').waitFor();
  await use.click();
  const brought = page.getByLabel('兑换成功');
  await brought.getByText('60 漫币、6 赠币和 1 张阅读券').waitFor();
  await brought.getByText('现有 60 漫币、16 赠币、1 张阅读券').waitFor();
  expect(await accessibilityFaults(page, 1)).toEqual([]);
  expect((await site.call(userInfo, { token: reader.token })).data).toMatchObject({ coins: 60, bonus: 16 });
  await page.getByRole('button', { name: '再兑换一个' }).click();
  expect(await field.inputValue()).toBe('');
  await page.goto(url('/payment'));
  await page.getByRole('link', { name: '使用兑换码' }).click();
  await field.waitFor();
});

test('an anonymous reader is asked to log in', async () => {
  const page = await openAs(await newVisitor(site), '/payment/redeem');
  await page.getByText('登录后才能使用兑换码').waitFor();
  await page.getByRole('main').getByRole('button', { name: '登录' }).click();
  await page.getByRole('dialog').waitFor();
});
