import { useCallback, useEffect, useRef, useState } from 'react';
import { chapterVerify, comicRead } from '#contract/calls/comic';
import { chapterLocked } from '#contract/codes';
import type { ChapterAccess, ChapterItem } from '#contract/shapes';
import { queryClient } from '../../../runtime/queries/queries.ts';
import { refusalData, request } from '../../../runtime/request.ts';
import type { SendOptions } from '../../../runtime/send/send.ts';
import { type ReadChapter, stripAxis } from '../strip/strip-axis.ts';

/** What follows the last chapter of the strip. */
export type Tail =
  | { kind: 'end' }
  | { kind: 'next'; item: ChapterItem; state: 'waiting' | 'loading' | 'failed' }
  /** Readable, but with the other axis, so not in the same strip. */
  | { kind: 'apart'; item: ChapterItem }
  | { kind: 'locked'; item: ChapterItem; access: ChapterAccess | null };

function tailAfter({ next }: ReadChapter): Tail {
  if (!next) return { kind: 'end' };
  if (next.access === 'locked') return { kind: 'locked', item: next, access: null };
  return { kind: 'next', item: next, state: 'waiting' };
}

/** A chapter's pages, from the same cache as the screen's own first call. */
function readPages(id: number, options: SendOptions): Promise<ReadChapter> {
  return queryClient.fetchQuery({
    queryKey: [comicRead.path, { id }],
    queryFn: () => request(comicRead, { id }, options),
  });
}

/** The chapters of a strip: the one opened and those appended after it. */
export function useChapterFlow(first: ReadChapter) {
  const [chapters, setChapters] = useState<readonly ReadChapter[]>([first]);
  const [tail, setTail] = useState<Tail>(() => tailAfter(first));
  const latest = useRef({ chapters, tail });
  useEffect(() => {
    latest.current = { chapters, tail };
  });

  /** Fetches what follows the last chapter: ahead of time in the background, or `byReader` after a failure. */
  const prepareNext = useCallback(
    async (byReader = false) => {
      const options = { background: !byReader };
      const { tail: now } = latest.current;
      if (now.kind === 'locked' && !now.access) {
        const access = await request(chapterVerify, { id: now.item.id }, options).catch(() => null);
        return setTail(access ? { ...now, access } : { kind: 'next', item: now.item, state: 'failed' });
      }
      if (now.kind !== 'next' || now.state === 'loading') return;
      const { item } = now;
      const loading: Tail = { kind: 'next', item, state: 'loading' };
      latest.current.tail = loading;
      setTail(loading);
      try {
        const next = await readPages(item.id, options);
        if (stripAxis(next.comic.direction, next.pages) !== stripAxis(first.comic.direction, first.pages)) {
          return setTail({ kind: 'apart', item });
        }
        setChapters((those) => [...those, next]);
        setTail(tailAfter(next));
      } catch (error) {
        const access = refusalData(comicRead, chapterLocked, error);
        setTail(access ? { kind: 'locked', item, access } : { kind: 'next', item, state: 'failed' });
      }
    },
    [first],
  );

  /** The locked chapter has become free: it is appended like any other. */
  const unlockTail = useCallback(() => {
    const { tail: now } = latest.current;
    if (now.kind !== 'locked') return;
    const waiting: Tail = { kind: 'next', item: now.item, state: 'waiting' };
    latest.current.tail = waiting;
    setTail(waiting);
    void prepareNext();
  }, [prepareNext]);

  const refetching = useRef(new Map<number, Promise<ReadChapter>>());
  /** Refetches a chapter's pages when an image address has expired; many images share one call. */
  const fetchPresentUrl = useCallback(async (key: string): Promise<string | null> => {
    const [id = 0, page = 0, piece = 0] = key.split('/').map(Number);
    const running = refetching.current.get(id) ?? request(comicRead, { id }, { background: true });
    refetching.current.set(id, running);
    try {
      const fresh = await running;
      queryClient.setQueryData([comicRead.path, { id }], fresh);
      setChapters((those) => those.map((one) => (one.chapter.id === id && one !== fresh ? fresh : one)));
      const found = fresh.pages[page];
      return (found?.pieces?.length ? found.pieces[piece]?.url : found?.url) ?? null;
    } finally {
      if (refetching.current.get(id) === running) refetching.current.delete(id);
    }
  }, []);

  return { chapters, tail, prepareNext, unlockTail, fetchPresentUrl };
}
