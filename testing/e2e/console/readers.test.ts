import { expect, test } from 'vitest';
import { userInfo } from '#contract/calls/session';
import { feedback, feedbackSubmit } from '#contract/calls/support';
import type { TestApp } from '../../app/app.ts';
import { newAddress, signedIn } from '../../factories/readers.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { CONSOLE_FOLDER, expectSoundPage, openConsole } from '../steps/console.ts';

let app: TestApp;
const site = openSite(
  async (opened) => {
    app = opened;
  },
  { consoleFolder: CONSOLE_FOLDER },
);

test('a reader is found by phone, gets coins once after a preview, and their feedback is answered', async () => {
  const { token, phone } = await signedIn(app);
  const content = '<img src=x onerror=alert(1)> 第 3 页打不开';
  await app.call(feedbackSubmit, { type: 2, content }, { token, remoteAddress: newAddress() });
  await app.pool.query('update account.reader set nickname = $1', ['<b>小鱼干</b>']);
  const page = await openConsole(site, app, PHONE);
  await page.goto(site.url('/console/readers'));
  await page.getByRole('searchbox').fill(phone);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '<b>小鱼干</b>' }).waitFor();
  await page.getByText('登录：').waitFor();
  expect(await page.getByText(phone).count()).toBe(0);

  await page.getByRole('button', { name: '调整余额' }).click();
  await page.getByLabel('数目').fill('120');
  await page.getByRole('button', { name: '预览' }).click();
  await page.getByText('请写原因').waitFor();
  await expectSoundPage(page);
  await page.getByLabel('原因').fill('昨天打不开');
  await page.getByRole('button', { name: '预览' }).click();
  const dialog = page.getByRole('dialog', { name: '确认调整' });
  await dialog.getByText('120').first().waitFor();
  await expectSoundPage(page);
  await dialog.getByRole('button', { name: '调整 +120 赠币' }).dblclick();
  await page.getByText('已调整：赠币 0 → 120').waitFor();
  await page.getByText('客服调整').waitFor();
  await expectSoundPage(page);
  expect((await app.call(userInfo, { token })).data?.bonus).toBe(120);

  await page.getByRole('button', { name: '调整余额' }).click();
  await page.getByLabel('数目').fill('2000');
  await page.getByLabel('原因').fill('活动漏发');
  await page.getByRole('button', { name: '预览' }).click();
  await page.getByRole('button', { name: '调整 +2000 赠币' }).click();
  await page.getByText('等另一位同事').waitFor();
  const readerPage = page.url();
  await page.goto(site.url('/console/readers'));
  await page.getByText('调整 +2000 赠币，90 天内有效').waitFor();
  await page.getByText('只有你一位').waitFor();
  await expectSoundPage(page);
  await page.getByRole('button', { name: '预览并批准' }).click();
  await page.getByRole('dialog', { name: '批准调整' }).getByText('2120').waitFor();
  await page.getByRole('button', { name: '批准调整 +2000 赠币' }).click();
  await page.getByText('要由另一位同事批准', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '驳回' }).click();
  await page.getByRole('button', { name: '确定' }).click();
  await page.getByText('已驳回，余额没有变').waitFor();
  await page.goto(readerPage);
  await page.getByText('驳回调整余额').waitFor();

  await page.getByRole('link', { name: /^反馈 \d+：阅读/ }).click();
  await page.getByText(content).waitFor();
  await page.getByLabel('用模板').selectOption({ label: '已修好' });
  await expectSoundPage(page);
  await page.getByRole('button', { name: '答复', exact: true }).click();
  await page.getByText('已答复', { exact: true }).waitFor();
  await expectSoundPage(page);
  expect((await app.call(feedback, {}, { token })).data?.list[0]?.reply).toContain('已经修好');
  await page.goto(site.url('/console/feedback?queue=answered'));
  await page.getByText(content).waitFor();
  await expectSoundPage(page);
});
