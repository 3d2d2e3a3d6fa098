import type { QueryKey } from '@tanstack/react-query';
import { comicRead } from '#contract/calls/comic';
import { home } from '#contract/calls/site';
import { detailKey } from '../features/comics/comic-detail/comic-detail.ts';
import { queryClient, silentRefetches } from '../runtime/queries/queries.ts';
import { request } from '../runtime/request.ts';
import { useClientState } from '../state.ts';
import { knownAnswers } from './first-answers.ts';

/**
 * Shows what the page has brought with it, or the device has kept, as the first data. It may be what is no more, and a chapter is
 * counted as read by being asked for: the returned function asks the server, once the session has begun, without a sign of it.
 */
export function adoptFirstAnswers(): () => void {
  const { home: sections, banners, comic, chapter } = knownAnswers();
  const adopted: QueryKey[] = [];
  const adopt = (key: QueryKey, data: unknown) => {
    queryClient.setQueryData(key, data);
    // A screen may send the request itself as soon as there is a session.
    silentRefetches.add(key);
    adopted.push(key);
  };
  if (sections) adopt([home.path, null], sections);
  if (banners) useClientState.setState({ topBanner: banners['1'] ?? [], bannerList: banners, bannersSettled: true });
  if (comic) adopt(detailKey(comic.id), comic);
  if (chapter) adopt([comicRead.path, { id: chapter.chapter.id }], chapter);
  return () =>
    void import('../runtime/queries/silent-refetch.ts')
      .then(({ refetchSilently }) => Promise.all(adopted.map((queryKey) => refetchSilently({ queryKey }))))
      .catch(() => undefined)
      .finally(() => adopted.map((key) => silentRefetches.delete(key)));
}

/** After this time the reader's loading indicator replaces the view. */
const LONGEST_VIEW_MS = 3000;

/** Resolves when the chapter of a stored view can be opened. The view stays until the server has sent the reading position. */
export function untilViewOpens(): Promise<unknown> {
  const id = Number(location.pathname.split('/')[2]);
  if (!knownAnswers().view || !document.querySelector('.frame-view')) return Promise.resolve();
  const opened = queryClient.prefetchQuery({
    queryKey: [comicRead.path, { id }],
    queryFn: () => request(comicRead, { id }, { background: true }),
    meta: { who: comicRead.who },
  });
  return Promise.race([opened, new Promise((resolve) => setTimeout(resolve, LONGEST_VIEW_MS))]);
}
