import sharp from 'sharp';
import { expect, test } from 'vitest';
import { home } from '#contract/calls/site';
import { part, partHistory, savePart } from '#contract/console/editorial';
import type { Parts } from '../../../server/modules/editorial/editing.ts';
import type { TestApp } from '../../app/app.ts';
import { addComic } from '../../factories/comics.ts';
import { editPart } from '../../factories/editorial.ts';
import { firstOwner, staffCall } from '../../factories/staff.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { CONSOLE_FOLDER, DESK, expectSoundPage } from '../steps/console.ts';

let app: TestApp;
let cookie = '';
const site = openSite(
  async (opened) => {
    app = opened;
    const home = await Promise.all(['热门', '新作', '完结'].map(section));
    await editPart(app, 'home', home);
    cookie = (await firstOwner(app, new Date())).cookie;
  },
  { consoleFolder: CONSOLE_FOLDER },
);

/** A section with comics of its own. */
async function section(title: string, index: number): Promise<Parts['home'][number]> {
  const comics: number[] = [];
  for (let each = 0; each < 6; each++) comics.push((await addComic(app, { title: `${title} ${each}` })).comicId);
  const always = { start: null, end: null };
  return { key: `section-${index}`, title, layout: 'row', more: null, show: { comics }, count: 6, ...always };
}

const sections = async () => {
  await app.caughtUp();
  return (await app.call(home, {})).data?.sections.map(({ title }) => title);
};

test.each([
  ['a phone', PHONE],
  ['a wide screen', DESK],
])('on %s an editor reorders the home screen, readers see it, and the change is undone', async (_where, options) => {
  const page = await site.openPage({ locale: 'zh-CN', ...options });
  await page.context().addCookies([{ name: 'manyu-console', value: cookie, url: site.url('/') }]);
  const before = await sections();
  await page.goto(site.url('/console/editorial'));
  await page.getByRole('link', { name: '首页栏目' }).click();
  await page.getByRole('button', { name: '下移 热门' }).click();
  // A click during the move would meet another section.
  await page.getByRole('list', { name: '首页栏目' }).getByRole('listitem').first().getByText('新作').first().waitFor();
  await page.getByRole('button', { name: /^新作/ }).click();
  await expect.poll(() => page.getByRole('textbox', { name: '标题' }).inputValue()).toBe('新作');
  await page.getByRole('textbox', { name: '标题' }).fill('');
  await page.getByRole('button', { name: '检查并保存' }).click();
  await page.getByText('「标题」：不能是空的').waitFor();
  await expectSoundPage(page);
  await page.getByRole('textbox', { name: '标题' }).fill('上新');
  await page.getByRole('button', { name: '检查并保存' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('新的顺序').waitFor();
  await expectSoundPage(page);
  await dialog.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByText('已保存：首页栏目').waitFor();
  expect(await sections()).toEqual(before?.map((title) => ({ 热门: '上新', 新作: '热门' })[title] ?? title));
  await page.getByRole('button', { name: '撤回' }).click();
  await page.getByText('已撤回', { exact: true }).waitFor();
  expect(await sections()).toEqual(before);
});

test('an order is saved at once; what readers will not see any more is shown before it is saved', async () => {
  const page = await site.openPage({ locale: 'zh-CN', ...DESK });
  await page.context().addCookies([{ name: 'manyu-console', value: cookie, url: site.url('/') }]);
  const before = await sections();
  await page.goto(site.url('/console/editorial/home'));
  await page.getByRole('button', { name: '下移 热门' }).click();
  await page.getByRole('button', { name: '检查并保存' }).click();
  await page.getByText('已保存：首页栏目').waitFor();
  await page.getByRole('button', { name: '撤回' }).click();
  await page.getByText('已撤回', { exact: true }).waitFor();

  await page.getByRole('button', { name: '去掉 热门' }).click();
  await page.getByRole('button', { name: '检查并保存' }).click();
  await page.getByRole('dialog').getByText('读者将看不到 1 样').waitFor();
  expect(await sections()).toEqual(before);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '放弃改动' }).click();
  await page.getByRole('button', { name: '去掉 热门' }).waitFor();
});

