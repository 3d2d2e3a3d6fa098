import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chapterNotFound } from '#contract/codes';
import type { ChapterItem, ComicDetail } from '#contract/shapes';
import { stubPage } from '../../runtime/testing/fake-page.ts';
import { type Download, downloadOf } from './download.ts';
import { downloadCovers } from './download-covers.ts';
import type * as Downloads from './downloads.ts';

const { send, loadBytes } = vi.hoisted(() => ({ send: vi.fn(), loadBytes: vi.fn() }));
vi.mock('../../runtime/browser.ts', () => ({ send, session: {} }));
vi.mock('../../runtime/images/load-bytes.ts', () => ({ loadBytes }));

const NOW = Date.parse('2026-11-20T04:00:00Z');
const comic = { id: 1, title: '漫画', ageRating: 'all', cover: { url: 'c', width: 9 }, sale: null } as ComicDetail;
const chapter = (id: number) => ({ id, no: id, title: '', access: 'owned', price: 0 }) as ChapterItem;
const wanted = (id: number, reader = 1, addedAt = NOW): Download => downloadOf(comic, chapter(id), reader, addedAt);
const pageOf = (id: number) => ({ url: `${id}`, width: 8, height: 9, color: '#111111' });
const answer = (id: number) => ({ chapter: { id }, pages: [pageOf(id)], progress: null });
const lost = { status: -404, code: -404, message: '网络异常', data: null };
const refused = { ...lost, status: 0, code: chapterNotFound };
const done = (_call: unknown, { id }: { id: number }) => ({ status: 1, code: 0, message: '', data: answer(id) });

let stage: ReturnType<typeof stubPage>;
let tabs: Channel[];

/** The channel between tabs, of one test alone. */
class Channel extends EventTarget {
  constructor() {
    super();
    tabs.push(this);
  }
  postMessage(data: string) {
    for (const tab of tabs) if (tab !== this) tab.dispatchEvent(new MessageEvent('message', { data }));
  }
}

beforeEach(() => {
  vi.resetModules();
  globalThis.indexedDB = new IDBFactory();
  stage = stubPage();
  tabs = [];
  vi.stubGlobal('BroadcastChannel', Channel);
  stage.local.set('userInfo', '{"id":1}');
  vi.stubGlobal('devicePixelRatio', 1);
  const persist = vi.fn(async () => true);
  vi.stubGlobal('navigator', {
    locks: { request: (_name: string, work: () => Promise<void>) => work() },
    storage: { persist },
  });
  send.mockReset().mockImplementation(async (call, payload) => done(call, payload));
  loadBytes.mockReset().mockImplementation(async () => new ArrayBuffer(3));
});
afterEach(() => void vi.unstubAllGlobals());

/** The app as it opens, with its session. */
async function open() {
  const { useClientState } = await import('../../state.ts');
  useClientState.setState({ userInfo: { id: 1, teen: false } as never });
  const { queryClient } = await import('../../runtime/queries/queries.ts');
  const downloads = await import('./downloads.ts');
  const index = () => JSON.parse(stage.local.get('downloads') ?? 'null');
  const states = () => downloads.useDownloads.getState().list?.map(({ chapterId, state }) => `${chapterId} ${state}`);
  const become = (id: number | null) => {
    if (id === null) stage.local.delete('userInfo');
    else stage.local.set('userInfo', JSON.stringify({ id }));
    useClientState.setState({ userInfo: (id && { id, teen: false }) as never });
  };
  return { ...downloads, queryClient, index, states, become };
}

test('chapters are downloaded by number, with the cover, and the index lists complete ones', async () => {
  const { addDownloads, states, index, downloadedCover, downloadedPicture } = await open();
  await addDownloads(comic, [
    { ...wanted(7), no: 2 },
    { ...wanted(8), no: 1 },
  ]);
  await expect.poll(states).toEqual(['8 done', '7 done']);
  expect(send.mock.calls.map(([, payload, options]) => [payload, options])).toEqual(
    [8, 7].map((id) => [{ id, ahead: true }, { background: true }]),
  );
  const kept = { comicId: 1, until: null, ageRating: 'all', place: null };
  await expect.poll(index).toEqual({ readerId: 1, bytes: 6, chapters: { 7: kept, 8: kept } });
  expect(navigator.storage.persist).toHaveBeenCalledTimes(1);
  expect([(await downloadedCover(1))?.byteLength, (await downloadedPicture('7/0/0'))?.byteLength]).toEqual([3, 3]);
});

