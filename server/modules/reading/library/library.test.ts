import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { comicInfo } from '#contract/calls/comic';
import {
  addFavorite,
  addFavoriteBatch,
  addSubscribe,
  delFavorite,
  delHistory,
  delSubscribe,
  favorites,
  history,
  progress,
  shelf,
  subscribed,
} from '#contract/calls/library';
import { comicRecommend } from '#contract/calls/listings';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic, setOnline } from '../../../../testing/factories/comics.ts';
import { comeOfAge } from '../../../../testing/factories/library.ts';

let site: TestApp;
let token: string;
beforeAll(async () => {
  site = await startTestApp();
});
beforeEach(async () => {
  token = await site.visitor();
});
afterAll(() => site.close());

const comics = async (count: number) => {
  const ids: number[] = [];
  while (ids.length < count) ids.push((await addComic(site)).comicId);
  return ids;
};
const statsOf = async (comicId: number) =>
  (
    await site.pool.query<{ subscribers: number; favorites: number }>(
      'select subscribers, favorites from catalog.comic_stats where comic_id = $1',
      [comicId],
    )
  ).rows[0] ?? { subscribers: 0, favorites: 0 };
const idsIn = async (call: typeof subscribed | typeof history, of = token) =>
  (await site.call(call, {}, { token: of })).data?.list.map(({ comic }) => comic.id);

test('a visitor subscribes and favourites, and gets the new counts', async () => {
  const { comicId } = await addComic(site);
  const other = await site.visitor();
  expect(await site.call(addSubscribe, { id: comicId }, { token })).toMatchObject({ status: 1, data: { count: 1 } });
  expect(await site.call(addSubscribe, { id: comicId }, { token: other })).toMatchObject({ data: { count: 2 } });
  expect(await site.call(addFavorite, { id: comicId }, { token })).toMatchObject({ data: { count: 1 } });
  expect(await statsOf(comicId)).toEqual({ subscribers: 2, favorites: 1 });
  expect(await idsIn(subscribed)).toEqual([comicId]);
  expect(await idsIn(favorites, other)).toEqual([]);
});

test('a reader who subscribes or unsubscribes sees the new count at once', async () => {
  const { comicId } = await addComic(site);
  const shown = async () => (await site.call(comicInfo, { id: comicId }, { token })).data?.stats;
  expect(await shown()).toMatchObject({ subscribers: 0, favorites: 0 });
  await site.call(addSubscribe, { id: comicId }, { token });
  expect(await shown()).toMatchObject({ subscribers: 1, favorites: 0 });
  await site.call(addFavoriteBatch, { ids: [comicId] }, { token });
  expect(await shown()).toMatchObject({ subscribers: 1, favorites: 1 });
  await site.call(delSubscribe, { ids: [comicId] }, { token });
  expect(await shown()).toMatchObject({ subscribers: 0, favorites: 1 });
});

test('twenty devices that subscribe at once count as the one reader they are', async () => {
  const { comicId } = await addComic(site);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => site.call(addSubscribe, { id: comicId }, { token })),
  );
  expect(answers.map(({ data }) => data?.count)).toEqual(Array(20).fill(1));
  const removals = await Promise.all(
    Array.from({ length: 20 }, () => site.call(delSubscribe, { ids: [comicId] }, { token })),
  );
  expect(removals.reduce((sum, { data }) => sum + (data?.removed ?? 0), 0)).toBe(1);
  expect(await statsOf(comicId)).toEqual({ subscribers: 0, favorites: 0 });
});

test('batches, single adds and removals of the same comics at once leave the counts right', async () => {
  const ids = await comics(6);
  const readers = await Promise.all(Array.from({ length: 4 }, () => site.visitor()));
  await Promise.all(
    readers.flatMap((reader, turn) => [
      site.call(addFavoriteBatch, { ids: turn % 2 ? ids : ids.toReversed() }, { token: reader }),
      site.call(addFavorite, { id: ids[turn] ?? 0 }, { token: reader }),
      site.call(delFavorite, turn % 2 ? { all: true } : { ids: ids.slice(2) }, { token: reader }),
      site.call(addSubscribe, { id: ids[5 - turn] ?? 0 }, { token: reader }),
    ]),
  ).then((answers) => expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 1)));
  const { rows } = await site.pool.query<{ id: number; favorites: number; subscribers: number }>(
    `select comic_id as id, count(favorited_at) as favorites, count(subscribed_at) as subscribers
     from reading.entry where comic_id = any($1) group by 1`,
    [ids],
  );
  for (const id of ids) {
    const kept = rows.find((row) => row.id === id) ?? { favorites: 0, subscribers: 0 };
    expect(await statsOf(id)).toMatchObject({ favorites: kept.favorites, subscribers: kept.subscribers });
  }
});

