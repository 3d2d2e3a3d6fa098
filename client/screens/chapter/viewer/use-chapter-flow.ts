import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { chapterVerify, comicRead } from '#contract/calls/comic';
import { chapterLocked } from '#contract/codes';
import type { ChapterAccess } from '#contract/shapes';
import { keptInstead } from '../../../features/downloads/kept-chapter.ts';
import { fetchAhead } from '../../../features/read-ahead/ahead-answer.ts';
import { queryClient } from '../../../runtime/queries/queries.ts';
import { refusalData, request } from '../../../runtime/request.ts';
import { retryWhileBlocked } from '../../../runtime/send/retry-while-blocked.ts';
import type { SendOptions } from '../../../runtime/send/send.ts';
import { useClientState } from '../../../state.ts';
import type { FetchPresentUrl } from '../strip/page-sources.ts';
import type { ReadChapter } from '../strip/strip-axis.ts';
import { cutRest, type Head, headBefore, isUnderWay, type StripChapter, type Tail, tailAfter } from './tail.ts';
import { useRetry } from './use-retry.ts';
import { useReturn } from './use-return.ts';

/** Addresses that have just been renewed are not renewed again, however many images still fail. */
const RENEWED_FOR_MS = 60_000;

type Renewal = { pages: Promise<ReadChapter>; at: number };

/** The pages of a chapter that the reader has not come to yet; without an answer those that were downloaded. */
function fetchPages(id: number, options: SendOptions): Promise<ReadChapter> {
  return fetchAhead(id, options).catch((error) => keptInstead(id, error));
}

type Flow = { chapters: readonly StripChapter[]; head: Head | null; tail: Tail };

/**
 * The chapters read in one go, the one opened and those joined to it, and what follows the last of them or precedes the
 * first. Chapters that `joins` tells apart are not joined.
 */
