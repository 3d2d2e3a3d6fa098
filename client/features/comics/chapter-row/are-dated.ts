import type { ChapterItem } from '#contract/shapes';
import { dayText } from '../../text/format/time-text.ts';

/** Whether rows show the date of publication: not if it is the same in all of them. */
export function areDated(chapters: readonly ChapterItem[]): boolean {
  return new Set(chapters.map(({ publishedAt }) => dayText(publishedAt))).size > 1 || chapters.length === 1;
}
