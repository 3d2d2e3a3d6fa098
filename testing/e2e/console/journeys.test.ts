import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { feedbackSubmit } from '#contract/calls/support';
import type { TestApp } from '../../app/app.ts';
import { addComic, addNumbered } from '../../factories/comics.ts';
import { newAddress, signedIn } from '../../factories/readers.ts';
import { orderBy, press } from '../../factories/shop.ts';
import { picture } from '../../sources/comic-sources.ts';
import { openSite } from '../steps/app.ts';
import { countClicks } from '../steps/clicks.ts';
import { CONSOLE_FOLDER, findFirst, openConsole } from '../steps/console.ts';

let app: TestApp;
let phone = '';
let orderNo = '';
let comicId = 0;
const site = openSite(
  async (opened) => {
    app = opened;
    await addNumbered(app, '第#部', 2000);
    const chapters = [{ title: '启程', price: 5 }, { title: '归来' }];
    comicId = (await addComic(app, { title: '雨夜书店', chapters })).comicId;
    const reader = await signedIn(app);
    phone = reader.phone;
    const { orderId, cashier } = await orderBy(app, reader.token);
    await press(app, cashier, 'pay');
    orderNo = orderId;
    const write = (type: 2 | 5, content: string) =>
      app.call(
        feedbackSubmit,
        { type, content, about: { comicId } },
        { token: reader.token, remoteAddress: newAddress() },
      );
    await write(2, '第 3 页打不开');
    await write(5, '这部漫画侵犯了我的权利');
  },
  { consoleFolder: CONSOLE_FOLDER },
);

type Journey = { most: number; walk(page: Page): Promise<unknown> };

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
async function save(page: Page, title: string): Promise<void> {
  await button(page, '检查并保存').click();
  await page.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click();
  await page.getByText(`已保存：${title}`).waitFor();
}
async function chooseComic(page: Page): Promise<void> {
  await page.getByRole('searchbox').fill('雨夜');
  await button(page, /^雨夜书店/).click();
}
async function choosePicture(page: Page): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByText('选择图片').click()]);
  await chooser.setFiles({ name: 'wide.png', mimeType: 'image/png', buffer: await picture(1, 1440, 480) });
  await page.getByAltText('图片：现在的图片').waitFor();
}
const shortcut = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();
const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);

