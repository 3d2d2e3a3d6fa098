import { afterEach, beforeEach, expect, test } from 'vitest';
import { comicRead } from '#contract/calls/comic';
import { genre } from '#contract/calls/listings';
import { home } from '#contract/calls/site';
import type { Section } from '#contract/shapes';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { addComic } from '../../testing/factories/comics.ts';
import { editPart, listRestricted, PICTURE } from '../../testing/factories/editorial.ts';
import { comeOfAge, readerWhoCounts } from '../../testing/factories/library.ts';
import { transaction } from '../core/db/db.ts';
import { replacePromotions } from '../modules/catalog/publishing/publishing.ts';
import type { Rule } from '../modules/editorial/editorial.ts';

let site: TestApp;
beforeEach(async () => {
  site = await startTestApp();
});
afterEach(() => site.close());

const sections = async () => (await site.call(home, {})).data?.sections ?? [];
const titlesOf = (section: Section | undefined) => section?.list.map(({ title }) => title);
const section = async (key: string) => titlesOf((await sections()).find((each) => each.key === key));
/** A home screen of these rules alone. */
const arrange = (...rules: Rule[]) =>
  editPart(
    site,
    'home',
    rules.map((rule) => ({
      key: rule,
      title: rule,
      show: { rule },
      count: 12,
      ...row,
      layout: rule === 'ranking' ? ('rank' as const) : row.layout,
    })),
  );
const row = { layout: 'row' as const, more: null, start: null, end: null };

test('a site that nobody has edited shows its comics in the usual sections, and only those that have any', async () => {
  expect(await sections()).toEqual([]);
  const out = new Date('2026-11-18T10:00:00+08:00');
  await addComic(site, { title: '连载', createdAt: out });
  await addComic(site, { title: '完结', createdAt: new Date(out.getTime() - 1000), status: 'complete' });
  site.setTime(new Date('2026-11-18T20:00:00+08:00'));
  await expect.poll(async () => (await sections()).map(({ title }) => title)).toEqual(['今日更新', '热门']);
  expect(await section('today')).toEqual(['连载']);
  expect(await section('hot')).toEqual(['完结']);
});

test('an imported comic is on the home screen at once although answers are cached', async () => {
  await arrange('updated');
  await addComic(site, { title: '旧' });
  expect(await section('updated')).toEqual(['旧']);
  await addComic(site, { title: '新', createdAt: new Date() });
  await expect.poll(() => section('updated')).toEqual(['新', '旧']);
});

test('sections with rules do not repeat a comic, and grids end with full rows', async () => {
  const out = new Date('2026-11-18T10:00:00+08:00');
  for (let n = 1; n <= 17; n += 1)
    await addComic(site, {
      title: `${n}`,
      createdAt: new Date(out.getTime() - n * 1000),
      weekdays: n <= 8 ? [3] : [4],
    });
  site.setTime(new Date('2026-11-18T20:00:00+08:00'));
  await expect.poll(async () => (await sections()).length).toBeGreaterThan(3);
  const [lead, ...rest] = await sections();
  expect([lead?.key, titlesOf(lead)]).toEqual(['lead', ['1']]);
  expect(rest.map(({ key, list }) => [key, list.length])).toEqual([
    ['today', 6],
    ['hot', 4],
    ['new', 6],
  ]);
  const all = [lead, ...rest].flatMap((each) => titlesOf(each) ?? []);
  expect(new Set(all).size).toBe(all.length);
});

test('the home screen starts with a banner, or with the most read comic if there are enough comics', async () => {
  for (const title of ['甲', '乙', '丙']) await addComic(site, { title });
  expect((await sections())[0]?.key).not.toBe('lead');
  await addComic(site, { title: '丁' });
  await expect.poll(async () => (await sections())[0]?.key).toBe('lead');
  await editPart(site, 'banners', [
    { slot: 1, title: '横幅', image: PICTURE, link: '/event', start: null, end: '2026-12-01T00:00:00.000Z' },
  ]);
  site.setTime(new Date('2026-11-30T23:59:59.999Z'));
  await expect.poll(async () => (await sections())[0]?.key).not.toBe('lead');
  site.setTime(new Date('2026-12-01T00:00:00.000Z'));
  expect((await sections())[0]?.key).toBe('lead');
});

test('今日更新 is another day’s at midnight in Shanghai, though answers are kept', async () => {
  await addComic(site, { title: '三', weekdays: [3], createdAt: new Date('2026-11-01T00:00Z') });
  await addComic(site, { title: '四', weekdays: [4], createdAt: new Date('2026-11-01T00:00Z') });
  site.setTime(new Date('2026-11-18T23:59:59.999+08:00'));
  await expect.poll(() => section('today')).toEqual(['三']);
  site.setTime(new Date('2026-11-19T00:00:00+08:00'));
  expect(await section('today')).toEqual(['四']);
});

test('a section shows as many comics as the editor set, of those listed only the visible ones', async () => {
  const ids = [];
  for (const title of ['甲', '乙', '丙']) ids.push((await addComic(site, { title })).comicId);
  const hidden = await addComic(site, { title: '下架', online: false });
  const adult = await addComic(site, { title: '成人', ageRating: '18' });
  await editPart(site, 'home', [
    { key: 'two', title: '两部', show: { comics: [hidden.comicId, adult.comicId, 999_999, ...ids] }, count: 2, ...row },
    { key: 'rest', title: '为你推荐', show: { rule: 'recommended' }, count: 12, ...row },
  ]);
  expect((await sections()).map(titlesOf)).toEqual([['甲', '乙'], ['丙']]);
});

