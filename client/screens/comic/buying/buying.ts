import type { ChapterItem, ComicDetail } from '#contract/shapes';
import { useClientState } from '../../../state.ts';
import { lockedCount } from './locked-count.ts';

/** One chapter to buy, or several from a chapter on. */
export type Buying =
  | { what: 'chapter'; chapter: ChapterItem }
  | { what: 'several'; from: ChapterItem | undefined; chosen?: readonly number[] };

/** Whether there are several chapters that this reader can buy. */
export function useCanBuySeveral(comic: ComicDetail | undefined): boolean {
  const teen = useClientState((state) => state.userInfo?.teen === true);
  if (!comic || teen) return false;
  return lockedCount(comic) > 1;
}
