import { create } from 'zustand';
import { chapterLike } from '#contract/calls/community';
import type { Likes } from '#contract/opinions';
import { request } from '../../runtime/request.ts';
import { retryWhileBlocked } from '../../runtime/send/retry-while-blocked.ts';

/** The likes that this reader has changed since the chapters' answers came, by chapter. */
const useChanged = create<Readonly<Record<number, Likes>>>(() => ({}));
const running = new Set<number>();

/** The likes of a chapter. `answered`: those in the answer that the chapter is read from. */
export function useLikes(chapterId: number, answered: Likes): Likes {
  return useChanged((changed) => changed[chapterId]) ?? answered;
}

/** Shows the change at once, then sends it; shows the former state again if that fails. One change of a chapter at a time. */
export async function toggleLike(chapterId: number, shown: Likes): Promise<void> {
  if (running.has(chapterId)) return;
  running.add(chapterId);
  const on = !shown.mine;
  show(chapterId, { mine: on, count: Math.max(0, shown.count + (on ? 1 : -1)) });
  try {
    show(chapterId, await retryWhileBlocked(() => request(chapterLike, { id: chapterId, on })));
  } catch {
    // A toast has said why.
    show(chapterId, shown);
  } finally {
    running.delete(chapterId);
  }
}

function show(chapterId: number, likes: Likes): void {
  useChanged.setState({ [chapterId]: likes });
}