test('a section with wide cards and a hero have the wide pictures of their comics, other sections have none', async () => {
  const [plain, drawn] = [await addComic(site, { title: '没有' }), await addComic(site, { title: '有' })];
  const wide = { key: 'comic/wide', width: 1440, height: 720, color: '#123456', variants: [] };
  await site.pool.query('update catalog.comic set wide = $2 where id = $1', [drawn.comicId, wide]);
  const show = { comics: [plain.comicId, drawn.comicId] };
  await editPart(site, 'home', [
    { key: 'wide', title: '横图', show, count: 2, ...row, layout: 'wide' as const },
    { key: 'hero', title: '主打', show, count: 2, ...row, layout: 'hero' as const },
    { key: 'row', title: '一行', show, count: 2, ...row },
  ]);
  const seen = (await sections()).map(({ list }) => list.map((comic) => comic.wide?.width));
  expect(seen).toEqual([
    [undefined, 1440],
    [undefined, 1440],
    [undefined, undefined],
  ]);
});

test('a section with many comics finds the visible ones at any position', async () => {
  const ids = Array.from({ length: 60 }, (_, index) => 900_000 + index);
  for (const title of ['甲', '乙']) ids.push((await addComic(site, { title })).comicId);
  await editPart(site, 'home', [{ key: 'far', title: '很多', show: { comics: ids }, count: 1, ...row }]);
  expect(await section('far')).toEqual(['甲']);
});

test('genres have the editor’s order and names, then the others; hidden ones are left out', async () => {
  for (const genres of [['日常'], ['日常', '冒险'], ['rexue', '日常'], ['恋爱']]) await addComic(site, { genres });
  const setting = (name: string, title = name, isHidden = false) => ({ name, title, hidden: isHidden });
  await editPart(site, 'genres', [setting('rexue', '热血'), setting('没有漫画'), setting('恋爱', '恋爱', true)]);
  expect((await site.call(genre, {})).data?.genres).toEqual([
    { id: 'rexue', name: '热血', count: 1 },
    { id: '日常', name: '日常', count: 3 },
    { id: '冒险', name: '冒险', count: 1 },
  ]);
});

test('限免 shows comics that are free for a time, from the exact start to the end, and 优惠 all reduced ones', async () => {
  const [free, cheap] = [await addComic(site, { title: '限免' }), await addComic(site, { title: '一折不到' })];
  const dear = await addComic(site, { title: '九九折' });
  const [startsAt, endsAt] = [new Date('2030-01-01T00:00Z'), new Date('2030-01-02T00:00Z')];
  const promoted = (key: string, percent: number, comicId: number) => {
    return { key, title: key, percent, startsAt, endsAt, comicIds: [comicId] };
  };
  await transaction(site.pool, (client) =>
    replacePromotions(client, [
      promoted('a', 99, dear.comicId),
      promoted('b', 1, cheap.comicId),
      promoted('c', 0, free.comicId),
    ]),
  );
  await editPart(site, 'home', [
    { key: 'free', title: '限免', show: { rule: 'freesale' }, count: 12, ...row },
    { key: 'sale', title: '优惠', show: { rule: 'sale' }, count: 12, ...row },
  ]);
  const seen = [];
  for (const [moment, offset] of [
    [startsAt, -1],
    [startsAt, 0],
    [endsAt, -1],
    [endsAt, 0],
  ] as const) {
    site.setTime(new Date(moment.getTime() + offset));
    seen.push((await sections()).map(titlesOf), (await sections()).map(titlesOf));
  }
  const all = [['限免'], ['一折不到', '九九折']];
  expect(seen).toEqual([[], [], all, all, all, all, [], []]);
});

test('热门 and 排行榜 have the order of the rankings', async () => {
  await arrange('hot', 'ranking');
  const [one, two] = [await addComic(site, { title: '少' }), await addComic(site, { title: '多' })];
  for (const { chapters } of [one, two, two])
    await site.call(comicRead, { id: chapters[0]?.id ?? 0 }, await readerWhoCounts(site));
  // Views are written in one round and ranked in a later one.
  await expect
    .poll(async () => {
      await site.app.runFrequentJobs();
      return section('ranking');
    })
    .toEqual(['多', '少']);
  expect(await section('hot')).toEqual(['多', '少']);
});

test('热门 has comics for adults for readers of age', async () => {
  await listRestricted(site);
  await arrange('hot');
  const one = await addComic(site, { title: '成人', ageRating: '18' });
  const reader = await readerWhoCounts(site);
  await comeOfAge(site, reader.token);
  await site.call(comicRead, { id: one.chapters[0]?.id ?? 0 }, reader);
  await site.app.runFrequentJobs();
  await site.app.runFrequentJobs();
  const hot = async (adult: boolean) =>
    (await site.call(home, { adult })).data?.sections.find(({ key }) => key === 'hot')?.list.length;
  await expect.poll(() => hot(true)).toBe(1);
  expect(await hot(false)).toBeUndefined();
});

test('the home screen shows comics for adults only to readers of age', async () => {
  await listRestricted(site);
  await addComic(site, { title: '成人', ageRating: '18' });
  const count = async (adult: boolean) => (await site.call(home, { adult })).data?.sections.length;
  expect([await count(false), (await count(true)) ?? 0]).toEqual([0, expect.toSatisfy((found) => found > 0)]);
});
