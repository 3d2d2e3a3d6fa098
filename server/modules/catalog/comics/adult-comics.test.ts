import { afterEach, beforeEach, expect, test } from 'vitest';
import { userTeen } from '#contract/calls/account';
import { chapterVerify } from '#contract/calls/comic';
import {
  comicRecommend,
  finish,
  free,
  genre,
  newComics,
  promotion,
  rank,
  theme,
  weekly,
} from '#contract/calls/listings';
import { home } from '#contract/calls/site';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic, addViews, changeComic } from '../../../../testing/factories/comics.ts';
import { editPart, listRestricted } from '../../../../testing/factories/editorial.ts';
import { addPromotion } from '../../../../testing/factories/promotions.ts';

let site: TestApp;
beforeEach(async () => {
  site = await startTestApp();
  // On a site whose operator lists them; for others, see restricted.test.ts.
  await listRestricted(site);
});
afterEach(() => site.close());

const LISTS = [
  ['new', newComics, {}],
  ['new of a genre', newComics, { genre: '奇幻' }],
  ['finish', finish, {}],
  ['finish of a genre', finish, { genre: '奇幻' }],
  ['free', free, {}],
  ['weekly', weekly, { day: 0 }],
  ['a weekday', weekly, { day: 5 }],
] as const;

test.each(LISTS)('%s shows comics rated 18 to confirmed adults, and to nobody else', async (_, call, payload) => {
  const status = call === finish ? 'complete' : 'serial';
  for (const ageRating of ['18', 'all'] as const)
    await addComic(site, { title: ageRating, ageRating, status, weekdays: [5], genres: ['奇幻'] });
  const last = await addComic(site, { title: '刚标为成人', status, weekdays: [5], genres: ['奇幻'] });
  await changeComic(site, last.comicId, { ageRating: '18' });
  await site.caughtUp();
  const titles = async (adult: boolean) =>
    (await site.call(call, { ...payload, adult })).data?.list.map(({ title }) => title);
  expect(await titles(false)).toEqual(['all']);
  expect((await titles(true))?.toSorted()).toEqual(['18', 'all', '刚标为成人']);
});

test('a promotion shows comics rated 18 only to readers of age', async () => {
  const { comicId } = await addComic(site, { ageRating: '18' });
  await addPromotion(site, { comicIds: [comicId] });
  await site.caughtUp();
  expect((await site.call(promotion, {})).data?.promotions).toEqual([]);
  expect((await site.call(promotion, { adult: true })).data?.promotions[0]?.list).toHaveLength(1);
});

test('genres count only the comics that the reader may see', async () => {
  await addComic(site, { genres: ['奇幻'] });
  await addComic(site, { genres: ['奇幻', '恋爱'], ageRating: '18' });
  await site.caughtUp();
  const counted = async (adult: boolean) =>
    (await site.call(genre, { adult })).data?.genres.map(({ name, count }) => `${name}${count}`);
  expect(await counted(false)).toEqual(['奇幻1']);
  expect(await counted(true)).toEqual(['奇幻2', '恋爱1']);
});

test('related comics depend on the age in the account', async () => {
  const { comicId } = await addComic(site, { genres: ['奇幻'] });
  await addComic(site, { title: '成人', ageRating: '18', genres: ['奇幻'] });
  const token = await site.visitor();
  const titles = async () =>
    (await site.call(comicRecommend, { id: comicId }, { token })).data?.list.map(({ title }) => title);
  expect(await titles()).toEqual([]);
  await site.pool.query('update account.reader set adult = true');
  await expect.poll(titles).toEqual(['成人']);
});

test('in 未成年人模式 no comic rated 16 or 18 is shown, even if the reader has confirmed their age', async () => {
  const ids = [];
  for (const ageRating of ['all', '12', '16', '18'] as const) {
    const { comicId } = await addComic(site, { title: ageRating, ageRating, status: 'complete', genres: ['奇幻'] });
    ids.push(comicId);
    await addViews(site, comicId, 5);
  }
  await addPromotion(site, { comicIds: ids, percent: 0 });
  await editPart(site, 'themes', [
    { id: 1, title: '专题', description: '', image: null, comics: ids, start: null, end: null },
  ]);
  await site.app.runFrequentJobs();
  const young = { adult: true, teen: true };
  const lists: (() => Promise<{ title: string }[] | undefined>)[] = [
    ...[newComics, finish, free].map((call) => async () => (await site.call(call, young)).data?.list),
    async () => (await site.call(rank, { type: 'total', ...young })).data?.list.map(({ comic }) => comic),
    async () => (await site.call(theme, { id: 1, ...young })).data?.list,
    async () => (await site.call(promotion, young)).data?.promotions.flatMap(({ list }) => list),
    async () =>
      (await site.call(home, young)).data?.sections
        // Rankings and themes repeat comics of other sections.
        .filter(({ layout, theme: shown }) => layout !== 'rank' && !shown)
        .flatMap(({ list }) => list),
  ];
  for (const list of lists)
    await expect.poll(async () => (await list())?.map(({ title }) => title).toSorted()).toEqual(['12', 'all']);
  expect((await site.call(newComics, { adult: true })).data?.list).toHaveLength(4);
});

test('in 未成年人模式 no comic rated 16 or 18 is recommended or previewed, even if the reader has confirmed their age', async () => {
  site.setTime(new Date(`${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T04:00:00Z`));
  const [first] = await Promise.all([
    addComic(site, { title: '主', genres: ['奇幻'] }),
    addComic(site, { title: '十二', ageRating: '12', genres: ['奇幻'] }),
  ]);
  const grown = await addComic(site, { title: '成人', ageRating: '18', genres: ['奇幻'], chapters: [{ price: 5 }] });
  const token = await site.visitor();
  await site.pool.query('update account.reader set adult = true');
  const verify = () => site.call(chapterVerify, { id: grown.chapters[0]?.id ?? 0 }, { token });
  const titles = async () =>
    (await site.call(comicRecommend, { id: first.comicId }, { token })).data?.list.map(({ title }) => title);
  await expect.poll(async () => (await titles())?.toSorted()).toEqual(['十二', '成人']);
  expect(await verify()).toMatchObject({ code: 0 });
  await site.call(userTeen, { on: true, pin: '1234' }, { token });
  expect(await titles()).toEqual(['十二']);
  expect(await verify()).toMatchObject({ code: 2008, data: null });
});
