import type { ComicDetail } from '#contract/shapes';
import { runningSale } from '../../features/comics/comic-card/comic-words.ts';
import { useClientState } from '../../state.ts';
import { lockedCount } from './buying/locked-count.ts';

/** The running sale of a comic; null for a discount that this reader can't use. */
export function useUsableSale(comic: ComicDetail) {
  const teen = useClientState((state) => state.userInfo?.teen === true);
  const running = runningSale(comic.sale);
  return running && running.percent > 0 && (teen || lockedCount(comic) === 0) ? null : running;
}
