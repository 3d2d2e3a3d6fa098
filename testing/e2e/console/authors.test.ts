import { expect, test } from 'vitest';
import type { TestApp } from '../../app/app.ts';
import { addComic } from '../../factories/comics.ts';
import { addPerson, firstOwner, type StaffPerson } from '../../factories/staff.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { CONSOLE_FOLDER, expectSoundPage, openConsoleAs } from '../steps/console.ts';

let app: TestApp;
let owner: StaffPerson;
let author: StaffPerson;
let comicId = 0;
let otherId = 0;
const site = openSite(
  async (opened) => {
    app = opened;
    const chapters = [{ title: '启程', price: 5 }, { title: '归来' }];
    comicId = (await addComic(app, { title: '雨夜书店', chapters })).comicId;
    otherId = (await addComic(app, { title: '月下花园', chapters })).comicId;
    owner = await firstOwner(app, new Date());
    author = await addPerson(app, owner, 'author', '画师', new Date());
  },
  { consoleFolder: CONSOLE_FOLDER },
);

test('an owner gives a comic to an author, who sees and changes only that one', async () => {
  const ofOwner = await openConsoleAs(site, owner.cookie);
  const ofAuthor = await openConsoleAs(site, author.cookie, PHONE);
  await ofAuthor.goto(site.url('/console'));
  await ofAuthor.getByText('这里只有交给你的漫画').waitFor();
  const sections = ofAuthor.getByRole('navigation', { name: '后台' }).getByRole('link');
  expect(await sections.allTextContents()).toEqual(['漫画', '上传', '我的账号']);
  await expectSoundPage(ofAuthor);

  await ofOwner.goto(site.url(`/console/comics/${comicId}`));
  const switched = ofOwner.getByRole('checkbox', { name: '画师' });
  await switched.click({ force: true });
  await ofOwner.getByText('已交给画师').waitFor();
  await expect.poll(() => switched.isChecked()).toBe(true);
  await expectSoundPage(ofOwner);
  await ofOwner.goto(site.url('/console/staff'));
  await ofOwner.getByText('画师').first().click();
  await ofOwner.getByRole('dialog').getByRole('link', { name: '《雨夜书店》' }).waitFor();

  await ofAuthor.reload();
  await ofAuthor.getByRole('link', { name: '雨夜书店' }).waitFor();
  expect(await ofAuthor.getByText('月下花园').count()).toBe(0);
  expect(await ofAuthor.getByText('修改全部符合条件的').count()).toBe(0);
  await ofAuthor.getByRole('link', { name: '雨夜书店' }).click();
  await ofAuthor.getByLabel('简介').fill('下雨的晚上。');
  for (const label of ['每话价格', '分级', '等就免费：隔几小时'])
    expect(await ofAuthor.getByLabel(label).count()).toBe(0);
  for (const name of ['上架', '下架', '删除', '合并'])
    expect(await ofAuthor.getByRole('button', { name, exact: true }).count()).toBe(0);
  await ofAuthor.getByRole('button', { name: '保存' }).click();
  await ofAuthor.getByText('已保存').waitFor();
  await expectSoundPage(ofAuthor);

  await ofAuthor.getByRole('link', { name: '话', exact: true }).click();
  await ofAuthor.getByRole('button', { name: /^第 1 话 启程/ }).click();
  const dialog = ofAuthor.getByRole('dialog', { name: '第 1 话' });
  await dialog.getByLabel('标题').fill('出发');
  expect(await dialog.getByLabel('单独标价（漫币）').count()).toBe(0);
  await dialog.getByRole('button', { name: '保存' }).click();
  await ofAuthor.getByText('第 1 话 出发').waitFor();
  await expectSoundPage(ofAuthor);
  await ofAuthor.getByRole('link', { name: '阅读数' }).click();
  await ofAuthor.getByText('这段时间没有人阅读').waitFor();
  await expectSoundPage(ofAuthor);

  await ofAuthor.getByRole('link', { name: '上传' }).click();
  await ofAuthor.getByText('只能上传到交给你的漫画').waitFor();
  await expectSoundPage(ofAuthor);

  await ofAuthor.goto(site.url(`/console/comics/${otherId}`));
  await ofAuthor.getByText('这部漫画不是你的').waitFor();
  await ofAuthor.goto(site.url('/console/readers'));
  await ofAuthor.getByText('你的角色不能打开这一页').waitFor();
});
