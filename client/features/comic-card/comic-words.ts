import type { ComicCard } from '#contract/shapes';
import { serverNow } from '../../runtime/clock/server-clock.ts';

export { chapterNoText } from '#contract/chapter-no';

type Sale = NonNullable<ComicCard['sale']>;

/** The sale of a comic while it runs; a list that was fetched earlier may still name one that is over. */
export function runningSale(sale: Sale | null, now: number = serverNow()): Sale | null {
  return sale && Date.parse(sale.endsAt) > now ? sale : null;
}

/** The part of the price to pay, as Chinese shops write it: 限免, 7折, 7.5折. */
export function saleText(percent: number): string {
  return percent === 0 ? '限免' : `${percent / 10}折`;
}

/** The one badge a cover bears: what costs least first, then what is newest. */
export function badgeOf({ sale, flags }: Pick<ComicCard, 'sale' | 'flags'>, now?: number): string | null {
  const running = runningSale(sale, now);
  if (running) return saleText(running.percent);
  if (flags.new) return '新作';
  if (flags.up) return '更新';
  return null;
}
