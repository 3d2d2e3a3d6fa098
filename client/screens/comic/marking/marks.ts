import { create } from 'zustand';
import { comicChapters } from '#contract/calls/comic';
import { markChapters, markReadUpTo } from '#contract/calls/library';
import type { ComicDetail } from '#contract/shapes';
import { detailKey } from '../../../features/comics/comic-detail/comic-detail.ts';
import { forgetChapterPositions, sendProgress } from '../../../features/reading/progress/progress.ts';
import { page } from '../../../runtime/page.ts';
import { queryClient } from '../../../runtime/queries/queries.ts';
import { request } from '../../../runtime/request.ts';
import { retryWhileBlocked } from '../../../runtime/send/retry-while-blocked.ts';
import { useClientState } from '../../../state.ts';
import { type Mark, markedComic } from './marked-comic.ts';

const UNDO_MS = 5000;
/** The most ids in one call. */
const BATCH = 100;

type Marks = {
  /** The one that can still be undone: shown at once, sent when the time is over or the reader leaves. */
  undoable: Mark | null;
  /** Being sent to the server. */
  sending: readonly Mark[];
  /** The last one that the server has not stored, and why. */
  failed: { mark: Mark; reason: string } | null;
};

export const useMarks = create<Marks>(() => ({ undoable: null, sending: [], failed: null }));

let timer: ReturnType<typeof setTimeout> | undefined;

/** Marks chapters; until the mark is sent, it can be undone. */
export function mark(next: Mark) {
  void sendMark();
  useMarks.setState({ undoable: next });
  timer = setTimeout(() => void sendMark(), UNDO_MS);
}

export function undoMark() {
  clearTimeout(timer);
  useMarks.setState({ undoable: null });
}

/** Sends the pending mark. `leaving` the page: with requests that outlive it. */
export async function sendMark(leaving = false): Promise<void> {
  const { undoable } = useMarks.getState();
  undoMark();
  if (undoable) await sendNow(undoable, leaving);
}

/** Sends the failed mark again. */
export async function retryMark(): Promise<void> {
  const { failed } = useMarks.getState();
  dropFailed();
  if (failed) await sendNow(failed.mark, false);
}

export function dropFailed() {
  useMarks.setState({ failed: null });
}

async function sendNow(mark: Mark, leaving: boolean): Promise<void> {
  useMarks.setState(({ sending }) => ({ sending: [...sending, mark] }));
  try {
    // A position that arrives later would be stored again. A page that is left has no time to wait for it.
    if (!leaving) await sendProgress();
    await sendCalls(mark, leaving);
    const isOver = ({ no }: { no: number }) => no <= (mark.chapters.at(-1)?.no ?? 0);
    const all = mark.upTo ? mark.known.filter(isOver) : mark.chapters;
    forgetChapterPositions(all.map(({ id }) => id));
    await refetch(mark.comicId);
  } catch (error) {
    useMarks.setState({ failed: { mark, reason: error instanceof Error ? error.message : '' } });
  }
  useMarks.setState(({ sending }) => ({ sending: sending.filter((each) => each !== mark) }));
}

async function sendCalls({ read, upTo, chapters }: Mark, keepalive: boolean): Promise<void> {
  const options = { background: true, keepalive };
  // The last chapters first: without a last read chapter, the newest one of the first call becomes it.
  const ids = chapters.map(({ id }) => id).toReversed();
  // The same call may have failed a moment ago.
  if (upTo) return void (await retryWhileBlocked(() => request(markReadUpTo, { id: ids[0] ?? 0 }, options)));
  const batches = Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, n) =>
    ids.slice(n * BATCH, (n + 1) * BATCH),
  );
  const sendBatch = (batch: number[]) => retryWhileBlocked(() => request(markChapters, { ids: batch, read }, options));
  if (keepalive) await Promise.all(batches.map(sendBatch));
  else for (const batch of batches) await sendBatch(batch);
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
  const { undoable, sending } = useMarks();
  return [...sending, ...(undoable ? [undoable] : [])].filter((mark) => mark.comicId === comicId);
}

/** The comic as these marks leave it. */
export function withMarks(comic: ComicDetail, marks: readonly Mark[]): ComicDetail {
  return marks.reduce(markedComic, comic);
}

// After the session has ended, the mark must not be applied to the next reader's chapters.
useClientState.subscribe(({ userInfo }, before) => {
  if (userInfo || !before.userInfo) return;
  undoMark();
  dropFailed();
});

page.addEventListener('pagehide', () => void sendMark(true));
