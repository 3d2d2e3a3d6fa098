import type { DataOf } from '#contract/call';
import type { comicInfo, comicRead } from '#contract/calls/comic';
import type { banner, home } from '#contract/calls/site';
import type { UserInfo } from '#contract/shapes';
import { keptComicAt } from '../features/comic-detail/kept-comic.ts';
import { keptSightAt, type Sight } from '../features/kept-sight/kept-sight.ts';
import { createCookies } from '../runtime/session/cookies.ts';
import { readStored } from '../runtime/storage/stored-json.ts';

/**
 * What the server puts into a page: the answers that its first screen needs, as they are for whoever has no age confirmed and has
 * read nothing. Those of home and its banners, of a comic, or of a chapter.
 */
export type FirstAnswers = {
  home?: DataOf<typeof home> | undefined;
  banners?: DataOf<typeof banner> | undefined;
  comic?: DataOf<typeof comicInfo> | undefined;
  chapter?: DataOf<typeof comicRead> | undefined;
};

/** What this device has kept of a chapter is a sight alone: only the server knows where its reader is by now. */
export type KnownAnswers = FirstAnswers & { sight?: Sight | undefined };

/**
 * What may be shown before anything is asked. Of a comic and a chapter the page has what a stranger sees: who is known is shown what
 * the device has kept, or has to wait; so is who has a session and nothing else, such as after the storage was cleared.
 */
export function knownAnswers(): KnownAnswers {
  const user = readStored<UserInfo>(localStorage, 'userInfo');
  const brought = readFirstAnswers(document);
  if (!user && !createCookies(document, false).token()) return brought;
  const kept = user ? { comic: keptComicAt(location.pathname, user), sight: keptSightAt(location.pathname, user) } : {};
  return { ...brought, comic: undefined, chapter: undefined, ...kept };
}

/** The answers that the page has brought with it; none where it has none. */
function readFirstAnswers(page: Document): FirstAnswers {
  try {
    // The edge of the parsed world: the server writes it by the same contract.
    return JSON.parse(page.getElementById('first-answers')?.textContent ?? '') as FirstAnswers;
  } catch {
    return {};
  }
}
