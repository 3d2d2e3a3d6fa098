import { afterEach, beforeEach, expect, test } from 'vitest';
import { comicInfo } from '#contract/calls/comic';
import { theme, themes } from '#contract/calls/listings';
import { banner, config, event, home, text } from '#contract/calls/site';
import { faq } from '#contract/calls/support';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { addComic } from '../../../testing/factories/comics.ts';
import { editPart, listRestricted, PICTURE } from '../../../testing/factories/editorial.ts';
import { DEFAULTS_WRITTEN_AT } from './defaults.ts';

let site: TestApp;
beforeEach(async () => {
  site = await startTestApp();
});
afterEach(() => site.close());

const START = '2030-11-20T02:00:00.000Z';
const END = '2030-11-21T02:00:00.000Z';
const always = { start: null, end: null };
const once = { start: START, end: END };
const at = (moment: string, offsetMs: number) => site.setTime(new Date(Date.parse(moment) + offsetMs));

/** The result a moment before the start, at it, a moment before the end and at it: two calls each time. */
async function seenAround(look: () => Promise<unknown>): Promise<unknown[]> {
  const seen = [];
  for (const [moment, offset] of [
    [START, -1],
    [START, 0],
    [END, -1],
    [END, 0],
  ] as const) {
    at(moment, offset);
    await look();
    seen.push(await look());
  }
  return seen;
}

test('a banner appears and disappears at its exact time, although answers are cached', async () => {
  await editPart(site, 'banners', [
    { slot: 1, title: '一直', image: PICTURE, link: '/new', ...always },
    { slot: 1, title: '一天', image: PICTURE, link: 'https://example.com/', ...once },
  ]);
  const titles = async () => (await site.call(banner, { no: [1] })).data?.['1']?.map(({ title }) => title);
  expect(await seenAround(titles)).toEqual([['一直'], ['一直', '一天'], ['一直', '一天'], ['一直']]);
});

test('banners are grouped by slot in the written order, an empty slot is an empty list', async () => {
  await editPart(site, 'banners', [
    { slot: 2, title: '甲', image: PICTURE, link: '/new', ...always },
    { slot: 1, title: '乙', image: PICTURE, link: '/free', ...always },
    { slot: 2, title: '丙', image: PICTURE, link: '/weekly', ...always },
  ]);
  const { data } = await site.call(banner, { no: [1, 2, 13] });
  expect(data).toMatchObject({ '1': [{ title: '乙' }], '2': [{ title: '甲' }, { title: '丙' }], '13': [] });
  const ids = Object.values(data ?? {}).flatMap((list) => list.map(({ id }) => id));
  expect(new Set(ids).size).toBe(3);
  expect(data?.['1']?.[0]?.image).toMatchObject({ url: `/img/${PICTURE.key}`, variants: [{ width: 480 }] });
});

test('a section of the home screen appears and disappears at its exact time, in the editor’s order', async () => {
  const { comicId } = await addComic(site, { title: '甲', createdAt: new Date('2026-01-01T00:00Z') });
  const section = { layout: 'row' as const, more: null, count: 6 };
  await editPart(site, 'home', [
    { key: 'b', title: '一天', show: { comics: [comicId] }, ...section, ...once },
    { key: 'a', title: '一直', show: { comics: [comicId] }, ...section, ...always },
    { key: 'none', title: '没有漫画', show: { rule: 'complete' }, ...section, ...always },
  ]);
  const keys = async () => (await site.call(home, {})).data?.sections.map(({ key }) => key);
  expect(await seenAround(keys)).toEqual([['a'], ['b', 'a'], ['b', 'a'], ['a']]);
});

