import { comicInfo } from '#contract/calls/comic';
import { CHAPTER_WINDOW } from '#contract/chapter-window';

/** How a comic's detail is asked for everywhere, so that all share one answer: a long one comes with a part of its chapters. */
export function detailPayload(id: number) {
  return { id, window: CHAPTER_WINDOW };
}

/** The key of the cached answer. */
export function detailKey(id: number) {
  return [comicInfo.path, detailPayload(id)];
}
