import { tellsApart } from '../../features/comics/comic-card/comic-words.ts';

/** Whether 新上榜 tells some from the others: on the first day of a ranking it would stand in each row. */
export function tellsNewcomers(list: readonly { change: number | null }[]): boolean {
  return tellsApart(list, ({ change }) => change === null);
}
