import type { ChapterItem } from '#contract/shapes';

/** Read, bought, or both, as one text: two texts beside each other would be joined without a space. */
export function marksOf({ read, access }: Pick<ChapterItem, 'read' | 'access'>): string {
  return [read && '已读', access === 'owned' && '已购'].filter(Boolean).join(' · ');
}
