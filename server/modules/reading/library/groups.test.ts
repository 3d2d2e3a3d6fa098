import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { InputOf } from '#contract/call';
import { delGroup, groupComics, groups, saveGroup, sortGroups } from '#contract/calls/groups';
import { addFavorite, addSubscribe, delFavorite, delSubscribe, shelf } from '#contract/calls/library';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addChapter, addComic, setOnline } from '../../../../testing/factories/comics.ts';
import { comeOfAge, readerOf } from '../../../../testing/factories/library.ts';
import { newVisitor } from '../../../../testing/factories/readers.ts';
import { transaction } from '../../../core/db/db.ts';
import { createLibraryDataOwner } from './data-owner.ts';

let site: TestApp;
let token: string;
beforeAll(async () => {
  site = await startTestApp();
});
beforeEach(async () => {
  token = await newVisitor(site);
});
afterAll(() => site.close());

const save = (name: string, id?: number, as = token) =>
  site.call(saveGroup, { name, ...(id !== undefined && { id }) }, { token: as });
const made = async (name: string, as = token) => (await save(name, undefined, as)).data?.id ?? 0;
const group = (grouping: InputOf<typeof groupComics>, as = token) => site.call(groupComics, grouping, { token: as });
const listed = async (as = token) => (await site.call(groups, {}, { token: as })).data?.list ?? [];
const names = async (as = token) => (await listed(as)).map(({ name }) => name);
/** The names of the groups, each with the number of its comics. */
const counts = async (as = token) => (await listed(as)).map(({ name, count }) => `${name} ${count}`);
const comicsIn = async (id: number, as = token, sort: 'recent' | 'updated' = 'recent') =>
  (await site.call(shelf, { group: id, sort }, { token: as })).data?.list.map(({ comic }) => comic.id);
const favourites = async (count: number, as = token) => {
  const ids: number[] = [];
  while (ids.length < count) ids.push((await addComic(site)).comicId);
  for (const id of ids) await site.call(addFavorite, { id }, { token: as });
  return ids;
};
const dataOwner = createLibraryDataOwner({ expectNews: async () => undefined });
const merge = async (from: string, into: string) => {
  const [fromId, intoId] = [await readerOf(site, from), await readerOf(site, into)];
  await transaction(site.pool, (tx) => dataOwner.mergeReader(tx, fromId, intoId));
};
const rowsOf = async (as: string) => {
  const { rows } = await site.pool.query<{ groups: number; comics: number }>(
    `select (select count(*) from reading.comic_group where reader_id = $1) as groups,
       (select count(*) from reading.grouped_comic where reader_id = $1) as comics`,
    [await readerOf(site, as)],
  );
  return rows[0];
};

test('a reader without a library has no groups, creates some, renames one and deletes one', async () => {
  expect(await listed()).toEqual([]);
  const [first, second] = [await made('在追的'), await made('睡前看')];
  expect(await listed()).toEqual([
    { id: first, name: '在追的', count: 0 },
    { id: second, name: '睡前看', count: 0 },
  ]);
  expect((await save('每天追', first)).data).toEqual({ id: first });
  expect((await save('每天追', first)).data).toEqual({ id: first });
  expect(await names()).toEqual(['每天追', '睡前看']);
  expect(await site.call(delGroup, { id: first }, { token })).toMatchObject({ status: 1 });
  expect(await names()).toEqual(['睡前看']);
  expect(await site.call(delGroup, { id: first }, { token })).toMatchObject({ status: 0, code: 3006 });
  expect(await save('又一个', first)).toMatchObject({ status: 0, code: 3006, message: '这个分组已经删除' });
});

test.each([
  ['  睡前   看 ', '睡前 看'],
  ['e\u0301', 'é'],
  ['<b>', '<b>'],
  ['全部', '全部'],
  ['二'.repeat(12), '二'.repeat(12)],
  ['👨‍👩‍👧'.repeat(6), '👨‍👩‍👧'.repeat(6)],
])('the group %j is stored as %j', async (given, stored) => {
  await made(given);
  expect(await names()).toEqual([stored]);
});

test.each([
  ['blanks', '   '],
  ['a control', 'a\u0007b'],
  ['a line break', 'a\nb'],
  ['zero width', 'a\u200Bb'],
  ['right to left', 'a\u202Eb'],
  ['13 signs', '二'.repeat(13)],
  ['61 signs', 'a'.repeat(61)],
])('a group named with %s is refused', async (_what, name) => {
  expect(await save(name)).toMatchObject({ http: 400, code: 1001 });
  const id = await made('原来的');
  expect(await save(name, id)).toMatchObject({ http: 400, code: 1001 });
  expect(await names()).toEqual(['原来的']);
});

