import { chapterLike } from '#contract/calls/community';
import type { Likes } from '#contract/opinions';
import { request } from '../../runtime/request.ts';
import { retryWhileBlocked } from '../../runtime/send/retry-while-blocked.ts';
import { setLikes, useOpenedAnswer } from '../reading/chapter-answers/chapter-answers.ts';

const running = new Set<number>();

/** The likes of a chapter. `answered`: those in the answer that the chapter was opened with, which may be older. */
export function useLikes(chapterId: number, answered: Likes): Likes {
  return useOpenedAnswer(chapterId)?.likes ?? answered;
}

/** Shows the change at once, then sends it; shows the former state again if that fails. One change of a chapter at a time. */
export async function toggleLike(chapterId: number, shown: Likes): Promise<void> {
  if (running.has(chapterId)) return;
  running.add(chapterId);
  const on = !shown.mine;
  setLikes(chapterId, { mine: on, count: Math.max(0, shown.count + (on ? 1 : -1)) });
  try {
    setLikes(chapterId, await retryWhileBlocked(() => request(chapterLike, { id: chapterId, on })));
  } catch {
    // A toast has said why.
    setLikes(chapterId, shown);
  } finally {
    running.delete(chapterId);
  }
}
