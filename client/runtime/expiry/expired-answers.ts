import { comicRead } from '#contract/calls/comic';
import { banner } from '#contract/calls/site';
import { session } from '../browser.ts';
import { serverNow } from '../clock/server-clock.ts';
import { refetchSilently } from '../queries/silent-refetch.ts';
import { createExpirySchedule } from './expiry-schedule.ts';

const schedule = createExpirySchedule({ now: serverNow, hidden: () => document.hidden, refetch });

document.addEventListener('visibilitychange', schedule.check);

/** Records the `Expires` header of an answer. */
export function noteExpiry(url: string, expires: string) {
  schedule.note(url.split('/api/').at(-1) ?? '', expires);
}

/** Refetches what is shown without a sign of it; what is hidden is refetched when it is shown again. */
function refetch(paths: ReadonlySet<string>) {
  if (paths.has(banner.path)) void session.refetchBanners(true);
  // An open chapter stays open: a reader who began it for free must not lose it in the middle.
  const stays = (path: unknown, data: unknown) => path === comicRead.path && data !== undefined;
  void refetchSilently({
    predicate: ({ queryKey: [path], state }) => paths.has(String(path)) && !stays(path, state.data),
  });
}