test('two groups of a reader cannot have one name, also after a new name', async () => {
  const [first, other] = [await made('一'), await newVisitor(site)];
  await made('二');
  for (const again of [await save('一'), await save(' 二 ', first)])
    expect(again).toMatchObject({ status: 0, code: 3007, message: '已经有同名的分组' });
  await made('一', other);
  expect([await names(), await names(other)]).toEqual([['一', '二'], ['一']]);
});

test('the twenty-first group is refused, and there is room again after one is deleted', async () => {
  for (let n = 1; n <= 19; n += 1) await made(`组 ${n}`);
  const last = await made('组 20');
  expect(await save('组 21')).toMatchObject({ status: 0, code: 3008, message: '最多可以有 20 个分组' });
  expect(await save('改名', last)).toMatchObject({ status: 1 });
  await site.call(delGroup, { id: last }, { token });
  expect(await save('组 21')).toMatchObject({ status: 1 });
});

test('if many devices create one group at once, one succeeds, and the limit is kept', async () => {
  const same = await Promise.all(Array.from({ length: 8 }, () => save('同名')));
  expect(same.map(({ code }) => code).toSorted()).toEqual([0, ...Array(7).fill(3007)]);
  const many = await Promise.all(Array.from({ length: 24 }, (_, n) => save(`组 ${n}`)));
  expect(many.filter(({ code }) => code === 0)).toHaveLength(19);
  expect(many.filter(({ code }) => code === 3008)).toHaveLength(5);
});

test('comics are put into several groups and taken out, those that are not on the shelf are left out', async () => {
  const [one = 0, two = 0, three = 0] = await favourites(3);
  const { comicId: elsewhere } = await addComic(site);
  const [first, second] = [await made('一'), await made('二')];
  for (let times = 0; times < 2; times += 1)
    expect(await group({ comicIds: [one, two, elsewhere], into: [first, second] })).toMatchObject({ status: 1 });
  expect(await counts()).toEqual(['一 2', '二 2']);
  await group({ comicIds: [two, three], into: [second], outOf: [first] });
  expect([await comicsIn(first), await comicsIn(second)]).toEqual([[one], [three, two, one]]);
  const chosen = await site.call(groups, { comicIds: [one, three] }, { token });
  expect(chosen.data?.list.map(({ name, count, chosen }) => [name, count, chosen])).toEqual([
    ['一', 1, 1],
    ['二', 3, 2],
  ]);
  await site.call(delGroup, { id: second }, { token });
  expect((await site.call(shelf, {}, { token })).data?.list).toHaveLength(3);
  expect(await rowsOf(token)).toEqual({ groups: 1, comics: 1 });
});

test('a group is listed page by page in both orders, and with the filters of the shelf', async () => {
  const [one = 0, two = 0, other = 0] = await favourites(3);
  const id = await made('一');
  await group({ comicIds: [one, two], into: [id] });
  await site.call(addSubscribe, { id: one }, { token });
  await addChapter(site, other, { no: 2, publishedAt: new Date() });
  await addChapter(site, two, { no: 2, publishedAt: new Date() });
  expect(await comicsIn(id)).toEqual([one, two]);
  expect(await comicsIn(id, token, 'updated')).toEqual([two, one]);
  const { data } = await site.call(shelf, { group: id, size: 1 }, { token });
  expect(data?.list.map(({ comic }) => comic.id)).toEqual([one]);
  const rest = await site.call(shelf, { group: id, size: 1, cursor: data?.next ?? '' }, { token });
  expect(rest.data).toMatchObject({ list: [{ comic: { id: two } }], next: null });
  const unread = await site.call(shelf, { group: id, filter: 'updated' }, { token });
  expect(unread.data?.list.map(({ comic }) => comic.id)).toEqual([two]);
  expect(await comicsIn(id + 1_000_000)).toEqual([]);
});

test('a comic that is removed from the shelf leaves its groups, and one that stays on it does not', async () => {
  const [gone = 0, stays = 0] = await favourites(2);
  await site.call(addSubscribe, { id: stays }, { token });
  const id = await made('一');
  await group({ comicIds: [gone, stays], into: [id] });
  await site.call(delFavorite, { all: true }, { token });
  expect(await comicsIn(id)).toEqual([stays]);
  await site.call(addFavorite, { id: gone }, { token });
  expect(await counts()).toEqual(['一 1']);
  await site.call(delSubscribe, { ids: [stays] }, { token });
  expect(await counts()).toEqual(['一 0']);
});

test('comics that the reader may not see are not counted', async () => {
  const { comicId: adult } = await addComic(site, { ageRating: '18' });
  const [offline = 0, seen = 0] = await favourites(2);
  await comeOfAge(site, token);
  await site.call(addFavorite, { id: adult }, { token });
  const id = await made('一');
  await group({ comicIds: [adult, offline, seen], into: [id] });
  expect(await counts()).toEqual(['一 3']);
  await setOnline(site, offline, false);
  await site.pool.query('update account.reader set adult = false where id = $1', [await readerOf(site, token)]);
  expect(await comicsIn(id)).toEqual([seen]);
  expect(await counts()).toEqual(['一 1']);
});

