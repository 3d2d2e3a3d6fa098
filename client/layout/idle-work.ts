import { lateCode } from '../../ui/late-code.ts';
import { storeOpenComic } from '../features/comics/comic-detail/store-comic.ts';
import { storePictures } from '../features/pictures/stored-pictures/store-pictures.ts';
import { screens } from '../routes.tsx';
import { deviceStorage } from '../runtime/storage/safe-storage.ts';
import { useSettings } from '../settings.ts';
import { useClientState } from '../state.ts';
import { watchNews } from './news.ts';

/** Screens that are loaded at the same time. One at a time would be slow with a high latency. */
const TOGETHER = 4;
/** Written by earlier versions. */
const UNUSED_KEY = 'sight';

/** Starts work that can wait until the first screen is complete, in small steps. The first covers may still be loading. */
export async function startIdleWork() {
  watchNews();
  storeOpenComic();
  storePictures();
  deviceStorage.removeItem(UNUSED_KEY);
  // The other screens are small. Loaded in advance, they open at once.
  for (let from = 0; from < screens.length; from += TOGETHER)
    await Promise.allSettled(screens.slice(from, from + TOGETHER).map((screen) => screen.load()));
  // Then no empty list waits for its drawing.
  await import('../../ui/drawings/cats.tsx').catch(() => undefined);
  await guardDownloads().catch(() => undefined);
  // The files of the service worker are in the browser's cache now.
  if (!useSettings.getState().consent) return;
  await registerShellWorker().catch(() => undefined);
}

/** Rejects if the browser blocks service workers: reading `navigator.serviceWorker` then throws. */
async function registerShellWorker() {
  const registration = await navigator.serviceWorker?.register('/service-worker.js');
  // Chromium delays an update that a worker requests without an open page by 30 s or more. An update from a page starts at once.
  await registration?.update();
}

const downloads = lateCode(() => import('../features/downloads/downloads.ts'));

/** Continues unfinished downloads. If the reader is gone, deletes all downloads. */
async function guardDownloads() {
  const withDownloads = async () => (deviceStorage.getItem('downloads') ? downloads() : null);
  useClientState.subscribe(({ userInfo }, { userInfo: before }) => {
    if (before && before.id !== userInfo?.id) void withDownloads().then((m) => m?.forgetOtherReaders());
  });
  await (await withDownloads())?.openList();
}
