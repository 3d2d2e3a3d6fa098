import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { addReply } from '../../../server/modules/support/support.ts';
import type { TestApp } from '../../app/app.ts';
import { addComic } from '../../factories/comics.ts';
import { openSite } from '../steps/app.ts';

let app: TestApp;
const { openPage, url } = openSite(async (site) => {
  app = site;
});

const question = (page: Page, text: string) => page.locator('summary', { hasText: text });

async function write(page: Page, text: string) {
  await page.getByRole('button', { name: '写反馈' }).click();
  const sheet = page.getByRole('dialog', { name: '写反馈' });
  await sheet.getByRole('button', { name: '提交' }).click();
  await page.getByText('请输入反馈内容!').waitFor();
  await sheet.getByRole('button', { name: '举报/侵权' }).click();
  await sheet.getByRole('textbox').first().fill(text);
  return sheet;
}

test('a question has an address, and a reader who was not helped can write about it', async () => {
  const page = await openPage();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(url('/faq'));
  await question(page, '付款了但没有到账').click();
  const opened = page.locator('details[open]');
  await opened.getByRole('button', { name: '复制链接' }).click();
  await page.getByText('链接已复制').waitFor();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto(address);
  await opened.getByText('没有付款的订单 30 分钟后关闭').waitFor();
  expect(await question(page, '').first().textContent()).toContain('付款了但没有到账');
  expect(await opened.count()).toBe(1);

  await opened.getByRole('button', { name: '没有' }).click();
  await opened.getByRole('button', { name: '没有', pressed: true }).waitFor();
  // The vote is stored.
  await page.reload();
  await opened.getByRole('button', { name: '没有', pressed: true }).waitFor();
  await opened.getByRole('button', { name: '就这个问题写反馈' }).click();
  const sheet = page.getByRole('dialog', { name: '写反馈' });
  await sheet.getByRole('button', { name: '充值', pressed: true }).waitFor();
  expect(await sheet.getByRole('textbox').first().inputValue()).toBe('关于「付款了但没有到账？」：\n');
  await sheet.getByRole('button', { name: '关闭' }).click();
  await opened.getByRole('button', { name: '有', exact: true }).click();
  await opened.getByRole('button', { name: '就这个问题写反馈' }).waitFor({ state: 'detached' });

  // The address of a deleted question shows all questions.
  await page.goto(url('/faq?q=q-0000000000'));
  await page.getByText('链接里的问题已经更新或不在了').waitFor();
  await question(page, '').first().waitFor();
});

test('questions can be searched, and a reply to a feedback is new until it is seen', async () => {
  const page = await openPage();
  // By type, also from the address.
  await page.goto(url('/faq?type=0'));
  await page.getByRole('button', { name: '账号登录', pressed: true }).waitFor();
  await question(page, '').first().waitFor();
  const ofType = await question(page, '').count();
  await page.getByRole('button', { name: '全部' }).click();
  await expect.poll(() => question(page, '').count()).toBeGreaterThan(ofType);
  // By words.
  await page.getByLabel('搜索问题').fill('注销');
  await question(page, '注销').first().click();
  const answer = page.locator('details[open]', { hasText: '注销' });
  await answer.locator('p').first().waitFor();
  // An answer links to the screens that it mentions.
  await answer.getByRole('link', { name: '「我的」' }).click();
  await page.getByRole('heading', { name: '我的' }).waitFor();
  await page.goBack();
  await question(page, '').first().waitFor();
  await page.getByLabel('搜索问题').fill('');
  // Reports have their own type.
  await page.getByRole('button', { name: '举报/侵权' }).click();
  await expect.poll(() => question(page, '').count()).toBe(1);
  await question(page, '怎样举报').waitFor();
  await page.getByRole('button', { name: '全部' }).click();
  await page.getByLabel('搜索问题').fill('没有人问过的事');
  await page.getByText('没有找到相关的问题').waitFor();

  // Without a network the text stays in the form.
  const unsent = await write(page, '有一页是黑的');
  await page.context().setOffline(true);
  await unsent.getByRole('button', { name: '提交' }).click();
  await page.getByText('网络异常').waitFor();
  expect(await unsent.getByRole('textbox').first().inputValue()).toBe('有一页是黑的');
  await page.context().setOffline(false);
  await page.waitForTimeout(1100);
  await unsent.getByRole('button', { name: '提交' }).click();
  await page.getByRole('listitem').getByText('有一页是黑的').waitFor();

  // The text is shown as it was written.
  const text = '<img src=x onerror=alert(1)> 这一页不是我的授权';
  const sheet = await write(page, text);
  await sheet.getByRole('button', { name: '提交' }).click();
  await page.getByText('已收到，谢谢你的反馈').waitFor();
  // Waits for the list item, because the form may still show the same text. After that no refetch marks the reply as seen.
  await page.getByRole('listitem').getByText(text).waitFor();
  expect(await page.locator('main img[src=x]').count()).toBe(0);

  // The reply is unread until it is seen.
  const { rows } = await app.pool.query<{ id: number }>('select max(id)::int as id from support.feedback');
  await addReply(app.pool, rows[0]?.id ?? 0, '已下架，谢谢提醒。', new Date());
  await page.goto(url('/my'));
  await page.getByRole('link', { name: /常见问题与反馈\s*1 条新回复/ }).click();
  await page.getByRole('tab', { name: /我的反馈（1 条新回复）/ }).click();
  await page.getByText('已下架，谢谢提醒。').waitFor();
  await page.getByRole('tab', { name: '我的反馈', exact: true }).waitFor();
});

