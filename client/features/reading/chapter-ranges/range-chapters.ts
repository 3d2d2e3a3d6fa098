import { useEffect } from 'react';
import type { DataOf } from '#contract/call';
import { comicChapters } from '#contract/calls/comic';
import { CHAPTER_WINDOW } from '#contract/chapter-window';
import type { ChapterItem, ComicDetail } from '#contract/shapes';
import { type CallState, queryClient, useCall } from '../../../runtime/queries/queries.ts';
import { indexOf, inOrder, type Range } from './ranges.ts';

/** A comic with all or some of its chapters. */
type Comic = Pick<ComicDetail, 'id' | 'chapters' | 'window'>;

/** The chapters of a range, oldest first: from the comic's answer if it has them, else from a call. */
export function useRangeChapters(comic: Comic, { from, size }: Pick<Range, 'from' | 'size'>): CallState<ChapterItem[]> {
  useKeptWindow(comic);
  const known = knownRange(comic, from, size);
  const { data, ...rest } = useCall(comicChapters, rangePayload(comic.id, from, size), { skip: known !== null });
  return { ...rest, data: known ?? data?.chapters };
}

/** The chapters around one: the previous one, itself and the later ones; all of them if they are known. */
export function useChaptersBeside(comic: Comic | undefined, { no }: { no: number }): ChapterItem[] {
  const from = comic?.window ? Math.max(0, indexOf(comic.window, no) - 1) : 0;
  const { data } = useCall(comicChapters, rangePayload(comic?.id ?? 0, from, CHAPTER_WINDOW), { skip: !comic?.window });
  return (comic?.window ? data?.chapters : comic?.chapters) ?? [];
}

/** Stores the chapters of the comic's answer, so that the range is there at once when a later answer has another range. */
function useKeptWindow({ id, chapters, window }: Comic) {
  useEffect(() => {
    if (!window) return;
    const { from, total } = window;
    const key = [comicChapters.path, rangePayload(id, from, chapters.length)];
    queryClient.setQueryData<DataOf<typeof comicChapters>>(key, { from, total, chapters });
  }, [id, window, chapters]);
}

function rangePayload(id: number, from: number, size: number) {
  return { id, from, size };
}

function knownRange({ chapters, window }: Comic, from: number, size: number): ChapterItem[] | null {
  const first = from - (window?.from ?? 0);
  const isKnown = first >= 0 && first + size <= chapters.length;
  return isKnown ? inOrder(chapters, 'oldest').slice(first, first + size) : null;
}
