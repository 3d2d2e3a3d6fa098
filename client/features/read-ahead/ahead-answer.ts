import type { DataOf } from '#contract/call';
import { comicRead } from '#contract/calls/comic';
import { FRESH_MS, queryClient } from '../../runtime/queries/queries.ts';
import { request } from '../../runtime/request.ts';
import type { SendOptions } from '../../runtime/send/send.ts';

type ReadChapter = DataOf<typeof comicRead>;

/** How long an answer may be opened after it was fetched: another device may have read on since. */
const KEPT_MS = 5 * 60_000;

const meta = { who: comicRead.who };
const openedKey = (id: number) => [comicRead.path, { id }];
const aheadKey = (id: number) => [comicRead.path, { id, ahead: true }];

/** A chapter as it was when it was opened last. */
export function openedAnswer(id: number): ReadChapter | null {
  return queryClient.getQueryData<ReadChapter>(openedKey(id)) ?? null;
}

/** A chapter that was fetched before the reader wanted it; null where none was, or too long ago. */
export function aheadAnswer(id: number): ReadChapter | null {
  return queryClient.getQueryData<ReadChapter>(aheadKey(id)) ?? null;
}

/** Fetches a chapter that is not shown yet, which does not count as reading it, unless it has just been opened. */
export function fetchAhead(id: number, options: SendOptions = { background: true }): Promise<ReadChapter> {
  const opened = queryClient.getQueryState<ReadChapter>(openedKey(id));
  if (opened?.data && opened.dataUpdatedAt > Date.now() - FRESH_MS) return Promise.resolve(opened.data);
  return queryClient.fetchQuery({
    queryKey: aheadKey(id),
    queryFn: () => request(comicRead, { id, ahead: true }, options),
    gcTime: KEPT_MS,
    meta,
  });
}

/** Tells the server that a chapter fetched ahead is shown now: asks for it as one that is opened, unless that was just done. */
export function noteOpened(id: number): void {
  const read = () => request(comicRead, { id }, { background: true });
  void queryClient.prefetchQuery({ queryKey: openedKey(id), queryFn: read, meta });
}
