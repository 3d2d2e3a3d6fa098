import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userDelete, userExport } from '#contract/calls/account';
import { comicInfo, comicRead } from '#contract/calls/comic';
import { chapterLike, comicRate } from '#contract/calls/community';
import * as codes from '#contract/codes';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { addComic } from '../../testing/factories/comics.ts';
import { editPart } from '../../testing/factories/editorial.ts';
import { newAddress, newVisitor, ownCode, readersInBulk, signedIn } from '../../testing/factories/readers.ts';
import { transaction } from '../core/db/db.ts';
import { createCommunity } from '../modules/community/community.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
beforeEach(() => editPart(site, 'features', { notices: false, likes: true, ratings: true }));
afterAll(() => site.close());

async function newReader() {
  const [reader = { id: 0, token: '' }] = await readersInBulk(site, 1);
  return reader;
}
async function newComic(chapters = 2) {
  const made = await addComic(site, { chapters: Array(chapters).fill({}) });
  return { comicId: made.comicId, ids: made.chapters.map(({ id }) => id) };
}
const like = async (token: string, id = 0, on = true) => {
  const { code, data } = await site.call(chapterLike, { id, on }, { token });
  return code === 0 ? data : code;
};
const rate = async (token: string, id: number, stars: number | null) => {
  const { code, data } = await site.call(comicRate, { id, stars }, { token });
  return code === 0 ? data : code;
};
const detail = async (token: string, id: number) => {
  const { data } = await site.call(comicInfo, { id }, { token });
  return { likes: data?.likes, rating: data?.rating };
};
const likesIn = async (token: string, id = 0) =>
  (await site.call(comicRead, { id, ahead: true }, { token })).data?.likes;

/** The counts equal the rows that they count. */
async function expectCounted() {
  const { rows } = await site.pool.query(
    `select 'likes of ' || chapter_id as what from community.chapter_likes l
       where likes <> (select count(*) from community.chapter_like k where k.chapter_id = l.chapter_id)
     union all select 'ratings of ' || comic_id from community.comic_ratings r
       where (ratings, stars) <> (select count(*), coalesce(sum(k.stars), 0) from community.comic_rating k
         where k.comic_id = r.comic_id)`,
  );
  expect(rows).toEqual([]);
}

test('a chapter is liked once a reader, and no longer after the like is taken back', async () => {
  const { comicId, ids } = await newComic();
  const [one, other] = [await newReader(), await newReader()];
  expect(await likesIn(one.token, ids[0])).toEqual({ count: 0, mine: false });
  expect(await like(one.token, ids[0])).toEqual({ count: 1, mine: true });
  expect(await like(one.token, ids[0])).toEqual({ count: 1, mine: true });
  expect(await like(other.token, ids[0])).toEqual({ count: 2, mine: true });
  expect(await like(other.token, ids[1])).toEqual({ count: 1, mine: true });
  expect(await like(one.token, ids[0], false)).toEqual({ count: 1, mine: false });
  expect(await like(one.token, ids[0], false)).toEqual({ count: 1, mine: false });
  expect(await likesIn(other.token, ids[0])).toEqual({ count: 1, mine: true });
  expect((await detail(one.token, comicId)).likes).toBe(2);
  await expectCounted();
});

test('a comic is rated, rated again, and no longer', async () => {
  const { comicId } = await newComic();
  const [one, other] = [await newReader(), await newReader()];
  expect((await detail(one.token, comicId)).rating).toEqual({ count: 0, mean: null, mine: null });
  expect(await rate(one.token, comicId, 4)).toEqual({ count: 1, mean: null, mine: 4 });
  expect(await rate(one.token, comicId, 2)).toEqual({ count: 1, mean: null, mine: 2 });
  expect(await rate(one.token, comicId, 2)).toEqual({ count: 1, mean: null, mine: 2 });
  expect(await rate(other.token, comicId, 5)).toMatchObject({ count: 2, mine: 5 });
  expect(await rate(one.token, comicId, null)).toEqual({ count: 1, mean: null, mine: null });
  expect(await rate(one.token, comicId, null)).toMatchObject({ count: 1 });
  expect((await detail(other.token, comicId)).rating).toEqual({ count: 1, mean: null, mine: 5 });
  await expectCounted();
});

test('the mean is shown from ten ratings on', async () => {
  const { comicId } = await newComic();
  const readers = await readersInBulk(site, 10);
  for (const { token } of readers.slice(1)) await rate(token, comicId, 5);
  expect((await detail(readers[0]?.token ?? '', comicId)).rating).toEqual({ count: 9, mean: null, mine: null });
  expect(await rate(readers[0]?.token ?? '', comicId, 5)).toEqual({ count: 10, mean: 4.3, mine: 5 });
});

