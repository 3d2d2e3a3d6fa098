import { afterEach, beforeEach, expect, test } from 'vitest';
import { chapterVerify, comicInfo, comicRead, nextChapter } from '#contract/calls/comic';
import { finish, free, newComics, promotion, weekly } from '#contract/calls/listings';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic } from '../../../../testing/factories/comics.ts';
import { addPromotion, changePromotions, setPromotions } from '../../../../testing/factories/promotions.ts';

let site: TestApp;
let token: string;
beforeEach(async () => {
  site = await startTestApp();
  token = await site.visitor();
});
afterEach(() => site.close());

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const start = Date.now() + DAY;
const at = (ms: number) => new Date(start + ms);
const PRICED = [{ title: '免费' }, { price: 25 }, { price: 30, freeAt: at(2 * HOUR) }];

/** The prices in each answer about a comic, once the app has received every change. */
async function pricesShown(comicId: number, chapterIds: number[]) {
  const [, id = 0, later = 0] = chapterIds;
  const detail = (await site.call(comicInfo, { id: comicId }, { token })).data;
  const item = detail?.chapters.find((chapter) => chapter.id === id);
  const access = (await site.call(chapterVerify, { id }, { token })).data;
  const read = await site.call(comicRead, { id }, { token });
  const before = (await site.call(nextChapter, { id: chapterIds[0] ?? 0 }, { token })).data;
  const listed = (await site.call(newComics, {})).data?.list[0];
  expect(before).toEqual(item);
  expect(access).toMatchObject({
    price: item?.price,
    salePrice: item?.salePrice,
    access: item?.access,
    sale: detail?.sale,
  });
  expect(read.code).toBe(item?.access === 'free' ? 0 : 3003);
  expect(listed).toMatchObject({ sale: detail?.sale, flags: detail?.flags });
  const laterItem = detail?.chapters.find((chapter) => chapter.id === later);
  return [item?.salePrice, laterItem?.salePrice, item?.access, detail?.sale?.percent ?? null];
}

test('a promotion lowers prices everywhere from its start to its end, cached answers included', async () => {
  const { comicId, chapters } = await addComic(site, { chapters: PRICED });
  await addPromotion(site, { comicIds: [comicId], percent: 50, startsAt: at(0), endsAt: at(HOUR) });
  await site.caughtUp();
  const ids = chapters.map((chapter) => chapter.id);
  const steps = [
    [-1, [25, 30, 'locked', null]],
    [0, [13, 15, 'locked', 50]],
    [HOUR - 1, [13, 15, 'locked', 50]],
    [HOUR, [25, 30, 'locked', null]],
    [2 * HOUR, [25, 0, 'locked', null]],
    [HOUR - 1, [13, 15, 'locked', 50]],
  ] as const;
  for (const [ms, expected] of steps) {
    site.setTime(at(ms));
    expect(await pricesShown(comicId, ids)).toEqual(expected);
  }
});

test('at 0 percent a comic is free to read but not owned, behind signed addresses, and listed as free, for that time', async () => {
  const { comicId, chapters } = await addComic(site, { status: 'complete', chapters: PRICED });
  await addPromotion(site, { comicIds: [comicId], percent: 0, startsAt: at(0), endsAt: at(HOUR) });
  await site.caughtUp();
  const ids = chapters.map((chapter) => chapter.id);
  const listed = async () =>
    (await site.call(free, {})).data?.list.map((comic) => [comic.id, comic.flags.free, comic.sale]);
  site.setTime(at(-1));
  expect(await listed()).toEqual([]);
  site.setTime(at(0));
  expect(await pricesShown(comicId, ids)).toEqual([0, 0, 'free', 0]);
  expect(await listed()).toEqual([[comicId, true, { percent: 0, endsAt: at(HOUR).toISOString() }]]);
  const { data } = await site.call(comicRead, { id: ids[1] ?? 0 }, { token });
  expect(data?.chapter).toMatchObject({ price: 25, salePrice: 0, access: 'free' });
  expect(data?.pages[0]?.url).toMatch(/^\/img\/p\/\d+\/\d+\/[\w-]{43}\//);
  site.setTime(at(HOUR));
  expect(await pricesShown(comicId, ids)).toEqual([25, 30, 'locked', null]);
  expect(await listed()).toEqual([]);
});

test('a promotion is on in every list of its comics', async () => {
  const serial = await addComic(site, { weekdays: [3], chapters: PRICED });
  const complete = await addComic(site, { status: 'complete', chapters: PRICED });
  await addPromotion(site, { comicIds: [serial.comicId, complete.comicId], percent: 80 });
  await site.caughtUp();
  for (const answer of [
    await site.call(newComics, {}),
    await site.call(weekly, { day: 3 }),
    await site.call(finish, {}),
    await site.call(promotion, {}),
  ]) {
    const cards =
      answer.data && ('list' in answer.data ? answer.data.list : answer.data.promotions.flatMap(({ list }) => list));
    expect(cards?.length).toBeGreaterThan(0);
    for (const card of cards ?? []) expect(card.sale?.percent).toBe(80);
  }
});

test('running promotions are ordered by their end, with their comics in the given order', async () => {
  const [a, b, c] = [await addComic(site), await addComic(site), await addComic(site)].map(({ comicId }) => comicId);
  if (!a || !b || !c) throw new Error('no comics');
  const offline = await addComic(site, { online: false });
  const notOut = await addComic(site, { chapters: [{ publishedAt: at(DAY) }] });
  await addPromotion(site, { title: '久', comicIds: [c, a, notOut.comicId], startsAt: at(0), endsAt: at(3 * HOUR) });
  await addPromotion(site, {
    title: '短',
    comicIds: [offline.comicId, b],
    startsAt: at(0),
    endsAt: at(HOUR),
    percent: 0,
  });
  await addPromotion(site, { title: '将来', comicIds: [b], startsAt: at(HOUR), endsAt: at(2 * HOUR) });
  await addPromotion(site, {
    title: '没有可看的',
    comicIds: [offline.comicId],
    startsAt: at(HOUR),
    endsAt: at(4 * HOUR),
  });
  await site.caughtUp();
  const shown = async () =>
    (await site.call(promotion, {})).data?.promotions.map(({ title, list }) => [
      title,
      ...list.map((comic) => comic.id),
    ]);
  site.setTime(at(-1));
  expect(await shown()).toEqual([]);
  site.setTime(at(0));
  expect(await shown()).toEqual([
    ['短', b],
    ['久', c, a],
  ]);
  const [first] = (await site.call(promotion, {})).data?.promotions ?? [];
  expect(first).toMatchObject({ percent: 0, startsAt: at(0).toISOString(), endsAt: at(HOUR).toISOString() });
  site.setTime(at(HOUR));
  expect(await shown()).toEqual([
    ['将来', b],
    ['久', c, a],
  ]);
});

test('a promotion that an editor starts, changes or removes reaches readers within a moment', async () => {
  const { comicId } = await addComic(site, { chapters: PRICED });
  const percent = async () => (await site.call(comicInfo, { id: comicId }, { token })).data?.sale?.percent;
  expect(await percent()).toBeUndefined();
  await addPromotion(site, { comicIds: [comicId], percent: 0 });
  await expect.poll(percent).toBe(0);
  await expect.poll(async () => (await site.call(free, {})).data?.list).toHaveLength(1);
  await changePromotions(site, { percent: 70 });
  await expect.poll(percent).toBe(70);
  await expect.poll(async () => (await site.call(free, {})).data?.list).toHaveLength(0);
  await setPromotions(site, []);
  await expect.poll(percent).toBeUndefined();
});
