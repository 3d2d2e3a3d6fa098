import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import { comicInfo } from '#contract/calls/comic';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addChapter as addChapterFixture, addComic as addComicFixture } from '../../../../testing/factories/comics.ts';
import { type Tx, transaction } from '../../../core/db/db.ts';
import {
  addChapter,
  addComic,
  applySettings,
  findComicByTitle,
  type remakeChapter,
  type remakeDamaged,
  type renameComics,
  replaceLostCover,
  type replacePromotions,
  type replaceSmallImages,
  setOnline,
} from './publishing.ts';

let site: TestApp;
let token: string;
beforeAll(async () => {
  site = await startTestApp();
  token = await site.visitor();
});
afterAll(() => site.close());

const copies: string[] = [];
const copyFolder = async (from: string, to: string) => {
  copies.push(`${from} ${to}`);
};
const pricesOf = async (id: number) =>
  (await site.call(comicInfo, { id }, { token })).data?.chapters.map(({ price }) => price);

test('every verb that changes the catalogue requires a transaction: a pool does not compile', () => {
  expectTypeOf<
    Parameters<
      | typeof addChapter
      | typeof addComic
      | typeof applySettings
      | typeof remakeChapter
      | typeof remakeDamaged
      | typeof renameComics
      | typeof replaceLostCover
      | typeof replaceSmallImages
      | typeof replacePromotions
      | typeof setOnline
    >[0]
  >().toEqualTypeOf<Tx>();
  expectTypeOf<Pool>().not.toExtend<Tx>();
});

test('a title in another spelling is the same comic, and its stored values stay', async () => {
  const add = (title: string, genres: string[]) =>
    transaction(site.pool, (tx) => addComic(tx, { title, facts: { genres } }, new Date()));
  const comicId = await add('ＡＢＣ  物语', ['校园']);
  expect(await add('abc 物语', ['奇幻'])).toBe(comicId);
  expect((await findComicByTitle(site.pool, 'Abc 物语'))?.id).toBe(comicId);
});

test('settings return the changes, and none the second time', async () => {
  const { comicId } = await addComicFixture(site, { chapters: [{}, {}] });
  const now = new Date();
  const change = { command: { genres: ['奇幻'], freeFirst: 1 }, publish: { nos: [1], at: now } };
  const apply = () => transaction(site.pool, (tx) => applySettings(tx, comicId, change, copyFolder, now));
  expect(await apply()).toEqual({ prices: false, facts: true, publication: true });
  expect(await apply()).toEqual({ prices: false, facts: false, publication: false });
});

test('a price moves the pages of open chapters behind signed addresses, once', async () => {
  const { comicId, chapters } = await addComicFixture(site, { chapters: [{}, {}] });
  const price = (priceCoins: number) =>
    transaction(site.pool, (tx) =>
      applySettings(tx, comicId, { command: { priceCoins, freeFirst: 1 } }, copyFolder, new Date()),
    );
  copies.length = 0;
  expect(await price(7)).toMatchObject({ prices: true });
  expect(copies).toEqual([expect.stringMatching(`^open/${chapters[1]?.storeKey} guarded/[0-9a-f]{32}$`)]);
  await price(9);
  expect(copies).toHaveLength(1);
  await expect.poll(() => pricesOf(comicId)).toEqual([0, 9]);
});

test('a chapter before the others takes the place of one that was free', async () => {
  const { comicId } = await addComicFixture(site, { chapters: [{ no: 2 }, { no: 3 }] });
  await transaction(site.pool, (tx) =>
    applySettings(tx, comicId, { command: { priceCoins: 5, freeFirst: 1 } }, copyFolder, new Date()),
  );
  await expect.poll(() => pricesOf(comicId)).toEqual([0, 5]);
  await addChapterFixture(site, comicId, { no: 1 });
  await expect.poll(() => pricesOf(comicId)).toEqual([0, 5, 5]);
});

test('a chapter with new prices changes the prices of all others', async () => {
  const { comicId } = await addComicFixture(site, { chapters: [{}, {}, {}] });
  const sources = { command: { priceCoins: 4 }, sidecar: undefined };
  const picture = { key: `open/${'a'.repeat(32)}/1.bin`, width: 8, height: 8, color: '#808080', source: '1.jpg' };
  const chapter = {
    no: 4,
    title: '',
    publishedAt: new Date(),
    republish: false,
    guarded: true,
    storeKey: randomBytes(16).toString('hex'),
    pages: [picture],
    thumb: picture,
    preview: picture,
    sha256: randomBytes(32),
    sourceName: '4.cbz',
    recipe: 1,
  };
  await transaction(site.pool, (tx) => addChapter(tx, comicId, chapter, sources, copyFolder, new Date()));
  await expect.poll(() => pricesOf(comicId)).toEqual([4, 4, 4, 4]);
});

test('the reading direction in the files of a comic counts only when it is added', async () => {
  const { comicId, title } = await addComicFixture(site, { direction: 'rtl' });
  await transaction(site.pool, (tx) => addComic(tx, { title, facts: { direction: 'ltr' } }, new Date()));
  const { data } = await site.call(comicInfo, { id: comicId }, { token });
  expect(data?.direction).toBe('rtl');
});

test('a cover that replaces a lost one lets the sidecar be applied again', async () => {
  const { comicId, title } = await addComicFixture(site);
  const sidecar = { sha256: 'ab'.repeat(32), settings: {}, chapters: new Map() };
  await transaction(site.pool, (tx) => applySettings(tx, comicId, { sidecar }, copyFolder, new Date()));
  expect(await findComicByTitle(site.pool, title)).toMatchObject({ sidecarSha256: sidecar.sha256 });
  const cover = { key: `comic/${'a'.repeat(32)}/1.bin`, width: 8, height: 8, color: '#808080', variants: [] };
  await transaction(site.pool, (tx) => replaceLostCover(tx, comicId, { cover, source: randomBytes(32) }));
  expect(await findComicByTitle(site.pool, title)).toMatchObject({ sidecarSha256: null });
});

test('an offline comic is invisible to readers, and visible again when it is online', async () => {
  const { comicId } = await addComicFixture(site);
  const isThere = async () => (await site.call(comicInfo, { id: comicId }, { token })).status === 1;
  for (const online of [false, true]) {
    await transaction(site.pool, (tx) => setOnline(tx, comicId, online, new Date()));
    await expect.poll(isThere).toBe(online);
  }
});

test('a failed transaction leaves no changes', async () => {
  const title = randomBytes(6).toString('hex');
  const failed = transaction(site.pool, async (tx) => {
    await addComic(tx, { title }, new Date());
    throw new Error('something else failed');
  });
  await expect(failed).rejects.toThrow('something else failed');
  expect(await findComicByTitle(site.pool, title)).toBeNull();
});
