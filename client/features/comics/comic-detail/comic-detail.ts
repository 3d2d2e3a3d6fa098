import { comicInfo } from '#contract/calls/comic';
import { CHAPTER_WINDOW } from '#contract/chapter-window';

/**
 * The payload of a comic's detail, the same everywhere, so that all callers share one answer. A long comic comes with a part of
 * its chapters.
 */
export function detailPayload(id: number) {
  return { id, window: CHAPTER_WINDOW };
}

/** The key of the cached answer. */
export function detailKey(id: number) {
  return [comicInfo.path, detailPayload(id)];
}