test('both sides can continue a thread, and a feedback without a reply can be withdrawn', async () => {
  const page = await openPage();
  await page.goto(url('/faq'));
  const sheet = await write(page, '第三话打不开');
  await sheet.getByRole('button', { name: '提交' }).click();
  const card = page.getByRole('listitem').filter({ hasText: '第三话打不开' });
  await card.getByText('已提交').waitFor();
  await card.getByRole('button', { name: '补充' }).click();
  const more = page.getByRole('dialog', { name: '接着说' });
  await more.getByRole('textbox').fill('第四话也是');
  await more.getByRole('button', { name: '发送' }).click();
  await card.getByText('第四话也是').waitFor();

  const { rows } = await app.pool.query<{ id: number }>('select max(id)::int as id from support.feedback');
  await addReply(app.pool, rows[0]?.id ?? 0, '修好了。', new Date());
  // The reply arrived before the withdrawal, which is refused; the list shows the reply.
  await card.getByRole('button', { name: '撤回' }).click();
  const asks = page.getByRole('dialog', { name: '撤回这条反馈？' });
  await asks.getByRole('button', { name: '撤回' }).click();
  await page.getByText('已经有回复，不能撤回了').waitFor();
  await card.getByText('修好了。').waitFor();
  await asks.waitFor({ state: 'detached' });
  await card.getByRole('button', { name: '继续说' }).waitFor();
  expect(await card.getByRole('button', { name: '撤回' }).count()).toBe(0);

  const wrong = await write(page, '写错了的');
  await wrong.getByRole('button', { name: '提交' }).click();
  const other = page.getByRole('listitem').filter({ hasText: '写错了的' });
  await other.getByRole('button', { name: '撤回' }).click();
  await asks.getByRole('button', { name: '撤回' }).click();
  await other.getByText('已撤回').waitFor();
  expect(await other.getByRole('button').count()).toBe(0);
});

test('a problem of a comic is reported from its detail and from the reader, with the position filled in', async () => {
  const { comicId, chapters } = await addComic(app, { title: '海上的岛' });
  const page = await openPage();
  await page.goto(url(`/comic/${comicId}`));
  await page.getByRole('button', { name: '内容有问题？报错' }).click();
  const sheet = page.getByRole('dialog', { name: '报错' });
  expect(await sheet.getByRole('textbox').first().inputValue()).toBe('《海上的岛》：\n');
  await sheet.getByRole('button', { name: '关闭' }).click();
  await page.goto(url(`/chapter/${chapters[0]?.id}`));
  await page.getByRole('button', { name: '报错' }).click();
  expect(await sheet.getByRole('textbox').first().inputValue()).toMatch(/^《海上的岛》 第1话.*：\n$/);
  await sheet.getByRole('button', { name: '提交' }).click();
  await page.getByText('已收到，谢谢你的反馈').waitFor();
  const { rows } = await app.pool.query('select type, about from support.feedback order by id desc limit 1');
  expect(rows).toMatchObject([{ type: 2, about: { comicId, chapterId: chapters[0]?.id } }]);
});

test('a feedback can have pictures, and an unreadable picture is refused with a message', async () => {
  const page = await openPage();
  await page.goto(url('/faq'));
  await page.getByRole('button', { name: '写反馈' }).click();
  const sheet = page.getByRole('dialog', { name: '写反馈' });
  const file = sheet.locator('input[type=file]');
  const png = async (background: string) => ({
    name: `${background}.png`,
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 300, height: 500, channels: 3, background } })
      .png()
      .toBuffer(),
  });
  await file.setInputFiles([{ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') }]);
  await page.getByText('这张图片读不出来，请换一张 JPEG、PNG 或 WebP').waitFor();
  await sheet.getByRole('img').waitFor({ state: 'detached' });
  await file.setInputFiles(await Promise.all(['red', 'green', 'blue', 'white'].map(png)));
  await page.getByText('最多 3 张图片').waitFor();
  await expect.poll(() => sheet.getByText('上传中').count(), { timeout: 20_000 }).toBe(0);
  expect(await sheet.getByRole('img').count()).toBe(3);
  expect(await sheet.getByRole('button', { name: '加图片' }).count()).toBe(0);
  await sheet.getByRole('button', { name: '去掉第 3 张图片' }).click();
  await sheet.getByRole('button', { name: '加图片' }).waitFor();
  await sheet.getByRole('textbox').first().fill('这一页是花的');
  await sheet.getByRole('button', { name: '提交' }).click();
  const card = page.getByRole('listitem').filter({ hasText: '这一页是花的' });
  await card.getByRole('button', { name: '看第 1 张图片' }).click();
  const shown = page.getByRole('dialog', { name: '图片' }).getByRole('img');
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalHeight)).toBe(500);
});
