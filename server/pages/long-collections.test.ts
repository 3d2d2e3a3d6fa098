import { afterAll, beforeAll, expect, test } from 'vitest';
import { promotion, promotionComics, theme } from '#contract/calls/listings';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { addComic } from '../../testing/factories/comics.ts';
import { editPart, listRestricted } from '../../testing/factories/editorial.ts';
import { addPromotion } from '../../testing/factories/promotions.ts';

let site: TestApp;
let comicIds: number[];
beforeAll(async () => {
  site = await startTestApp();
  await listRestricted(site);
  const comics = [];
  for (let n = 0; n < 7; n++)
    comics.push(await addComic(site, { ageRating: n === 1 ? '18' : 'all', chapters: [{ price: 10 }] }));
  comicIds = comics.map(({ comicId }) => comicId).toReversed();
  await addPromotion(site, { comicIds });
});
afterAll(() => site.close());

const idsOf = (data: { list: readonly { id: number }[] } | null) => data?.list.map(({ id }) => id);

test('a promotion shows its first comics, and the others are a cursor away, in the order of the editor', async () => {
  const seen = comicIds.filter((_, at) => at !== 5);
  const { data } = await site.call(promotion, { size: 2 });
  const [running] = data?.promotions ?? [];
  expect(idsOf(running ?? null)).toEqual(seen.slice(0, 2));
  const id = running?.id ?? 0;
  const rest: number[] = [];
  for (let cursor = running?.next ?? null; cursor !== null; ) {
    const { data: page } = await site.call(promotionComics, { id, cursor, size: 3 });
    rest.push(...(idsOf(page) ?? []));
    cursor = page?.next ?? null;
  }
  expect(rest).toEqual(seen.slice(2));
  expect(idsOf((await site.call(promotionComics, { id, adult: true })).data)).toEqual(comicIds);
  const whole = (await site.call(promotion, {})).data?.promotions[0];
  expect([idsOf(whole ?? null), whole?.next]).toEqual([seen, null]);
});

test('a promotion that does not run is empty, and a cursor of another list is refused', async () => {
  const { data } = await site.call(promotion, { size: 2 });
  const running = data?.promotions[0];
  const [id, cursor] = [running?.id ?? 0, running?.next ?? ''];
  expect((await site.call(promotionComics, { id: 999_999 })).data).toEqual({ list: [], next: null });
  expect(await site.call(promotionComics, { id: id + 1, cursor })).toMatchObject({ code: 1001 });
  site.setTime(new Date(Date.now() + 2 * 3_600_000));
  expect((await site.call(promotionComics, { id })).data).toEqual({ list: [], next: null });
  site.setTime(null);
});

test('a theme without a size is complete, else in pages, which continue after an editor removes a comic', async () => {
  const times = { start: '2001-01-01T00:00:00.000Z', end: null };
  const edit = (comics: number[]) =>
    editPart(site, 'themes', [{ id: 3, title: '专题', description: '', image: null, comics, ...times }]);
  await edit(comicIds);
  const open = async (more: object) => (await site.call(theme, { id: 3, adult: true, ...more })).data;
  expect(await open({})).toMatchObject({ title: '专题', next: null });
  expect(idsOf(await open({}))).toEqual(comicIds);
  const first = await open({ size: 3 });
  expect(idsOf(first)).toEqual(comicIds.slice(0, 3));
  const next = await open({ size: 4, cursor: first?.next });
  expect([idsOf(next), next?.next]).toEqual([comicIds.slice(3), null]);
  expect(await site.call(theme, { id: 3, cursor: 'forged' })).toMatchObject({ code: 1001 });
  await edit(comicIds.filter((_, at) => at !== 0));
  expect(idsOf(await open({ size: 2, cursor: first?.next }))).toEqual(comicIds.slice(3, 5));
  await edit(comicIds.map((id, at) => (at === 2 ? 999_999 : id)));
  expect(idsOf(await open({ size: 2, cursor: first?.next }))).toEqual(comicIds.slice(3, 5));
});