test('a theme is 3001 with its own message before its start, after its end, and if it does not exist', async () => {
  const { comicId } = await addComic(site, { title: '甲' });
  const themePart = { id: 7, title: '专题', description: '说明', image: null, comics: [999_999, comicId] };
  await editPart(site, 'themes', [{ ...themePart, ...once }]);
  const look = async () => {
    const { code, message, data } = await site.call(theme, { id: 7 });
    return code === 0 ? data?.list.map(({ title }) => title) : `${code} ${message}`;
  };
  const gone = '3001 专题不存在或已结束';
  expect(await seenAround(look)).toEqual([gone, ['甲'], ['甲'], gone]);
  expect(await site.call(theme, { id: 8 })).toMatchObject({ http: 200, code: 3001, data: null });
});

test('a section shows a theme only while the theme runs', async () => {
  const { comicId } = await addComic(site, { title: '甲' });
  await editPart(site, 'themes', [{ id: 1, title: '专题', description: '', image: null, comics: [comicId], ...once }]);
  const section = { key: 't', title: '专题', layout: 'row' as const, more: '/theme/1', count: 6 };
  await editPart(site, 'home', [{ ...section, show: { theme: 1 }, ...always }]);
  const count = async () => (await site.call(home, {})).data?.sections.length;
  expect(await seenAround(count)).toEqual([0, 1, 1, 0]);
});

test('running themes are in the list, on the home screen and on the detail of their comics, with the editor’s notes', async () => {
  const [first, second, adult] = [
    await addComic(site),
    await addComic(site),
    await addComic(site, { ageRating: '18' }),
  ];
  const ids = [second.comicId, adult.comicId, first.comicId];
  const part = { description: '说明', image: PICTURE, ...always };
  await editPart(site, 'themes', [
    { id: 5, title: '先', comics: ids, notes: { [first.comicId]: '编辑的话' }, ...part },
    { id: 6, title: '只有大人看的', comics: [adult.comicId], ...part },
    { id: 7, title: '后', comics: [first.comicId], ...part, image: null },
    { id: 8, title: '过去的', comics: ids, ...part, end: START },
  ]);
  const section = { key: 'themes', title: '专题', layout: 'row' as const, more: null, count: 9 };
  await editPart(site, 'home', [
    { ...section, key: 'own', show: { theme: 7 }, count: 3, ...always },
    { ...section, show: { rule: 'themes' }, ...always },
  ]);
  site.setTime(new Date(START));
  const listed = (await site.call(themes, {})).data?.themes;
  expect(listed?.map(({ id, count, covers }) => [id, count, covers.length])).toEqual([
    [5, 2, 2],
    [7, 1, 1],
  ]);
  await listRestricted(site);
  expect((await site.call(themes, { adult: true })).data?.themes.map(({ id }) => id)).toEqual([5, 6, 7]);
  const { data } = await site.call(theme, { id: 5, size: 1 });
  expect(data).toMatchObject({ count: 2, list: [{ id: second.comicId }] });
  const next = await site.call(theme, { id: 5, size: 2, cursor: data?.next ?? '' });
  expect(next.data).toMatchObject({ count: 2, list: [{ id: first.comicId, note: '编辑的话' }], next: null });
  const sections = (await site.call(home, {})).data?.sections;
  expect(sections?.map(({ key, title, more, theme }) => [key, title, more, theme?.id])).toEqual([
    ['own', '专题', '/theme/7', 7],
    ['theme-5', '先', '/theme/5', 5],
  ]);
  const token = await site.visitor();
  const themesOn = async (id: number) => (await site.call(comicInfo, { id }, { token })).data?.themes;
  expect(await themesOn(first.comicId)).toEqual([
    { id: 5, title: '先' },
    { id: 7, title: '后' },
  ]);
  expect(await themesOn((await addComic(site)).comicId)).toBeUndefined();
});

