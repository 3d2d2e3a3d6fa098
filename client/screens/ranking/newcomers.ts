import { isDistinguishing } from '../../features/comics/comic-card/comic-words.ts';

/** Whether 新上榜 is useful: on the first day of a ranking it would be in every row. */
export function showsNewcomers(list: readonly { change: number | null }[]): boolean {
  return isDistinguishing(list, ({ change }) => change === null);
}