test('incomplete chapters are not in the index; removed ones are in neither list', async () => {
  send.mockResolvedValue(refused);
  const { addDownloads, removeDownloads, states, index } = await open();
  await addDownloads(comic, [wanted(7)]);
  await expect.poll(states).toEqual(['7 failed']);
  await expect.poll(index).toEqual({ readerId: 1, bytes: 0, chapters: {} });
  await removeDownloads([7]);
  await expect.poll(states).toEqual([]);
  await expect.poll(index).toBeNull();
});

test('resuming continues paused and failed chapters, and leaves finished ones', async () => {
  const { addDownloads, pauseDownloads, states } = await open();
  send.mockImplementation(() => new Promise(() => {}));
  await addDownloads(comic, [wanted(7), wanted(8)]);
  await pauseDownloads([7, 8]);
  await expect.poll(states).toEqual(['7 paused', '8 paused']);
  vi.resetModules();
  send.mockReset().mockImplementation(async (call, payload) => done(call, payload));
  const next = await open();
  await next.openList();
  expect(next.states()).toEqual(['7 paused', '8 paused']);
  await next.resumeDownloads([7]);
  await expect.poll(next.states).toEqual(['7 done', '8 paused']);
  send.mockReset().mockResolvedValueOnce(refused);
  await next.resumeDownloads([7, 8]);
  await expect.poll(next.states).toEqual(['7 done', '8 failed']);
  send.mockImplementation(async (call, payload) => done(call, payload));
  await next.pauseDownloads([7, 8]);
  expect(next.states()).toEqual(['7 done', '8 failed']);
  await next.resumeDownloads([7, 8]);
  await expect.poll(next.states).toEqual(['7 done', '8 done']);
  expect(next.useDownloads.getState().list).toMatchObject([{}, { fault: null }]);
  expect(send.mock.calls.map(([, { id }]) => id)).toEqual([8, 8]);
});

