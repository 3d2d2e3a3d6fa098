import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import type { ComicDetail } from '#contract/shapes';
import type { ReadChapter } from '../reading/chapter-answers/read-chapter.ts';
import type { Download, PictureKey } from './download.ts';
import { type DownloadDatabase, openDownloads } from './download-database.ts';

let database: DownloadDatabase;

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  database = await openDownloads();
});

const comic = (id: number, cover = 'a.webp') => ({ id, title: `漫画 ${id}`, cover: { url: cover } }) as ComicDetail;
const wanted = (comicId: number, chapterId: number) =>
  ({ chapterId, comic: { id: comicId }, state: 'waiting', held: 0, bytes: 0 }) as Download;
const answer = (chapterId: number, ...colors: string[]) =>
  ({ chapter: { id: chapterId }, pages: colors.map((color) => ({ width: 8, height: 9, color })) }) as ReadChapter;
const key = (chapterId: number, page: number): PictureKey => `${chapterId}/${page}/0`;
const bytes = (...values: number[]) => new Uint8Array(values).buffer;

test('a comic whose cover has changed loses the old cover, and one with the same cover keeps it', async () => {
  for (const id of [1, 2]) {
    await database.add(comic(id), [wanted(id, id * 10)]);
    await database.putCover(id, bytes(id));
  }
  await database.add(comic(1, 'b.webp'), []);
  await database.add(comic(2), []);
  expect([await database.cover(1), await database.cover(2)]).toEqual([null, bytes(2)]);
});

test('removing a chapter removes its pictures, and the last one its comic and cover', async () => {
  await database.add(comic(1), [wanted(1, 10), wanted(1, 11)]);
  await database.putCover(1, bytes(1));
  for (const id of [10, 11]) {
    await database.begin(answer(id, '#111111'), 1);
    await database.putPicture(id, key(id, 0), bytes(id));
  }
  await database.remove([10]);
  expect([await database.picture(key(10, 0)), await database.answer(10)]).toEqual([null, null]);
  expect([await database.picture(key(11, 0)), (await database.comics()).length]).toEqual([bytes(11), 1]);
  await database.remove([11]);
  expect([await database.picture(key(11, 0)), await database.comics(), await database.cover(1)]).toEqual([
    null,
    [],
    null,
  ]);
});

test('nothing is stored for a chapter or comic that was removed during the download', async () => {
  expect(await database.begin(answer(10, '#111111'), 1)).toBeNull();
  expect(await database.putPicture(10, key(10, 0), bytes(1))).toBe(false);
  await database.putCover(1, bytes(1));
  expect([await database.picture(key(10, 0)), await database.cover(1)]).toEqual([null, null]);
});

test('pictures are dropped for other pages and stay for the same pages', async () => {
  await database.add(comic(1), [wanted(1, 10)]);
  await database.begin(answer(10, '#111111'), 1);
  await database.putPicture(10, key(10, 0), bytes(7));
  expect(await database.begin(answer(10, '#111111'), 1)).toEqual(new Set([key(10, 0)]));
  expect(await database.picture(key(10, 0))).toEqual(bytes(7));
  expect(await database.begin(answer(10, '#222222'), 1)).toEqual(new Set());
  expect([await database.picture(key(10, 0)), (await database.all())[0]?.bytes]).toEqual([null, 0]);
});

test('a chapter that is added again keeps its data', async () => {
  await database.add(comic(1), [wanted(1, 10)]);
  await database.change(10, () => ({ state: 'done' }));
  await database.add(comic(1), [wanted(1, 10)]);
  expect(await database.all()).toMatchObject([{ chapterId: 10, state: 'done' }]);
});

test('a chapter that is paused takes no answer and no pictures; one whose pictures are dropped has none', async () => {
  await database.add(comic(1), [wanted(1, 10)]);
  await database.begin(answer(10, '#111111'), 1);
  await database.putPicture(10, key(10, 0), bytes(7, 8));
  await database.change(10, () => ({ state: 'paused' }));
  expect(await database.begin(answer(10, '#222222'), 1)).toBeNull();
  expect(await database.putPicture(10, key(10, 1), bytes(9))).toBe(false);
  expect([await database.answer(10), await database.picture(key(10, 1))]).toEqual([answer(10, '#111111'), null]);
  expect(await database.all()).toMatchObject([{ held: 1, bytes: 2 }]);
  await database.dropPictures(10);
  expect([await database.picture(key(10, 0)), await database.all()]).toMatchObject([null, [{ held: 0, bytes: 0 }]]);
  await database.dropPictures(11);
  expect(await database.all()).toHaveLength(1);
});

const opened = (request: IDBOpenDBRequest) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onblocked = () => reject(new Error('blocked'));
  });

test('the downloads of the version without covers stay, and a later version does not wait for this one', async () => {
  globalThis.indexedDB = new IDBFactory();
  const first = indexedDB.open('downloads', 1);
  first.onupgradeneeded = () => {
    for (const name of ['answers', 'pictures']) first.result.createObjectStore(name);
    first.result.createObjectStore('comics', { keyPath: 'id' });
    first.result.createObjectStore('chapters', { keyPath: 'chapterId' }).put(wanted(1, 10));
  };
  (await opened(first)).close();
  const now = await openDownloads();
  expect(await now.all()).toMatchObject([{ chapterId: 10 }]);
  expect(await now.cover(1)).toBeNull();
  await expect(opened(indexedDB.open('downloads', 3))).resolves.toBeDefined();
});
