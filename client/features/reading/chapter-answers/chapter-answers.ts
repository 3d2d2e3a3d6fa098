import { skipToken, useQuery } from '@tanstack/react-query';
import { comicRead } from '#contract/calls/comic';
import { chapterLocked, chapterNotFound } from '#contract/codes';
import type { Likes } from '#contract/opinions';
import { lateCode } from '../../../../ui/late-code.ts';
import { FRESH_MS, queryClient } from '../../../runtime/queries/queries.ts';
import { CallError, refusalData, request } from '../../../runtime/request.ts';
import { retryWhileBlocked } from '../../../runtime/send/retry-while-blocked.ts';
import type { SendOptions } from '../../../runtime/send/send.ts';
import { isDownloaded } from '../../downloads/download-index.ts';
import type { ReadingPosition } from '../progress/progress-outbox.ts';
import type { ReadChapter } from './read-chapter.ts';

/*
 * The one cache of chapters' answers. An answer comes from the first of these sources that has it:
 * 1. the entry of an opened chapter in the query cache: from the page (`giveAnswer`), or from its screen;
 * 2. the entry of a chapter that was fetched ahead;
 * 3. the server;
 * 4. the download on this device, if the server does not answer.
 * The query cache drops entries by the rules for all answers: for another reader or a stricter audience (`queries.ts`), after a
 * return to the app (`refetch-on-return.ts`) and when a price expires (`expired-answers.ts`). A chapter that is open stays as it
 * is. A download is deleted when the server refuses its chapter (`dropRefusedDownload`).
 */

/** How long an answer may be opened after it was fetched ahead: another device may have read on since. */
const AHEAD_MS = 5 * 60_000;
/** Addresses that have just been renewed are not renewed again, however many images still fail. */
const RENEWED_MS = 60_000;

const meta = { who: comicRead.who };
const openedKey = (id: number) => [comicRead.path, { id }];
const aheadKey = (id: number) => [comicRead.path, { id, ahead: true }];

/** The chapter as it was when it was opened last. */
export function openedAnswer(id: number): ReadChapter | null {
  return queryClient.getQueryData<ReadChapter>(openedKey(id)) ?? null;
}

/** The chapter as it was fetched ahead; null if it was not, or too long ago. */
export function aheadAnswer(id: number): ReadChapter | null {
  return queryClient.getQueryData<ReadChapter>(aheadKey(id)) ?? null;
}

/** Adds an answer from elsewhere: the page that was loaded, or a renewal. */
export function giveAnswer(answer: ReadChapter): void {
  queryClient.setQueryData(openedKey(answer.chapter.id), answer);
}

/** Sets the reading position of an opened chapter: an older answer must not reopen it at an older position. */
export function setPosition(id: number, progress: ReadingPosition | null): void {
  queryClient.setQueryData<ReadChapter>(openedKey(id), (read) => read && { ...read, progress });
}

/** Drops the answers of these chapters, with their positions. */
export function forgetAnswers(isForgotten: (chapter: { id: number; comicId: number }) => boolean): void {
  queryClient.removeQueries({
    queryKey: [comicRead.path],
    predicate: ({ state }) => {
      const read = state.data as ReadChapter | undefined;
      return read !== undefined && isForgotten({ id: read.chapter.id, comicId: read.comic.id });
    },
  });
}

/** Shows the likes of a chapter after this reader has changed them. */
export function setLikes(id: number, likes: Likes): void {
  queryClient.setQueryData<ReadChapter>(openedKey(id), (read) => read && { ...read, likes });
}

/** The newest answer of an opened chapter, which is not requested again by this. */
export function useOpenedAnswer(id: number): ReadChapter | null {
  const { data } = useQuery<ReadChapter>({ queryKey: openedKey(id), queryFn: skipToken, meta });
  return data ?? null;
}

/** The answer of a chapter that is not shown yet. The server does not count it as read. */
export async function fetchAhead(id: number, options: SendOptions = { background: true }): Promise<ReadChapter> {
  const opened = queryClient.getQueryState<ReadChapter>(openedKey(id));
  if (opened?.data && opened.dataUpdatedAt > Date.now() - FRESH_MS) return opened.data;
  try {
    return await queryClient.fetchQuery({
      queryKey: aheadKey(id),
      queryFn: () => request(comicRead, { id, ahead: true }, options),
      gcTime: AHEAD_MS,
      meta,
    });
  } catch (error) {
    dropRefusedDownload(id, error);
    const downloaded = isUnanswered(error) ? await downloadedAnswer(id) : null;
    if (!downloaded) throw error;
    return downloaded;
  }
}

/** Counts a chapter that was fetched ahead as read, now that it is shown, unless its screen has just requested it. */
export function noteOpened(id: number): void {
  const read = () => request(comicRead, { id }, { background: true });
  void queryClient.prefetchQuery({ queryKey: openedKey(id), queryFn: read, meta });
}

export type Renewals = ReturnType<typeof createRenewals>;

/** Answers of chapters that are fetched again because an image address was refused. Images that fail within a minute share one. */
export function createRenewals() {
  const renewals = new Map<number, { answer: Promise<ReadChapter>; at: number }>();
  return {
    async renew(id: number): Promise<ReadChapter> {
      const known = renewals.get(id);
      const recent = known && performance.now() - known.at < RENEWED_MS ? known : null;
      const read = () => request(comicRead, { id }, { background: true });
      const renewal = recent ?? { answer: retryWhileBlocked(read), at: performance.now() };
      renewals.set(id, renewal);
      try {
        const answer = await renewal.answer;
        if (!recent) giveAnswer(answer);
        return answer;
      } catch (error) {
        // The refusal of a locked chapter is shared too. After any other failure the next image tries again.
        if (!refusalData(comicRead, chapterLocked, error)) renewals.delete(id);
        throw error;
      }
    },
    /** Lets the next refused address request the chapter at once: it may have been bought since. */
    forget: (id: number) => void renewals.delete(id),
  };
}

/** The chapter as it was downloaded, if this reader may still read it, and the code for it can be loaded. */
export async function downloadedAnswer(id: number): Promise<ReadChapter | null> {
  if (!isDownloaded(id)) return null;
  const downloads = await import('../../downloads/downloads.ts').catch(() => null);
  return downloads?.downloadedChapter(id) ?? null;
}

const lateDownloads = lateCode(() => import('../../downloads/downloads.ts'));

export const isUnanswered = (error: unknown) => error instanceof CallError && error.status === -404;

/** Deletes the download of a chapter that may no longer be read. */
export function dropRefusedDownload(id: number, error: unknown): void {
  if (!(error instanceof CallError) || (error.code !== chapterLocked && error.code !== chapterNotFound)) return;
  if (isDownloaded(id)) void lateDownloads().then((downloads) => downloads.removeDownloads([id]));
}
