import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { followAuthor, followedAuthors } from '#contract/calls/library';
import { author } from '#contract/calls/listings';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic, type ComicFixture, changeComic } from '../../../../testing/factories/comics.ts';
import { readerOf } from '../../../../testing/factories/library.ts';
import { transaction } from '../../../core/db/db.ts';
import { createLibraryDataOwner } from './data-owner.ts';

let site: TestApp;
let reader: string;
beforeAll(async () => {
  site = await startTestApp();
});
beforeEach(async () => {
  site.setTime(null);
  reader = await site.visitor();
});
afterAll(() => site.close());

const HOUR = 3_600_000;
/** A comic by these authors, published some hours ago. */
async function work(title: string, authors: string[], hours: number, wish: ComicFixture = {}) {
  const publishedAt = new Date(Date.now() - hours * HOUR);
  const { comicId } = await addComic(site, { title, chapters: [{ publishedAt }], ...wish });
  await changeComic(site, comicId, { authors });
  return comicId;
}
const follow = (name: string, on?: boolean, token = reader) =>
  site.call(followAuthor, { name, ...(on !== undefined && { on }) }, { token });
const followed = async (token = reader) =>
  (await site.call(followedAuthors, {}, { token })).data?.list.map(({ name }) => name);
const dataOwner = createLibraryDataOwner({ expectNews: async () => undefined });

test('the comics of an author are listed latest first, page by page, without those that the reader may not see', async () => {
  await work('旧作', ['林青禾'], 3);
  await work('合著', ['阿波罗', '林青禾'], 1);
  await work('别人的', ['阿波罗'], 2);
  await work('成人的', ['林青禾'], 4, { ageRating: '18' });
  const titles = async (query: { adult?: boolean; cursor?: string; size?: number } = {}) => {
    const { data } = await site.call(author, { name: '林青禾', ...query });
    return { list: data?.list.map(({ title }) => title), next: data?.next ?? undefined };
  };
  expect((await titles()).list).toEqual(['合著', '旧作']);
  expect((await titles({ adult: true })).list).toEqual(['合著', '旧作', '成人的']);
  const first = await titles({ size: 1 });
  expect(first.list).toEqual(['合著']);
  expect(await titles({ size: 1, cursor: first.next ?? '' })).toEqual({ list: ['旧作'], next: undefined });
  expect((await site.call(author, { name: '阿波罗', cursor: first.next })).code).toBe(1001);
  expect((await site.call(author, { name: '没有的人' })).data?.list).toEqual([]);
});

test('a reader follows an author with a comic, as often as they like, and no longer', async () => {
  await work('一部', ['方糖橘'], 1);
  await work('成人的另一部', ['夜航'], 1, { ageRating: '18' });
  expect((await follow('方糖橘')).data).toEqual({ followed: false });
  expect((await follow('方糖橘', true)).data).toEqual({ followed: true });
  expect((await follow('方糖橘', true)).data).toEqual({ followed: true });
  expect([(await follow('方糖橘')).data, await followed()]).toEqual([{ followed: true }, ['方糖橘']]);
  expect([(await follow('没有的人', true)).code, (await follow('夜航', true)).code]).toEqual([3001, 3001]);
  expect((await follow('方糖橘', false)).data).toEqual({ followed: false });
  expect(await followed()).toEqual([]);
});

test('followed authors are listed latest first, page by page', async () => {
  const names = ['甲一', '甲二', '甲三'];
  for (const [at, name] of names.entries()) {
    await work(`${name}的`, [name], 1);
    site.setTime(new Date(Date.now() + Math.floor(at / 2) * HOUR));
    await follow(name, true);
  }
  expect(await followed()).toEqual(['甲三', ...['甲一', '甲二'].toSorted().reverse()]);
  const { data: first } = await site.call(followedAuthors, { size: 2 }, { token: reader });
  const { data: second } = await site.call(followedAuthors, { size: 2, cursor: first?.next ?? '' }, { token: reader });
  expect([first, second].flatMap((page) => page?.list.map(({ name }) => name))).toEqual(await followed());
  expect(second?.next).toBeNull();
});

test('followed authors go with the library: merged into an account, and erased', async () => {
  for (const name of ['乙一', '乙二']) await work(`${name}的`, [name], 1);
  const account = await site.visitor();
  await follow('乙一', true);
  await follow('乙一', true, account);
  await follow('乙二', true);
  const [fromId, toId] = [await readerOf(site, reader), await readerOf(site, account)];
  await transaction(site.pool, (tx) => dataOwner.mergeReader(tx, fromId, toId));
  expect([await followed(), (await followed(account))?.toSorted()]).toEqual([[], ['乙一', '乙二']]);
  await transaction(site.pool, (tx) => dataOwner.eraseReader(tx, toId));
  expect(await followed(account)).toEqual([]);
});
