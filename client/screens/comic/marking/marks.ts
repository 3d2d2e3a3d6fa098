import { create } from 'zustand';
import { comicChapters } from '#contract/calls/comic';
import { markChapters, markReadUpTo } from '#contract/calls/library';
import type { ComicDetail } from '#contract/shapes';
import { detailKey } from '../../../features/comics/comic-detail/comic-detail.ts';
import { isUnanswered } from '../../../features/reading/chapter-answers/chapter-answers.ts';
import { forgetChapterPositions, sendProgress } from '../../../features/reading/progress/progress.ts';
import { queryClient } from '../../../runtime/queries/queries.ts';
import { request } from '../../../runtime/request.ts';
import { retryWhileBlocked } from '../../../runtime/send/retry-while-blocked.ts';
import { allPending, batches, createUndoable, type Sending } from '../../../runtime/send/undoable.ts';
import { useClientState } from '../../../state.ts';
import { type Mark, markedComic } from './marked-comic.ts';

/** The last mark that the server has not stored, and why. */
export const useFailedMark = create<{ failed: { mark: Mark; reason: string } | null }>(() => ({ failed: null }));

/** Marks chapters; until the mark is sent, it can be undone. */
export const {
  usePending: useMarks,
  change: mark,
  undo: undoMark,
  sendNow,
  sendPending: sendMark,
} = createUndoable({ kind: 'mark', send: sendChange });

async function sendChange(mark: Mark, { leaving = false, resumed = false }: Sending): Promise<boolean> {
  try {
    // A position that arrives later would be stored again. A page that is left has no time to wait for it.
    if (!leaving) await sendProgress();
    await sendCalls(mark, leaving);
    const isOver = ({ no }: { no: number }) => no <= (mark.chapters.at(-1)?.no ?? 0);
    const all = mark.upTo ? mark.known.filter(isOver) : mark.chapters;
    forgetChapterPositions(all.map(({ id }) => id));
    await refetch(mark.comicId);
    return true;
  } catch (error) {
    if (!leaving && !resumed)
      useFailedMark.setState({ failed: { mark, reason: error instanceof Error ? error.message : '' } });
    return !isUnanswered(error);
  }
}

/** Sends the failed mark again. */
export async function retryMark(): Promise<void> {
  const { failed } = useFailedMark.getState();
  dropFailed();
  if (failed) await sendNow(failed.mark);
}

export function dropFailed() {
  useFailedMark.setState({ failed: null });
}

async function sendCalls({ read, upTo, chapters }: Mark, keepalive: boolean): Promise<void> {
  const options = { background: true, keepalive };
  // The last chapters first: without a last read chapter, the newest one of the first call becomes it.
  const ids = chapters.map(({ id }) => id).toReversed();
  // The same call may have failed a moment ago.
  if (upTo) return void (await retryWhileBlocked(() => request(markReadUpTo, { id: ids[0] ?? 0 }, options)));
  const sendBatch = (batch: number[]) => retryWhileBlocked(() => request(markChapters, { ids: batch, read }, options));
  if (keepalive) await Promise.all(batches(ids).map(sendBatch));
  else for (const batch of batches(ids)) await sendBatch(batch);
}

async function refetch(comicId: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: detailKey(comicId) }),
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [path] }) => path === comicChapters.path || String(path).startsWith('my/'),
    }),
  ]);
}

/** The marks of a comic that the server has not stored yet, oldest first. */
export function useMarksOf(comicId: number): readonly Mark[] {
  return allPending(useMarks()).filter((mark) => mark.comicId === comicId);
}

/** The comic as these marks leave it. */
export function withMarks(comic: ComicDetail, marks: readonly Mark[]): ComicDetail {
  return marks.reduce(markedComic, comic);
}

// After the session has ended, the mark must not be sent for the next reader.
useClientState.subscribe(({ userInfo }, before) => {
  if (!userInfo && before.userInfo) dropFailed();
});
