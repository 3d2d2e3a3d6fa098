import { isOnlyPlace } from '#contract/chapter-no';
import { chapterName } from '#contract/chapter-title';
import type { ComicCard } from '#contract/shapes';
import { renderNow } from '../../../runtime/clock/server-clock.ts';

export { chapterName } from '#contract/chapter-title';

type Sale = NonNullable<ComicCard['sale']>;

/** The sale of a comic while it runs; a list that was fetched earlier may still name one that is over. */
export function runningSale(sale: Sale | null, now: number = renderNow()): Sale | null {
  return sale && Date.parse(sale.endsAt) > now ? sale : null;
}

/** The part of the price to pay, as Chinese shops write it: 限免, 7折, 7.5折. */
export function saleText(percent: number): string {
  return percent === 0 ? '限免' : `${percent / 10}折`;
}

type Badged = Pick<ComicCard, 'sale' | 'flags' | 'restricted' | 'waits'>;
/** Each meaning of a badge has a colour of its own. */
export type CoverBadge = { text: string; meaning: 'restricted' | 'sale' | 'wait' | 'new' | 'update' };

/**
 * The badge of a cover. If several apply: first the age limit, then a lower price, then new chapters. `withNew`: whether the list
 * shows the mark 新作.
 */
export function coverBadge(
  { sale, flags, restricted, waits }: Badged,
  withNew: boolean,
  now?: number,
): CoverBadge | null {
  if (restricted) return { text: '18+', meaning: 'restricted' };
  const running = runningSale(sale, now);
  if (running) return { text: saleText(running.percent), meaning: 'sale' };
  if (waits) return { text: '等免', meaning: 'wait' };
  if (withNew && flags.new) return { text: '新作', meaning: 'new' };
  return flags.up && !flags.new ? { text: '更新', meaning: 'update' } : null;
}

/** Whether the mark 新作 is useful in this list. */
export function tellsNew(list: readonly Badged[]): boolean {
  return isDistinguishing(list, ({ flags }) => flags.new);
}

/** Whether a mark is useful in a list: not if more than half of the comics have it. */
export function isDistinguishing<Item>(list: readonly Item[], isMarked: (item: Item) => boolean): boolean {
  return list.filter(isMarked).length * 2 <= list.length;
}

/** That a comic is complete, and its last chapter. Its number is not the number of chapters: some may be missing. */
export function completeText(latest: NonNullable<ComicCard['latest']>): string {
  return isOnlyPlace(latest.no) ? '已完结' : `${chapterName(latest)}完结`;
}
