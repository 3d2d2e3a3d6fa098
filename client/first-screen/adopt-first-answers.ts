import { notifyManager } from '@tanstack/react-query';
import { comicInfo, comicRead } from '#contract/calls/comic';
import type { UserInfo } from '#contract/shapes';
import { detailKey } from '../features/comics/comic-detail/comic-detail.ts';
import { storedComicAt } from '../features/comics/comic-detail/stored-comic.ts';
import { holdRenderClock } from '../runtime/clock/server-clock.ts';
import { firstRender } from '../runtime/first-render.ts';
import { queryClient, silentRefetches } from '../runtime/queries/queries.ts';
import { request } from '../runtime/request.ts';
import { deviceStorage } from '../runtime/storage/safe-storage.ts';
import { readStored } from '../runtime/storage/stored-json.ts';
import { firstAnswers } from './first-answers.ts';
import { showFirstAnswers } from './show-first-answers.ts';

/**
 * Shows the answers in the page, or the comic that the device has kept, as the first data. They may be old, and a chapter counts as
 * read when it is requested: the returned function requests them again without a loading sign, once the session has begun.
 */
export function adoptFirstAnswers(): () => void {
  const { rendered, renderedAt, known } = document.documentElement.dataset;
  const brought = firstAnswers();
  const keys = brought ? showFirstAnswers(brought) : [];
  const user = readStored<UserInfo>(deviceStorage, 'userInfo');
  const kept = user && storedComicAt(location.pathname, user);
  if (rendered) holdRenderClock(Number(renderedAt));
  if (known !== undefined) showWhenOwn();
  if (kept) {
    const show = () => queryClient.setQueryData(detailKey(kept.id), kept);
    // The first render must be equal to the HTML of the server.
    if (rendered) void firstRender().then(show);
    else {
      keys.push(detailKey(kept.id));
      show();
    }
  }
  // A screen may send the request itself as soon as there is a session.
  for (const key of keys) silentRefetches.add(key);
  return () =>
    void import('../runtime/queries/silent-refetch.ts')
      .then(({ refetchSilently }) => Promise.all(keys.map((queryKey) => refetchSilently({ queryKey }))))
      .catch(() => undefined)
      .finally(() => keys.map((key) => silentRefetches.delete(key)));
}

/** After this time without an answer, a known reader sees the comic as a new one does. */
const LONGEST_HIDDEN_MS = 5000;

/**
 * Removes the mark of a known reader once the comic is shown as the server sees this reader: its style hides the parts that
 * differ by reader. If the request fails, the screen shows the error, because the page does not show what this reader has bought
 * and read.
 */
function showWhenOwn() {
  const unhide = () => delete document.documentElement.dataset.known;
  const show = () => {
    stop();
    // After React has got the data, which is in a later task than this one.
    notifyManager.schedule(() => requestAnimationFrame(() => requestAnimationFrame(unhide)));
  };
  const stop = queryClient.getQueryCache().subscribe(({ query }) => {
    const { data, dataUpdateCount, status } = query.state;
    if (query.queryKey[0] !== comicInfo.path) return;
    const isFailed = status === 'error';
    if (isFailed && data !== undefined && dataUpdateCount === 1) query.setState({ data: undefined });
    if (isFailed || dataUpdateCount > 1) show();
  });
  setTimeout(show, LONGEST_HIDDEN_MS);
}

/** After this time the reader's loading sign replaces the view. */
const LONGEST_VIEW_MS = 3000;

/** Resolves when the chapter of a stored view can be opened: another device may have read further. Until then the view stays. */
export function untilChapterOpens(): Promise<unknown> {
  const id = Number(location.pathname.split('/')[2]);
  const queryKey = [comicRead.path, { id }];
  if (!document.querySelector('.frame-view') || queryClient.getQueryData(queryKey)) return Promise.resolve();
  const opened = queryClient.prefetchQuery({
    queryKey,
    queryFn: () => request(comicRead, { id }, { background: true }),
    meta: { who: comicRead.who },
  });
  return Promise.race([opened, new Promise((resolve) => setTimeout(resolve, LONGEST_VIEW_MS))]);
}