/** `most`: how many clicks the design allows from the overview on. */
const JOURNEYS: Readonly<Record<string, Journey>> = {
  "yesterday's figures": {
    most: 1,
    walk: async (page) => {
      await page.getByRole('link', { name: '数据' }).click();
      await page.getByRole('heading', { name: '每天', exact: true }).waitFor();
    },
  },
  health: {
    most: 1,
    walk: async (page) => {
      await page.getByRole('link', { name: '系统' }).click();
      await page.getByRole('heading', { name: '检查' }).waitFor();
    },
  },
  'rename a series': {
    most: 2,
    walk: async (page) => {
      await findFirst(page, '雨夜');
      await fill(page, '书名', '雨夜书店（新）');
      await button(page, '保存').click();
      await page.getByText('已保存').waitFor();
    },
  },
  price: {
    most: 3,
    walk: async (page) => {
      await findFirst(page, '雨夜');
      await fill(page, '每话价格', '20');
      await button(page, '保存').click();
      await page.getByText('已保存').waitFor();
    },
  },
  'swap two chapters, with one drag on the list': {
    most: 2,
    walk: async (page) => {
      await findFirst(page, '雨夜');
      await page.getByRole('link', { name: '话', exact: true }).click();
      const rows = page.getByRole('list', { name: '各话' }).getByRole('listitem');
      const box = async (nth: number) =>
        (await rows.nth(nth).getByText('⠿').boundingBox()) ?? { x: 0, y: 0, height: 0 };
      await rows.nth(1).waitFor();
      const [from, to] = [await box(0), await box(1)];
      await page.mouse.move(from.x + 20, from.y + 20);
      await page.mouse.down();
      await page.mouse.move(from.x + 20, from.y + 40, { steps: 4 });
      await page.mouse.move(to.x + 20, to.y + to.height, { steps: 8 });
      await page.mouse.up();
      await page.getByText('已更改顺序').waitFor();
      await page.getByText('第 1 话 归来').waitFor();
    },
  },
  'weekend sale': {
    most: 5,
    walk: async (page) => {
      await shortcut(page, '加优惠');
      await fill(page, '标题', '周末五折');
      await fill(page, '付原价的百分之几', '50');
      await chooseComic(page);
      await save(page, '优惠');
    },
  },
  'home and banner': {
    most: 6,
    walk: async (page) => {
      await shortcut(page, '加横幅');
      await choosePicture(page);
      await fill(page, '标题', '新连载');
      await chooseComic(page);
      await button(page, '保存，再改首页栏目').click();
      await page.getByText('已保存：横幅').waitFor();
      await page.getByRole('button', { name: /^上移/ }).last().click();
      await button(page, '检查并保存').click();
      await page.getByText('已保存：首页栏目').waitFor();
    },
  },
  event: {
    most: 5,
    walk: async (page) => {
      await shortcut(page, '加活动');
      await choosePicture(page);
      await fill(page, '标题', '征文');
      await fill(page, '正文', '写下你的故事。');
      await fill(page, '开始', '2030-01-01T00:00');
      await button(page, '检查并保存').click();
      await page.getByText('已保存：活动').waitFor();
    },
  },
  gift: {
    most: 5,
    walk: async (page) => {
      await shortcut(page, '加礼包');
      await fill(page, '标题', '新年礼包');
      await fill(page, '赠币数', '30');
      await fill(page, '开始', '2030-01-01T00:00');
      await fill(page, '结束', '2030-01-08T00:00');
      await save(page, '礼包');
    },
  },
  package: {
    most: 4,
    walk: async (page) => {
      await shortcut(page, '加充值商品');
      await fill(page, '名称', '小包');
      await fill(page, '价格（元）', '3');
      await fill(page, '漫币', '30');
      await save(page, '充值商品');
    },
  },
  'find a reader': {
    most: 1,
    walk: async (page) => {
      await findFirst(page, phone);
      await page.getByText('登录：').waitFor();
    },
  },
  password: {
    most: 2,
    walk: async (page) => {
      await findFirst(page, phone);
      await button(page, '重设密码').click();
      await fill(page, '原因', '核对过手机号');
      await button(page, '生成链接').click();
      await page.getByText('把这个链接只交给读者本人').waitFor();
    },
  },
  compensate: {
    most: 3,
    walk: async (page) => {
      await findFirst(page, phone);
      await button(page, '调整余额').click();
      await fill(page, '数目', '20');
      await fill(page, '原因', '昨天打不开');
      await button(page, '预览').click();
      await button(page, '调整 +20 赠币').click();
      await page.getByText(/已调整/).waitFor();
    },
  },
  ban: {
    most: 2,
    walk: async (page) => {
      await findFirst(page, phone);
      await button(page, '停用').click();
      await fill(page, '原因', '发广告');
      await page.getByRole('dialog').getByRole('button', { name: '停用' }).click();
      await page.getByText('已停用').first().waitFor();
    },
  },
  refund: {
    most: 3,
    walk: async (page) => {
      await findFirst(page, orderNo);
      await button(page, '退款').click();
      await fill(page, '原因', '读者要求');
      await button(page, '预览').click();
      await button(page, '退款 ¥6.00').click();
      await page.getByText('已登记退款').waitFor();
    },
  },
  'take-down': {
    most: 2,
    walk: async (page) => {
      await page.getByRole('link', { name: '查看：投诉' }).click();
      await page.getByText('下架之后立即从网站上消失').waitFor();
      await button(page, '下架').click();
      await page.getByText('已下架：').waitFor();
    },
  },
  answer: {
    most: 2,
    walk: async (page) => {
      await page.getByRole('link', { name: '查看：反馈' }).click();
      await page.getByLabel('答复', { exact: true }).fill('已经修好。');
      await button(page, '答复').click();
      await page.getByText('已答复', { exact: true }).waitFor();
    },
  },
};

test('every daily task needs no more clicks from the overview on than the design allows', async () => {
  const page = await openConsole(site, app);
  page.setDefaultTimeout(10_000);
  const clicks = await countClicks(page);
  const counted: Record<string, number> = {};
  const seconds: Record<string, number> = {};
  for (const [name, { walk }] of Object.entries(JOURNEYS)) {
    await page.goto(site.url('/console'));
    await page.getByRole('heading', { name: '要处理的事' }).waitFor();
    const before = clicks();
    const began = performance.now();
    await walk(page);
    seconds[name] = Math.round((performance.now() - began) / 100) / 10;
    counted[name] = clicks() - before;
  }
  expect(Object.entries(counted).filter(([name, count]) => count > (JOURNEYS[name]?.most ?? 0))).toEqual([]);
  expect(counted).toMatchObject({ 'find a reader': 0, compensate: 3, refund: 3 });
  console.log(JSON.stringify({ counted, seconds }));
});