test('an event appears and disappears at its exact time; its text is returned only by id', async () => {
  await editPart(site, 'events', [
    { id: 3, title: '活动', image: PICTURE, link: '', body: '# 说明', ...once },
    { id: 4, title: '别的', image: PICTURE, link: '/new', body: '', start: START, end: null },
  ]);
  const ids = async () => (await site.call(event, {})).data?.events.map(({ id }) => id);
  expect(await seenAround(ids)).toEqual([[], [3, 4], [3, 4], [4]]);
  at(START, 0);
  expect((await site.call(event, {})).data?.events[0]).not.toHaveProperty('body');
  expect((await site.call(event, { id: 3 })).data?.events).toMatchObject([{ id: 3, body: '# 说明', endsAt: END }]);
  expect((await site.call(event, { id: 5 })).data?.events).toEqual([]);
  const all = async () => (await site.call(event, { all: true })).data?.events.map(({ id }) => id);
  expect(await seenAround(all)).toEqual([
    [3, 4],
    [3, 4],
    [3, 4],
    [3, 4],
  ]);
  site.setTime(new Date(Date.parse(END) + 90 * 24 * 3600 * 1000 - 1));
  expect(await all()).toEqual([3, 4]);
  site.setTime(new Date(Date.parse(END) + 90 * 24 * 3600 * 1000));
  expect(await all()).toEqual([4]);
  // An old event can still be opened by its address.
  expect((await site.call(event, { id: 3 })).data?.events).toMatchObject([{ id: 3 }]);
  expect((await site.call(home, {})).data?.event).toEqual({ id: 4, title: '别的' });
});

test('changes of an editor are shown at once, although answers are cached', async () => {
  const name = async () => (await site.call(config, { platform: 'pc' })).data?.site;
  expect(await name()).toEqual({ name: '漫屿', icp: '', police: '', contact: '', logo: null });
  const words = { name: '我的漫画站', icp: '京ICP备00000000号', police: '', contact: 'a@example.com' };
  await editPart(site, 'site', words);
  expect(await name()).toEqual({ ...words, logo: null });
});

test('a text has its date: the editor’s own, or the date of the built-in text', async () => {
  const writtenAt = async (name: 'service' | 'privacy') => (await site.call(text, { name })).data?.updatedAt;
  expect(await writtenAt('service')).toBe(DEFAULTS_WRITTEN_AT);
  const before = Date.now();
  await editPart(site, 'service', { title: '条款', body: '正文' });
  expect(Date.parse((await writtenAt('service')) ?? '')).toBeGreaterThanOrEqual(before);
  expect(await writtenAt('privacy')).toBe(DEFAULTS_WRITTEN_AT);
});

test('terms, privacy and questions have default texts until the editor writes others', async () => {
  for (const name of ['service', 'privacy'] as const) {
    const { data } = await site.call(text, { name });
    expect(data?.body.length).toBeGreaterThan(500);
    expect(data?.body).not.toMatch(/<[a-z]/i);
  }
  for (const type of [0, 1, 2, 3, 4, 5] as const) {
    const { data } = await site.call(faq, { type });
    expect(data?.list.length).toBeGreaterThan(0);
    expect(data?.list.every((each) => each.type === type)).toBe(true);
  }
  await editPart(site, 'service', { title: '条款', body: '正文' });
  await editPart(site, 'faq', [{ type: 2, question: '问', answer: '答' }]);
  expect((await site.call(text, { name: 'service' })).data).toMatchObject({ title: '条款', body: '正文' });
  expect((await site.call(faq, {})).data?.list[0]).toMatchObject({ id: 1, type: 2, question: '问', answer: '答' });
  expect((await site.call(faq, { type: 1 })).data?.list).toEqual([]);
});

test('the question about a forgotten password always has an answer, the built-in one only if the editor has none', async () => {
  const answered = async () => (await site.call(faq, { type: 0 })).data?.list;
  await editPart(site, 'faq', [{ type: 2, question: '忘记密码了，还能看漫画吗？', answer: '能' }]);
  expect(await answered()).toMatchObject([
    { id: 2, type: 0, question: '忘记密码怎么办？', answer: expect.stringContaining('手机登录') },
  ]);
  await editPart(site, 'faq', [{ type: 0, question: '怎样找回密码？', answer: '写信' }]);
  expect(await answered()).toMatchObject([{ id: 1, type: 0, question: '怎样找回密码？', answer: '写信' }]);
});
