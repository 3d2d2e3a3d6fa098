import type { ComicDetail } from '#contract/shapes';
import { useRunningSale } from '../../features/comics/comic-card/use-running-sale.ts';
import { lockedCount } from './buying/locked-count.ts';

/** The running sale of a comic; null for a discount that this reader can't use. */
export function useUsableSale(comic: ComicDetail) {
  const running = useRunningSale(comic.sale);
  return running && running.percent > 0 && lockedCount(comic) === 0 ? null : running;
}
