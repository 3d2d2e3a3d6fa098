import { create } from 'zustand';
import { comicRead } from '#contract/calls/comic';
import type { ComicDetail, UserInfo } from '#contract/shapes';
import { loadBytes } from '../../runtime/images/load-bytes.ts';
import { queryClient } from '../../runtime/queries/queries.ts';
import { request } from '../../runtime/request.ts';
import { retryWhileBlocked } from '../../runtime/send/retry-while-blocked.ts';
import { deviceStorage } from '../../runtime/storage/safe-storage.ts';
import { readStored } from '../../runtime/storage/stored-json.ts';
import { useClientState } from '../../state.ts';
import { detailKey } from '../comics/comic-detail/comic-detail.ts';
import type { ReadChapter } from '../reading/chapter-answers/read-chapter.ts';
import type { Download, PictureKey } from './download.ts';
import { downloadCovers } from './download-covers.ts';
import { openDownloads } from './download-database.ts';
import { downloadedPosition, readIndex, writeIndex } from './download-index.ts';
import { runDownloads } from './download-queue.ts';

/** All downloads in the order in which they were added; null until they have been read. */
export const useDownloads = create<{ list: Download[] | null }>(() => ({ list: null }));

const opened = openDownloads();
// If the browser blocks the database, the promise rejects before other code waits for it.
opened.catch(() => undefined);
/** Informs other tabs that something has changed, and whether there is more to download. */
const tabs = new BroadcastChannel('downloads');
tabs.addEventListener('message', ({ data }: MessageEvent<'changed' | 'more'>) => {
  void refresh().then(keepRunning);
  if (data === 'more') stopWaiting();
});

/** The reader of this browser's session. Read from the storage, because another tab may have changed it. */
function readerId(): number | null {
  const { userInfo } = useClientState.getState();
  return (readStored<UserInfo>(deviceStorage, 'userInfo') ?? userInfo)?.id ?? null;
}
useClientState.subscribe(({ userInfo }, { userInfo: before }) => {
  if (userInfo && userInfo.id !== before?.id) void refresh();
});

/** Reads the downloads again. Downloads of another reader are deleted. Resolves to whether the browser has a database for them. */
async function refresh(): Promise<boolean> {
  const database = await opened.catch(() => null);
  if (!database) {
    useDownloads.setState({ list: [] });
    return false;
  }
  const reader = readerId();
  const all = await database.all();
  if (reader === null) return true;
  if (all.some((one) => one.readerId !== reader)) {
    await database.clear();
    return refresh();
  }
  const list = all.toSorted((a, b) => a.addedAt - b.addedAt || a.no - b.no);
  useDownloads.setState({ list });
  writeIndex(indexOf(list, reader));
  return true;
}

function indexOf(list: readonly Download[], reader: number) {
  if (list.length === 0) return null;
  const done = list.filter(({ state }) => state === 'done');
  return {
    readerId: reader,
    bytes: list.reduce((sum, { bytes }) => sum + bytes, 0),
    chapters: Object.fromEntries(
      done.map(({ chapterId, until, comic }) => [
        chapterId,
        { comicId: comic.id, until, ageRating: comic.ageRating, place: downloadedPosition(chapterId) },
      ]),
    ),
  };
}

function changed() {
  tabs.postMessage('changed');
  void refresh();
}

function changedWithMore() {
  tabs.postMessage('more');
  stopWaiting();
  void refresh();
  void keepRunning();
}

const RETRY_AFTER_MS = 15_000;
let running = false;
let again = false;

/** Downloads the waiting chapters, in one tab only. After a lost network it continues when the network is back. */
async function keepRunning(): Promise<void> {
  again = true;
  if (running) return;
  running = true;
  const database = await opened;
  // `ahead`: a download does not count as reading.
  const read = (id: number) => retryWhileBlocked(() => request(comicRead, { id, ahead: true }, { background: true }));
  try {
    await navigator.locks.request('downloads', async () => {
      while (again) {
        again = false;
        const covers = downloadCovers(database, loadBytes).then((isAnyNew) => isAnyNew && changed());
        const end = await runDownloads({ database, read, loadBytes, changed });
        await covers;
        if (end === 'offline') {
          await untilOnline();
          again = true;
        }
      }
    });
  } finally {
    running = false;
    // Another call came while the lock was released.
    if (again) void keepRunning();
  }
}

let stopWaiting = () => {};

function untilOnline(): Promise<void> {
  return new Promise((resolve) => {
    stopWaiting = () => {
      clearTimeout(timer);
      removeEventListener('online', stopWaiting);
      stopWaiting = () => {};
      resolve();
    };
    const timer = setTimeout(() => stopWaiting(), RETRY_AFTER_MS);
    addEventListener('online', stopWaiting);
  });
}

/** Loads the list, and continues the unfinished downloads of an earlier visit. */
export async function openList(): Promise<void> {
  if (!(await refresh())) return;
  await cacheComics();
  void keepRunning();
}

/** Shows downloaded comics as they were at the download, until the server answers. */
async function cacheComics(): Promise<void> {
  for (const comic of await (await opened).comics()) {
    if (!queryClient.getQueryData(detailKey(comic.id)))
      queryClient.setQueryData(detailKey(comic.id), comic, { updatedAt: 0 });
  }
}

export async function addDownloads(comic: ComicDetail, downloads: readonly Download[]): Promise<void> {
  // Otherwise the browser may delete them when space is low.
  void navigator.storage.persist();
  await (await opened).add(comic, downloads);
  changedWithMore();
}

export async function pauseDownloads(chapterIds: readonly number[]): Promise<void> {
  await changeAll(chapterIds, ({ state }) => (state === 'waiting' ? { state: 'paused' } : {}));
  changed();
}

/** Resumes paused downloads and retries failed ones. */
export async function resumeDownloads(chapterIds: readonly number[]): Promise<void> {
  await changeAll(chapterIds, ({ state }) => (state === 'done' ? {} : { state: 'waiting', fault: null }));
  changedWithMore();
}

async function changeAll(chapterIds: readonly number[], change: (download: Download) => Partial<Download>) {
  const database = await opened;
  for (const id of chapterIds) await database.change(id, change);
}

export async function removeDownloads(chapterIds: readonly number[]): Promise<void> {
  await (await opened).remove(chapterIds);
  changed();
}

/** Deletes the downloads of all readers except the current one. */
export async function forgetOtherReaders(): Promise<void> {
  const database = await opened;
  const reader = readerId();
  const theirs = (await database.all()).filter((one) => one.readerId !== reader);
  await database.remove(theirs.map(({ chapterId }) => chapterId));
  if (readIndex()?.readerId !== reader) writeIndex(null);
  useDownloads.setState({ list: null });
  changed();
}

/** A downloaded chapter, with the reader's last position in it. */
export async function downloadedChapter(chapterId: number): Promise<ReadChapter | null> {
  const answer = await (await opened).answer(chapterId);
  await cacheComics();
  return answer && { ...answer, progress: downloadedPosition(chapterId) ?? answer.progress };
}

/** The bytes of a downloaded cover, as they were sent. */
export async function downloadedCover(comicId: number): Promise<ArrayBuffer | null> {
  return (await opened).cover(comicId);
}

/** The bytes of a downloaded picture, as they were sent. */
export async function downloadedPicture(key: PictureKey): Promise<ArrayBuffer | null> {
  return (await opened).picture(key);
}