test.each([
  ['the network is back', () => stage.page.dispatchEvent(new Event('online'))],
  ['another tab wants more', () => new Channel().postMessage('more')],
  ['the reader does', ({ resumeDownloads }: typeof Downloads) => void resumeDownloads([7])],
  ['some time has passed', () => vi.advanceTimersByTime(15_000)],
])('without a network a download waits, and continues when %s', async (_name, happens) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  send.mockResolvedValueOnce(lost);
  const app = await open();
  await app.addDownloads(comic, [wanted(7)]);
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  expect([send.mock.calls.length, app.states()]).toEqual([1, ['7 waiting']]);
  happens(app);
  // Long before it would retry automatically.
  await expect.poll(app.states, { timeout: 5000 }).toEqual(['7 done']);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test('other tabs are notified of new downloads; while one of them downloads, this tab shows what is queued', async () => {
  Object.assign(navigator.locks, { request: () => new Promise(() => {}) });
  const messages: string[] = [];
  const { addDownloads, states } = await open();
  new Channel().addEventListener('message', (event) => messages.push((event as MessageEvent<string>).data));
  await addDownloads(comic, [wanted(7)]);
  await expect.poll(states).toEqual(['7 waiting']);
  expect(messages).toEqual(['more']);
});

test('the downloading tab also loads the covers, and continues with chapters that are added at its end', async () => {
  let giveCover: (bytes: ArrayBuffer) => void = () => {};
  let giveBack = () => {};
  let ends = 0;
  const request = async (_name: string, work: () => Promise<void>) => {
    await work();
    ends += 1;
    if (ends === 1) await new Promise<void>((resolve) => (giveBack = resolve));
  };
  Object.assign(navigator.locks, { request });
  loadBytes.mockImplementation((url) =>
    url === 'c' ? new Promise((resolve) => (giveCover = resolve)) : Promise.resolve(new ArrayBuffer(3)),
  );
  const { addDownloads, states } = await open();
  await addDownloads(comic, [wanted(7)]);
  await expect.poll(states).toEqual(['7 done']);
  expect(ends).toBe(0);
  giveCover(new ArrayBuffer(3));
  await expect.poll(() => ends).toBe(1);
  await addDownloads(comic, [wanted(8)]);
  giveBack();
  await expect.poll(states).toEqual(['7 done', '8 done']);
});

test('a tab continues the downloads that another tab left when that tab reports a change', async () => {
  const { openList, states } = await open();
  await openList();
  const { openDownloads } = await import('./download-database.ts');
  await (await openDownloads()).add(comic, [wanted(7)]);
  new Channel().postMessage('changed');
  await expect.poll(states).toEqual(['7 done']);
});

test('a session of another reader, or its end, deletes the downloads', async () => {
  const { addDownloads, forgetOtherReaders, downloadedChapter, states, index, become } = await open();
  await addDownloads(comic, [wanted(7)]);
  await expect.poll(states).toEqual(['7 done']);
  const { storeDownloadedPosition, downloadedPosition } = await import('./download-index.ts');
  storeDownloadedPosition(7, { page: 0, offset: 0.5 });
  become(1);
  await forgetOtherReaders();
  await expect.poll(states).toEqual(['7 done']);
  expect(downloadedPosition(7)).toEqual({ page: 0, offset: 0.5 });
  become(null);
  await forgetOtherReaders();
  expect([index(), await downloadedChapter(7), states()]).toEqual([null, null, undefined]);
  become(2);
  await expect.poll(states).toEqual([]);
});

test('a tab that finds another reader on the device deletes the other downloads', async () => {
  const { addDownloads, openList, states, downloadedChapter } = await open();
  await addDownloads(comic, [wanted(7)]);
  await expect.poll(states).toEqual(['7 done']);
  stage.local.set('userInfo', '{"id":2}');
  await openList();
  expect([states(), await downloadedChapter(7)]).toEqual([[], null]);
});

test('a downloaded chapter opens at the last position on this device, else at that of its answer', async () => {
  const { addDownloads, states, downloadedChapter, queryClient } = await open();
  await addDownloads(comic, [wanted(7)]);
  await expect.poll(states).toEqual(['7 done']);
  expect(await downloadedChapter(7)).toMatchObject({ progress: null });
  expect(queryClient.getQueryData(['comic/info', { id: 1, window: 50 }])).toEqual(comic);
  const { storeDownloadedPosition } = await import('./download-index.ts');
  storeDownloadedPosition(7, { page: 0, offset: 0.5 });
  expect(await downloadedChapter(7)).toMatchObject({ progress: { page: 0, offset: 0.5 } });
  expect(await downloadedChapter(8)).toBeNull();
});

test('a comic is shown as downloaded until the server answers', async () => {
  const { addDownloads, openList, queryClient } = await open();
  await addDownloads(comic, [wanted(7)]);
  const key = ['comic/info', { id: 1, window: 50 }];
  await openList();
  expect([queryClient.getQueryData(key), queryClient.getQueryState(key)?.dataUpdatedAt]).toEqual([comic, 0]);
  queryClient.setQueryData(key, { ...comic, title: '新名' });
  await openList();
  expect(queryClient.getQueryData(key)).toMatchObject({ title: '新名' });
});

test('only missing covers are fetched, and the result says whether any arrived', async () => {
  const covers = new Map([[1, new ArrayBuffer(3)]]);
  const database = {
    comics: async () => [1, 2, 3].map((id) => ({ ...comic, id, cover: { ...comic.cover, url: `c${id}` } })),
    cover: async (id: number) => covers.get(id) ?? null,
    putCover: async (id: number, bytes: ArrayBuffer) => void covers.set(id, bytes),
  };
  loadBytes.mockRejectedValueOnce(new Error('no network'));
  expect(await downloadCovers(database, loadBytes)).toBe(true);
  expect([loadBytes.mock.calls, [...covers.keys()]]).toEqual([
    [['c2'], ['c3']],
    [1, 3],
  ]);
  loadBytes.mockRejectedValueOnce(new Error('no network'));
  expect(await downloadCovers(database, loadBytes)).toBe(false);
});