test.each([
  ['no stars', 0],
  ['six stars', 6],
  ['half a star', 2.5],
])('a rating of %s is refused', async (_what, stars) => {
  expect(await rate((await newReader()).token, (await newComic()).comicId, stars)).toBe(codes.invalidField);
});

test('a switched-off feature is refused and in no answer; switched on again it is as before', async () => {
  const { comicId, ids } = await newComic();
  const { token } = await newReader();
  await like(token, ids[0]);
  await rate(token, comicId, 5);
  await editPart(site, 'features', { notices: false, likes: false, ratings: true });
  expect(await like(token, ids[0], false)).toBe(codes.notOffered);
  expect(await likesIn(token, ids[0])).toBeUndefined();
  expect(await detail(token, comicId)).toMatchObject({ likes: undefined, rating: { mine: 5 } });
  await editPart(site, 'features', { notices: false, likes: true, ratings: false });
  expect(await rate(token, comicId, 1)).toBe(codes.notOffered);
  expect(await detail(token, comicId)).toEqual({ likes: 1, rating: undefined });
});

test('an anonymous reader must log in', async () => {
  const { comicId, ids } = await newComic();
  const token = await newVisitor(site);
  expect([await like(token, ids[0]), await rate(token, comicId, 5)]).toEqual([
    codes.loginRequired,
    codes.loginRequired,
  ]);
});

test('a reader can neither like nor rate a chapter that they can’t open', async () => {
  const { token } = await newReader();
  expect(await like(token, 999_999)).toBe(codes.chapterNotFound);
  expect(await rate(token, 999_999, 5)).toBe(codes.comicNotFound);
  const adult = await addComic(site, { ageRating: '18', chapters: [{}] });
  expect(await like(token, adult.chapters[0]?.id)).toBe(codes.ageUnconfirmed);
  expect(await rate(token, adult.comicId, 5)).toBe(codes.ageUnconfirmed);
  const later = await addComic(site, { chapters: [{}, { publishedAt: new Date(Date.now() + 3_600_000) }] });
  expect(await like(token, later.chapters[1]?.id)).toBe(codes.chapterNotFound);
});

test('concurrent likes and ratings of one reader and of many count each reader once', async () => {
  const { comicId, ids } = await newComic();
  const readers = await readersInBulk(site, 10);
  await Promise.all(
    Array.from({ length: 50 }, (_, index) => {
      const token = readers[index % 10]?.token ?? '';
      return index % 2 === 0 ? like(token, ids[0]) : rate(token, comicId, 1 + (index % 5));
    }),
  );
  expect(await detail(readers[0]?.token ?? '', comicId)).toMatchObject({ likes: 5, rating: { count: 5 } });
  await expectCounted();
});

test('a merge of readers moves both, and the newer rating stays', async () => {
  const { comicId, ids } = await newComic();
  const [guest, account] = [await newReader(), await newReader()];
  await like(guest.token, ids[0]);
  await like(account.token, ids[0]);
  await like(guest.token, ids[1]);
  await rate(account.token, comicId, 2);
  await rate(guest.token, comicId, 5);
  const { dataOwner } = createCommunity(site.pool);
  await transaction(site.pool, (tx) => dataOwner.mergeReader(tx, guest.id, account.id, new Date()));
  expect(await likesIn(account.token, ids[0])).toEqual({ count: 1, mine: true });
  expect(await likesIn(account.token, ids[1])).toEqual({ count: 1, mine: true });
  expect((await detail(account.token, comicId)).rating).toMatchObject({ count: 1, mine: 5 });
  await expectCounted();
});

test('an export has both; an erasure takes them out of the counts', async () => {
  const { comicId, ids } = await newComic();
  const reader = await signedIn(site);
  await like(reader.token, ids[0]);
  await rate(reader.token, comicId, 3);
  const { data } = await site.call(userExport, {}, { token: reader.token });
  expect(data).toMatchObject({ community: { likes: [{ chapterId: ids[0] }], ratings: [{ comicId, stars: 3 }] } });
  const code = await ownCode(site, reader, 'delete');
  await site.call(userDelete, { code }, { token: reader.token, remoteAddress: newAddress() });
  await site.sweep(new Date(Date.now() + 8 * 24 * 3_600_000));
  expect(await detail((await newReader()).token, comicId)).toMatchObject({ likes: 0, rating: { count: 0 } });
  await expectCounted();
});
