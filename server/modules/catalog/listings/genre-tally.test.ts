import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic, changeComic, deleteComics, setOnline } from '../../../../testing/factories/comics.ts';
import { listGenres, sumUpGenres } from './genre-store.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

test('genres are counted right while comics change and the tally is summed up, all at once', async () => {
  const ids: number[] = [];
  for (let i = 0; i < 12; i++)
    ids.push((await addComic(site, { genres: i % 2 === 0 ? ['奇幻'] : ['奇幻', '校园'] })).comicId);
  const change = async (id: number) => {
    await changeComic(site, id, { genres: ['校园', '恋爱'] });
    await setOnline(site, id, false);
    await setOnline(site, id, true);
  };
  await Promise.all([...ids.slice(0, 8).map(change), ...[1, 2, 3, 4].map(() => sumUpGenres(site.pool))]);
  const expected = [
    { name: '校园', count: 10 },
    { name: '恋爱', count: 8 },
    { name: '奇幻', count: 4 },
  ];
  expect(await listGenres(site.pool, new Date(), 16)).toEqual(expected);
  await sumUpGenres(site.pool);
  expect(await listGenres(site.pool, new Date(), 16)).toEqual(expected);
  const { rows } = await site.pool.query<{ count: number }>('select count(*) from catalog.genre_tally');
  expect(rows[0]?.count).toBe(3);
});

test('comics that are taken away are no longer counted', async () => {
  await deleteComics(site);
  expect(await listGenres(site.pool, new Date(), 18)).toEqual([]);
});
