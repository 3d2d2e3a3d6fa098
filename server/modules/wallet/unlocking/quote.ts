import type { Quote } from '#contract/shapes';
import type { Balances } from '../ledger/assets.ts';
import type { ChapterForSale } from './store.ts';

/**
 * What these chapters cost together, and how they would be paid: by a ticket if that is wished, else bonus first. Chapters
 * that are owned or free cost nothing.
 */
export function quoteOf(
  chapters: readonly ChapterForSale[],
  owned: ReadonlySet<number>,
  balances: Balances,
  withTicket: boolean,
): Quote {
  const costs = chapters.map(({ chapterId, costCoins }) => [chapterId, owned.has(chapterId) ? 0 : costCoins] as const);
  const total = costs.reduce((sum, [, cost]) => sum + cost, 0);
  const tickets = withTicket && total > 0 ? 1 : 0;
  const toPay = tickets > 0 ? 0 : total;
  const bonus = Math.min(balances.bonus, toPay);
  const coins = Math.min(balances.coins, toPay - bonus);
  return {
    total,
    salePrice: Object.fromEntries(costs),
    discount: 0,
    split: { tickets, bonus, coins },
    missing: toPay - bonus - coins,
  };
}
