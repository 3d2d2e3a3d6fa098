import type { DataOf } from '#contract/call';
import type { comicInfo, comicRead } from '#contract/calls/comic';
import type { banner, home } from '#contract/calls/site';
import type { UserInfo } from '#contract/shapes';
import { keptComicAt } from '../features/comics/comic-detail/kept-comic.ts';
import { type ChapterView, lastViewAt } from '../features/navigation/last-view/last-view.ts';
import { createCookies } from '../runtime/session/cookies.ts';
import { readStored } from '../runtime/storage/stored-json.ts';

/**
 * Answers that the server writes into a page, for a reader without a confirmed age and without reading positions: those
 * of home and its banners, of a comic, or of a chapter.
 */
export type FirstAnswers = {
  home?: DataOf<typeof home> | undefined;
  banners?: DataOf<typeof banner> | undefined;
  comic?: DataOf<typeof comicInfo> | undefined;
  chapter?: DataOf<typeof comicRead> | undefined;
};

/** The device stores only the view of a chapter: the server knows the current reading position. */
export type KnownAnswers = FirstAnswers & { view?: ChapterView | undefined };

/**
 * The answers that can be shown before the first request. The answers of the page for a comic or a chapter are for new readers.
 * Known readers, and readers with only a session, are shown what the device has stored, or they wait.
 */
export function knownAnswers(): KnownAnswers {
  const user = readStored<UserInfo>(localStorage, 'userInfo');
  const brought = readFirstAnswers(document);
  if (!user && !createCookies(document, false).token()) return brought;
  const kept = user ? { comic: keptComicAt(location.pathname, user), view: lastViewAt(location.pathname, user) } : {};
  return { ...brought, comic: undefined, chapter: undefined, ...kept };
}

/** The answers in the page, or none. */
function readFirstAnswers(page: Document): FirstAnswers {
  try {
    // The server writes this by the same contract, so it is not checked.
    return JSON.parse(page.getElementById('first-answers')?.textContent ?? '') as FirstAnswers;
  } catch {
    return {};
  }
}
