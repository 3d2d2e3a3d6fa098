import type { DataOf } from '#contract/call';
import { comicInfo, comicRead } from '#contract/calls/comic';
import type { FirstAnswers } from '#contract/first-answers';
import { markForNewReader } from '../features/comics/comic-detail/for-new-reader.ts';
import { type ChapterView, lastViewAt } from '../features/reading/progress/last-view.ts';
import { createCookies } from '../runtime/session/cookies.ts';
import { deviceStorage } from '../runtime/storage/safe-storage.ts';
import { readStored } from '../runtime/storage/stored-json.ts';

/**
 * The answers in the page; null if there are none. They are for new readers. For others a chapter is left out, because only the server
 * knows where they are in it, and a comic, unless the page shows it already: then it is marked.
 */
export function firstAnswers(): FirstAnswers | null {
  const brought = readAnswers();
  if (!brought || !isKnown()) return brought;
  const isRendered = document.documentElement.dataset.rendered !== undefined;
  const answers = brought.answers.flatMap((answer) => {
    if (answer.path === comicRead.path) return [];
    if (answer.path !== comicInfo.path) return [answer];
    return isRendered ? [{ ...answer, data: markForNewReader(answer.data) }] : [];
  });
  return { ...brought, answers };
}

/** The beginning of the chapter in the page; for a known reader the view that the device has stored. */
export function firstChapter(): ChapterView | null {
  const answer = firstAnswers()?.answers.find(({ path }) => path === comicRead.path);
  if (!answer) return lastViewAt(location.pathname);
  const { comic, pages } = answer.data as DataOf<typeof comicRead>;
  return { direction: comic.direction, pages, scrolled: null };
}

function isKnown(): boolean {
  return readStored(deviceStorage, 'userInfo') !== null || createCookies(document, false).token() !== null;
}

function readAnswers(): FirstAnswers | null {
  try {
    // The server writes this by the same contract, so it is not checked.
    return JSON.parse(document.getElementById('first-answers')?.textContent ?? '') as FirstAnswers;
  } catch {
    return null;
  }
}