test('groups are put into another order; those not named come last, and ids of others are left out', async () => {
  const [first, second, third] = [await made('一'), await made('二'), await made('三')];
  const other = await newVisitor(site);
  const [theirs, next] = [await made('甲', other), await made('乙', other)];
  const sort = (...ids: number[]) => site.call(sortGroups, { ids }, { token });
  expect(await sort(third, next, theirs, first)).toMatchObject({ status: 1 });
  expect([await names(), await names(other)]).toEqual([
    ['三', '一', '二'],
    ['甲', '乙'],
  ]);
  await sort(second);
  await made('四');
  expect(await names()).toEqual(['二', '三', '一', '四']);
  expect(await site.call(sortGroups, { ids: [first] }, { token: await newVisitor(site) })).toMatchObject({ status: 1 });
});

test('the group of another reader is not found, and nothing of it changes', async () => {
  const other = await newVisitor(site);
  const [comicId = 0] = await favourites(1, other);
  await site.call(addFavorite, { id: comicId }, { token });
  const [theirs, own] = [await made('别人的', other), await made('自己的')];
  await group({ comicIds: [comicId], into: [theirs] }, other);
  const refused = [
    await save('改名', theirs),
    await site.call(delGroup, { id: theirs }, { token }),
    await group({ comicIds: [comicId], into: [own, theirs] }),
    await group({ comicIds: [comicId], outOf: [theirs] }),
  ];
  expect(refused.map(({ status, code }) => [status, code])).toEqual(Array(4).fill([0, 3006]));
  expect([await comicsIn(theirs), await comicsIn(own)]).toEqual([[], []]);
  expect([await counts(other), await counts()]).toEqual([['别人的 1'], ['自己的 0']]);
});

test('a guest who logs in keeps their groups; groups with the same name become one', async () => {
  const account = await newVisitor(site);
  const [shared = 0, own = 0] = await favourites(2);
  for (const id of [shared, own]) await site.call(addFavorite, { id }, { token: account });
  const [read = 0] = await favourites(1);
  const [late, both] = [await made('睡前看'), await made('在追的')];
  const [theirs, last] = [await made('在追的', account), await made('老书', account)];
  await group({ comicIds: [shared, read], into: [late, both] });
  await group({ comicIds: [shared, own], into: [theirs] }, account);
  await merge(token, account);
  const merged = await listed(account);
  expect(merged.map(({ name, count }) => `${name} ${count}`)).toEqual(['在追的 3', '老书 0', '睡前看 2']);
  expect(merged.slice(0, 2).map(({ id }) => id)).toEqual([theirs, last]);
  expect((await comicsIn(merged[2]?.id ?? 0, account))?.toSorted()).toEqual([shared, read].toSorted());
  expect(await rowsOf(token)).toEqual({ groups: 0, comics: 0 });
});

test('after a merge an account has twenty groups at most, and all comics are on the shelf', async () => {
  const account = await newVisitor(site);
  for (let n = 1; n <= 18; n += 1) await made(`组 ${n}`, account);
  const [comicId = 0] = await favourites(1);
  for (const name of ['组 1', '甲', '乙', '丙']) await group({ comicIds: [comicId], into: [await made(name)] });
  await merge(token, account);
  expect((await counts(account)).filter((each) => !each.endsWith(' 0'))).toEqual(['组 1 1', '甲 1', '乙 1']);
  expect(await names(account)).toHaveLength(20);
  expect((await site.call(shelf, {}, { token: account })).data?.list).toHaveLength(1);
});

test('an erased reader has no groups', async () => {
  const [comicId = 0] = await favourites(1);
  await group({ comicIds: [comicId], into: [await made('一')] });
  expect(await rowsOf(token)).toEqual({ groups: 1, comics: 1 });
  const readerId = await readerOf(site, token);
  await transaction(site.pool, (tx) => dataOwner.eraseReader(tx, readerId));
  expect(await rowsOf(token)).toEqual({ groups: 0, comics: 0 });
});

test.each<[string, object]>([
  ['no comics', { comicIds: [] }],
  ['101 comics', { comicIds: Array(101).fill(1) }],
  ['21 groups', { comicIds: [1], into: Array(21).fill(1) }],
  ['a text as a group', { comicIds: [1], into: ['1'] }],
  ['groups only', { into: [1] }],
])('grouping with %s is refused', async (_what, payload) => {
  const forged = site.cipher.seal(JSON.stringify(payload));
  expect(await site.post(groupComics.path, forged, { authorization: `Bearer ${token}` })).toMatchObject({
    http: 400,
    code: 1001,
  });
});
