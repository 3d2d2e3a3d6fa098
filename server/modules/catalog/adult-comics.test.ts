import { afterEach, beforeEach, expect, test } from 'vitest';
import { comicRecommend, finish, free, genre, newComics, promotion, weekly } from '#contract/calls/listings';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addComic } from '../../testing/comics.ts';
import { addPromotion } from '../../testing/promotions.ts';

let site: TestApp;
beforeEach(async () => {
  site = await startTestApp();
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

test.each(LISTS)(
  '%s shows comics marked 18 to those who said to be of age, and to nobody else',
  async (_, call, asked) => {
    const status = call === finish ? 'complete' : 'serial';
    for (const ageRating of ['18', 'all'])
      await addComic(site, { title: ageRating, ageRating, status, weekdays: [5], genres: ['奇幻'] });
    const last = await addComic(site, { title: '刚标为成人', status, weekdays: [5], genres: ['奇幻'] });
    await site.pool.query(`update catalog.comic set age_rating = '18' where id = $1`, [last.comicId]);
    await site.heard(last.comicId);
    const titles = async (adult: boolean) =>
      (await site.call(call, { ...asked, adult })).data?.list.map(({ title }) => title);
    expect(await titles(false)).toEqual(['all']);
    expect((await titles(true))?.toSorted()).toEqual(['18', 'all', '刚标为成人']);
  },
);

test('a promotion shows its comics marked 18 to those alone too', async () => {
  const { comicId } = await addComic(site, { ageRating: '18' });
  await addPromotion(site, { comicIds: [comicId] });
  await site.heard(comicId);
  expect((await site.call(promotion, {})).data?.promotions).toEqual([]);
  expect((await site.call(promotion, { adult: true })).data?.promotions[0]?.list).toHaveLength(1);
});

test('genres count what the asking reader may see', async () => {
  await addComic(site, { genres: ['奇幻'] });
  const { comicId } = await addComic(site, { genres: ['奇幻', '恋爱'], ageRating: '18' });
  await site.heard(comicId);
  const counted = async (adult: boolean) =>
    (await site.call(genre, { adult })).data?.genres.map(({ name, count }) => `${name}${count}`);
  expect(await counted(false)).toEqual(['奇幻1']);
  expect(await counted(true)).toEqual(['奇幻2', '恋爱1']);
});

test('what goes with a comic follows what the account says of the reader', async () => {
  const { comicId } = await addComic(site, { genres: ['奇幻'] });
  await addComic(site, { title: '成人', ageRating: '18', genres: ['奇幻'] });
  const token = await site.visitor();
  const titles = async () =>
    (await site.call(comicRecommend, { id: comicId }, { token })).data?.list.map(({ title }) => title);
  expect(await titles()).toEqual([]);
  await site.pool.query('update account.reader set adult = true');
  await expect.poll(titles).toEqual(['成人']);
});
