import type { ComicCard } from '#contract/shapes';
import { useClientState } from '../../../state.ts';
import { runningSale } from './comic-words.ts';

/** The running sale of a comic; null for a discount in 未成年人模式, where nothing can be bought. */
export function useRunningSale(sale: ComicCard['sale']) {
  const teen = useClientState(({ userInfo }) => userInfo?.teen === true);
  const running = runningSale(sale);
  return teen && running && running.percent > 0 ? null : running;
}