test('an unknown, offline or unpublished comic is 3001, one with a higher age rating asks for the age, and a batch skips them all', async () => {
  const [here] = await comics(1);
  const offline = await addComic(site, { online: false });
  const future = await addComic(site, { chapters: [{ publishedAt: new Date(Date.now() + 86_400_000) }] });
  const adult = await addComic(site, { ageRating: '18' });
  const refused = [999_999_999, offline.comicId, future.comicId];
  for (const call of [addSubscribe, addFavorite]) {
    for (const id of refused)
      expect(await site.call(call, { id }, { token })).toMatchObject({ status: 0, code: 3001, data: null });
    expect(await site.call(call, { id: adult.comicId }, { token })).toMatchObject({
      status: 0,
      code: 2009,
      data: null,
    });
  }
  const batch = { ids: [...refused, adult.comicId, here ?? 0, here ?? 0] };
  expect(await site.call(addFavoriteBatch, batch, { token })).toMatchObject({ data: { added: 1 } });
  expect(await site.call(addFavoriteBatch, batch, { token })).toMatchObject({ data: { added: 0 } });

  await comeOfAge(site, token);
  expect(await site.call(addFavorite, { id: adult.comicId }, { token })).toMatchObject({ data: { count: 1 } });
  expect(await idsIn(favorites)).toEqual([adult.comicId, here]);
});

test('an offline comic is hidden in the library and has its old position when it returns', async () => {
  const [first = 0, second = 0] = await comics(2);
  for (const id of [first, second]) await site.call(addSubscribe, { id }, { token });
  await setOnline(site, second, false);
  expect(await idsIn(subscribed)).toEqual([first]);
  expect((await site.call(shelf, {}, { token })).data?.list).toHaveLength(1);
  await setOnline(site, second, true);
  expect(await idsIn(subscribed)).toEqual([second, first]);
});

test('removing again has no effect, and the comics of other readers stay', async () => {
  const ids = await comics(3);
  const other = await site.visitor();
  for (const reader of [token, other]) await site.call(addFavoriteBatch, { ids }, { token: reader });
  expect(await site.call(delFavorite, { ids: [ids[0] ?? 0, 999_999] }, { token })).toMatchObject({
    data: { removed: 1 },
  });
  expect(await site.call(delFavorite, { all: true }, { token })).toMatchObject({ data: { removed: 2 } });
  expect(await site.call(delFavorite, { all: true }, { token })).toMatchObject({ data: { removed: 0 } });
  expect(await idsIn(favorites, other)).toHaveLength(3);
  expect((await statsOf(ids[0] ?? 0)).favorites).toBe(1);
});

test('a subscribed comic stays when it is no longer a favourite', async () => {
  const [id = 0] = await comics(1);
  await site.call(addSubscribe, { id }, { token });
  await site.call(addFavorite, { id }, { token });
  await site.call(delFavorite, { ids: [id] }, { token });
  expect((await site.call(shelf, {}, { token })).data?.list).toMatchObject([{ subscribed: true, favorited: false }]);
});

test('a list is walked page by page without gaps, while more is added', async () => {
  const ids = await comics(7);
  for (const id of ids) await site.call(addFavorite, { id }, { token });
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const { data } = await site.call(favorites, { cursor, size: 3 }, { token });
    seen.push(...(data?.list.map(({ comic }) => comic.id) ?? []));
    await site.call(addFavorite, { id: (await addComic(site)).comicId }, { token });
    cursor = data?.next ?? undefined;
  } while (cursor);
  expect(seen).toEqual(ids.toReversed());
});

test('the shelf is ordered by the last action of the reader or by the last release, on all pages', async () => {
  const ids: number[] = [];
  for (const daysAgo of [3, 1, 2]) {
    const publishedAt = new Date(Date.now() - daysAgo * 86_400_000);
    const { comicId } = await addComic(site, { createdAt: publishedAt, chapters: [{ publishedAt }] });
    ids.push(comicId);
    await site.call(addFavorite, { id: comicId }, { token });
  }
  const [oldest, newest, between] = ids;
  const walk = async (sort: 'recent' | 'updated') => {
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const { data } = await site.call(shelf, { sort, size: 1, ...(cursor && { cursor }) }, { token });
      seen.push(...(data?.list.map(({ comic }) => comic.id) ?? []));
      cursor = data?.next ?? undefined;
    } while (cursor);
    return seen;
  };
  expect(await walk('recent')).toEqual([between, newest, oldest]);
  expect(await walk('updated')).toEqual([newest, between, oldest]);
});

