import { keepOpenComic } from '../features/comic-detail/keep-comic.ts';
import { keepPictures } from '../features/kept-pictures/keep-pictures.ts';
import { keepSight } from '../features/kept-sight/keep-sight.ts';
import { screens } from '../routes.tsx';
import { useSettings } from '../settings.ts';
import { useClientState } from '../state.ts';
import { watchNews } from './news.ts';

/** How many screens are loaded at a time: one by one, a slow line would mostly wait for the next request. */
const TOGETHER = 4;

/** Does what can wait until the first screen is there, a little at a time: on a slow line the first covers may still be loading. */
export async function spendQuietMoment() {
  watchNews();
  keepOpenComic();
  keepSight();
  keepPictures();
  // The other screens are small; loaded before they are needed, they open at once.
  for (let from = 0; from < screens.length; from += TOGETHER)
    await Promise.allSettled(screens.slice(from, from + TOGETHER).map((screen) => screen.load()));
  await guardDownloads().catch(() => undefined);
  // What the worker keeps is in the browser's cache by now.
  if (!useSettings.getState().consent) return;
  const registration = await navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined);
  // Chromium delays an update that a worker asks for without an open page by 30 s and more; one from a page begins at once.
  await registration?.update().catch(() => undefined);
}

/** Goes on with unfinished downloads; all of them are gone when their reader is. */
async function guardDownloads() {
  const withDownloads = async () =>
    localStorage.getItem('downloads') ? import('../features/downloads/downloads.ts') : null;
  useClientState.subscribe(({ userInfo }, { userInfo: before }) => {
    if (before && before.id !== userInfo?.id) void withDownloads().then((m) => m?.forgetOtherReaders());
  });
  await (await withDownloads())?.openList();
}
