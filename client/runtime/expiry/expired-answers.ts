import { banner } from '#contract/calls/site';
import { session } from '../browser.ts';
import { serverNow } from '../clock/server-clock.ts';
import { isOpenChapter, refetchSilently } from '../queries/silent-refetch.ts';
import { createExpirySchedule } from './expiry-schedule.ts';

const schedule = createExpirySchedule({ now: serverNow, hidden: () => document.hidden, refetch });

document.addEventListener('visibilitychange', schedule.check);

/** Records the `Expires` header of an answer. */
export function noteExpiry(url: string, expires: string) {
  schedule.note(url.split('/api/').at(-1) ?? '', expires);
}

/** Refetches the shown queries without a loading sign. Hidden ones are refetched when they are shown again. */
function refetch(paths: ReadonlySet<string>) {
  if (paths.has(banner.path)) void session.refetchBanners(true);
  void refetchSilently({ predicate: (query) => paths.has(String(query.queryKey[0])) && !isOpenChapter(query) });
}