export function useChapterFlow(first: ReadChapter, joins: (next: ReadChapter) => boolean) {
  const [flow, setFlow] = useState<Flow>(() => ({
    chapters: [first],
    head: headBefore(first),
    tail: tailAfter(first),
  }));
  const latest = useRef(flow);
  const latestJoins = useRef(joins);
  latestJoins.current = joins;
  const renewals = useRef(new Map<number, Renewal>());

  const change = useCallback((next: Partial<typeof flow>) => {
    latest.current = { ...latest.current, ...next };
    setFlow(latest.current);
  }, []);

  /** Appends the pages of the chapter in the tail, or completes it where it had been cut. */
  const appendTail = useCallback(
    async (options: SendOptions) => {
      const { tail } = latest.current;
      if ((tail.kind !== 'next' && tail.kind !== 'locked') || isUnderWay(tail)) return;
      const { item } = tail;
      renewals.current.delete(item.id);
      const isSilent = tail.state === 'failed' && options.background;
      change({ tail: { ...tail, state: isSilent ? 'retrying' : 'loading' } });
      try {
        const next = await fetchPages(item.id, options);
        const { chapters } = latest.current;
        if (!latestJoins.current(next)) return change({ tail: { kind: 'apart', item } });
        change({
          chapters: [...chapters.filter(({ chapter }) => chapter.id !== item.id), next],
          tail: tailAfter(next),
        });
      } catch (error) {
        const access = refusalData(comicRead, chapterLocked, error);
        const cut = tail.kind === 'locked' && tail.cut;
        if (access) return change({ tail: { kind: 'locked', item, state: 'waiting', access, cut } });
        change({ tail: { ...tail, state: 'failed' } });
      }
    },
    [change],
  );

  /** Asks whether the locked chapter in the tail may be read by now, and what it costs. */
  const verifyTail = useCallback(
    async (options: SendOptions) => {
      const { tail } = latest.current;
      if (tail.kind !== 'locked' || isUnderWay(tail)) return;
      const verify = () => request(chapterVerify, { id: tail.item.id }, options);
      const access = await retryWhileBlocked(verify).catch(() => null);
      const { tail: now } = latest.current;
      // Bought, or gone on, while this was on its way.
      if (now.kind !== 'locked' || now.item.id !== tail.item.id || isUnderWay(now)) return;
      if (access?.readable) return appendTail(options);
      // What is already shown stays where there was no answer.
      change({ tail: { ...now, access: access ?? now.access, state: access || now.access ? 'waiting' : 'failed' } });
    },
    [appendTail, change],
  );

  /** Fetches what follows the last chapter: ahead of time in the background, or `byReader` after a failure. */
  const prepareNext = useCallback(
    async (byReader = false) => {
      const options = { background: !byReader };
      const { tail } = latest.current;
      if (tail.kind === 'next') return appendTail(options);
      if (tail.kind !== 'locked') return;
      // Owned already, but its pages did not come.
      if (byReader && tail.access) return appendTail(options);
      if (!tail.access) return verifyTail(options);
    },
    [appendTail, verifyTail],
  );

  /**
   * Joins the chapter before the first one; `onJoin` is told just before, and may say that the reader has turned away
   * meanwhile: nothing is joined while something else is shown.
   */
  const preparePrevious = useCallback(
    async (onJoin: (previous: ReadChapter) => boolean) => {
      const { head } = latest.current;
      if (!head || head.item.access === 'locked' || head.state === 'loading' || head.state === 'apart') return;
      change({ head: { ...head, state: 'loading' } });
      try {
        const previous = await fetchPages(head.item.id, { background: true });
        if (!latestJoins.current(previous)) return change({ head: { ...head, state: 'apart' } });
        // At once: what counts chapters must not do so by the old order any more.
        flushSync(() => {
          if (!onJoin(previous)) return change({ head: { ...head, state: 'waiting' } });
          change({ chapters: [previous, ...latest.current.chapters], head: headBefore(previous) });
        });
      } catch (error) {
        const isLocked = refusalData(comicRead, chapterLocked, error) !== null;
        change({
          head: isLocked
            ? { item: { ...head.item, access: 'locked' }, state: 'waiting' }
            : { ...head, state: 'failed' },
        });
      }
    },
    [change],
  );

  const tryAgain = useCallback(() => void prepareNext(), [prepareNext]);
  useRetry('state' in flow.tail && flow.tail.state === 'failed' ? flow.tail : null, tryAgain);

  /** The locked chapter has been bought, or has become free. */
  const openTail = useCallback(() => void appendTail({ background: true }), [appendTail]);

  const refreshTail = useCallback(() => {
    const { tail } = latest.current;
    if (tail.kind === 'locked' && tail.access) void verifyTail({ background: true });
  }, [verifyTail]);
  // Another device may have bought it; another reader has other coins.
  useReturn(refreshTail);
  const readerId = useClientState((state) => state.userInfo?.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another reader has other coins.
  useEffect(refreshTail, [readerId, refreshTail]);

  /** The pages that are there stay; those that are not become the price of the chapter. */
  const lockRest = useCallback(
    (access: ChapterAccess, refused: number, isThere: (pageKey: string) => boolean) => {
      const id = access.chapter.id;
      const cut = cutRest(latest.current.chapters, { id, refused }, isThere);
      if (!cut) return;
      const isPartThere = cut.chapters.at(-1)?.chapter.id === id;
      change({
        chapters: cut.chapters,
        tail: { kind: 'locked', item: access.chapter, state: 'waiting', access, cut: isPartThere },
      });
    },
    [change],
  );

  /** Renews the addresses of a chapter's pages when one has expired or is refused; many images share one call. */
  const fetchPresentUrl: FetchPresentUrl = useCallback(
    async (key, isThere) => {
      const [id = 0, page = 0, piece = 0] = key.split('/').map(Number);
      const known = renewals.current.get(id);
      const recent = known && performance.now() - known.at < RENEWED_FOR_MS ? known : null;
      const read = () => request(comicRead, { id }, { background: true });
      const renewal = recent ?? { pages: retryWhileBlocked(read), at: performance.now() };
      renewals.current.set(id, renewal);
      try {
        const fresh = await renewal.pages;
        queryClient.setQueryData([comicRead.path, { id }], fresh);
        const { chapters } = latest.current;
        if (chapters.some((one) => one.chapter.id === id && one !== fresh)) {
          change({ chapters: chapters.map((one) => (one.chapter.id === id ? fresh : one)) });
        }
        const found = fresh.pages[page];
        return (found?.pieces?.length ? found.pieces[piece]?.url : found?.url) ?? null;
      } catch (error) {
        const access = refusalData(comicRead, chapterLocked, error);
        if (access) lockRest(access, page, isThere);
        // Without an answer, the next image asks again.
        else renewals.current.delete(id);
        throw error;
      }
    },
    [change, lockRest],
  );

  return { ...flow, preparePrevious, prepareNext, refreshTail, openTail, fetchPresentUrl };
}
