import { keepOpenComic } from '../features/comic-detail/keep-comic.ts';
import { screens } from '../routes.tsx';
import { useSettings } from '../settings.ts';
import { useClientState } from '../state.ts';
import { watchNews } from './news.ts';

/** Does what can wait until the first screen is there, one by one: on a slow line the first covers may still be loading. */
export async function spendQuietMoment() {
  watchNews();
  keepOpenComic();
  // The other screens are small; loaded before they are needed, they open at once.
  for (const screen of screens) await screen.load().catch(() => undefined);
  await guardDownloads().catch(() => undefined);
  // What the worker keeps is in the browser's cache by now.
  if (useSettings.getState().consent)
    await navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined);
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