test('a forged cursor is refused, and one of another reader continues only the reader’s own list', async () => {
  const other = await site.visitor();
  const ids = await comics(3);
  for (const id of ids) await site.call(addFavorite, { id }, { token: other });
  const { data } = await site.call(favorites, { size: 1 }, { token: other });
  expect((await site.call(favorites, { cursor: data?.next ?? '', size: 50 }, { token })).data?.list).toEqual([]);
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  for (const cursor of [
    'x',
    encoded([1]),
    encoded(['2026-01-01', '1; drop table']),
    encoded(['9999999', 1]),
    encoded({}),
  ])
    for (const call of [shelf, subscribed, favorites, history])
      expect(await site.call(call, { cursor }, { token })).toMatchObject({ http: 400, code: 1001 });
});

test('invalid payloads are refused and change nothing', async () => {
  const [id = 0] = await comics(1);
  const forged = (payload: unknown, target: string) =>
    site.post(target, site.cipher.seal(JSON.stringify(payload)), { authorization: `Bearer ${token}` });
  for (const payload of [
    {},
    { ids: [] },
    { ids: Array(101).fill(id) },
    { all: false },
    { ids: ['1'] },
    { ids: 'x'.repeat(10_000) },
    JSON.parse('{"__proto__": {"all": true}}'),
  ])
    expect(await forged(payload, 'my/del-favorite')).toMatchObject({ http: 400, code: 1001 });
  await forged({ id, readerId: 1, reader_id: 1, count: 99 }, 'my/add-favorite');
  expect(await statsOf(id)).toMatchObject({ favorites: 1 });
  expect(await idsIn(favorites)).toEqual([id]);
});

test('the history has one row a comic, and forgetting it forgets the place', async () => {
  const one = await addComic(site, { chapters: [{ pages: 5 }, { pages: 5 }] });
  const two = await addComic(site);
  const [first, second] = one.chapters;
  const at = (chapterId = 0, page = 0, ageMs = 0) =>
    site.call(progress, { chapterId, page, offset: 0.5, ageMs }, { token });
  await at(first?.id, 4, 3_000);
  await at(second?.id, 1, 2_000);
  await at(two.chapters[0]?.id, 0, 1_000);
  const { data } = await site.call(history, {}, { token });
  expect(data?.list.map(({ comic, chapter, page, pages }) => [comic.id, chapter.id, page, pages])).toEqual([
    [two.comicId, two.chapters[0]?.id, 0, 2],
    [one.comicId, second?.id, 1, 5],
  ]);
  await site.call(addSubscribe, { id: one.comicId }, { token });
  expect(await site.call(delHistory, { all: true }, { token })).toMatchObject({ data: { removed: 2 } });
  expect(await site.call(delHistory, { all: true }, { token })).toMatchObject({ data: { removed: 0 } });
  expect(await idsIn(history)).toEqual([]);
  expect((await site.call(shelf, {}, { token })).data?.list).toMatchObject([{ subscribed: true, last: null }]);
  const { rows } = await site.pool.query('select from reading.place where comic_id = any($1)', [
    [one.comicId, two.comicId],
  ]);
  expect(rows).toHaveLength(0);
});

test('reading on while the history is being deleted, over and over, ends in one of both', async () => {
  const { comicId, chapters } = await addComic(site, { chapters: [{ pages: 9 }] });
  const chapterId = chapters[0]?.id ?? 0;
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, turn) =>
      turn % 3 === 2
        ? site.call(delHistory, { all: true }, { token })
        : site.call(progress, { chapterId, page: turn % 9, offset: 0, ageMs: 0 }, { token }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 1));
  const { rows } = await site.pool.query<{ entries: number; places: number }>(
    `select (select count(*) from reading.entry where comic_id = $1) as entries,
       (select count(*) from reading.place where comic_id = $1) as places`,
    [comicId],
  );
  expect(rows[0]?.entries).toBe(rows[0]?.places);
});

test('comics are recommended by the genres in the reader’s library, without the comics in it', async () => {
  const made = async (genres: string[]) => (await addComic(site, { genres })).comicId;
  const [kept, alike, lessAlike, other] = [
    await made(['机甲', '深海']),
    await made(['机甲', '深海']),
    await made(['深海']),
    await made(['美食']),
  ];
  await site.call(addFavorite, { id: kept }, { token });
  const list = (await site.call(comicRecommend, {}, { token })).data?.list.map(({ id }) => id) ?? [];
  expect(list.slice(0, 2)).toEqual([alike, lessAlike]);
  expect(list).not.toContain(kept);
  const stranger = await site.visitor();
  const latest = (await site.call(comicRecommend, {}, { token: stranger })).data?.list.map(({ id }) => id);
  expect(latest?.slice(0, 2)).toEqual([other, lessAlike]);
});