test('what another editor saves at the same time is merged; where both changed the same field, one is chosen', async () => {
  const page = await site.openPage({ locale: 'zh-CN', ...PHONE });
  await page.context().addCookies([{ name: 'manyu-console', value: cookie, url: site.url('/') }]);
  const saveAsOther = async (from: string, to: string) => {
    const { data } = await staffCall(app, part, { name: 'home' }, { cookie });
    const value = ((data?.value ?? []) as { title: string }[]).map((each) => ({
      ...each,
      title: each.title === from ? to : each.title,
    }));
    const saved = await staffCall(app, savePart, { name: 'home', version: data?.version ?? '', value }, { cookie });
    expect(saved.data?.mistakes).toEqual([]);
  };
  const ownSections = async () => (await sections())?.slice(1, 3);
  await page.goto(site.url('/console/editorial/home'));
  await page.getByRole('button', { name: /^新作/ }).click();
  await page.getByRole('textbox', { name: '标题' }).fill('上新');
  await saveAsOther('热门', '大家在看');
  await page.getByRole('button', { name: '检查并保存' }).click();
  await page.getByText('已与你的改动合在一起').waitFor();
  await page.getByRole('button', { name: /^大家在看/ }).waitFor();
  await expectSoundPage(page);
  await page.getByRole('button', { name: '检查并保存' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click();
  await page.getByText('已保存：首页栏目').waitFor();
  await expect.poll(ownSections).toEqual(['大家在看', '上新']);

  await page.goto(site.url('/console/editorial/home'));
  await page.getByRole('button', { name: /^上新/ }).click();
  await page.getByRole('textbox', { name: '标题' }).fill('我的');
  await saveAsOther('上新', '对方的');
  await page.getByRole('button', { name: '检查并保存' }).click();
  await page.getByText('改过同一处').waitFor();
  await expectSoundPage(page);
  await page.getByRole('button', { name: '用我的' }).click();
  await page.getByRole('button', { name: '检查并保存' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click();
  await page.getByText('已保存：首页栏目').waitFor();
  await expect.poll(ownSections).toEqual(['大家在看', '我的']);

  // The list of changes is loaded again after the change is saved.
  const { data: history } = await staffCall(app, partHistory, { name: 'home', size: 10 }, { cookie });
  await expect.poll(() => page.getByRole('button', { name: '比较' }).count()).toBe(history?.list.length);
  await page.getByRole('button', { name: '比较' }).first().click();
  const lines = page.getByRole('list', { name: '不同的行' });
  await lines.getByText('我的').first().waitFor();
  expect(await lines.getByText('对方的').count()).toBeGreaterThan(0);
  await expectSoundPage(page);
});

test('a part is saved with the picture that was still being sent, and a colour chosen from the palette', async () => {
  const page = await site.openPage({ locale: 'zh-CN', ...PHONE });
  await page.context().addCookies([{ name: 'manyu-console', value: cookie, url: site.url('/') }]);
  const sent = Promise.withResolvers<void>();
  await page.route('**/console/api/editorial/picture-add', async (route) => {
    await sent.promise;
    await route.continue();
  });
  await page.goto(site.url('/console/editorial/site'));
  await page.getByLabel('主色：在色盘上选').fill('#b4235a');
  expect(await page.getByRole('textbox', { name: '主色', exact: true }).inputValue()).toBe('#b4235a');
  const icon = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#b4235a' } })
    .png()
    .toBuffer();
  await page.getByLabel('图标：选择图片').setInputFiles({ name: 'icon.png', mimeType: 'image/png', buffer: icon });
  const save = page.getByRole('button', { name: '等图片传完…' });
  await save.waitFor();
  expect(await save.isDisabled()).toBe(true);
  sent.resolve();
  await page.getByRole('button', { name: '检查并保存' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('图标', { exact: false }).waitFor();
  await expectSoundPage(page);
  await dialog.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByText('已保存：网站名称与标志').waitFor();
  const { data } = await staffCall(app, part, { name: 'site' }, { cookie });
  expect(data?.value).toMatchObject({ color: '#b4235a', icon: expect.any(String) });
});
