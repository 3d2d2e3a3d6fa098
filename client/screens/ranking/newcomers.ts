import { tellsApart } from '../../features/comics/comic-card/comic-words.ts';

/** Whether 新上榜 is useful: on the first day of a ranking it would be in every row. */
export function tellsNewcomers(list: readonly { change: number | null }[]): boolean {
  return tellsApart(list, ({ change }) => change === null);
}
