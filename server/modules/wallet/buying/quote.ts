import type { Quote } from '#contract/shapes';
import type { Balances } from '../ledger/assets.ts';
import { type Discount, discounted } from './discount.ts';
import type { ChapterForSale } from './store.ts';

/** The requested chapters of one comic, and the discounts for many chapters at once. */
export type QuoteRequest = { chapters: readonly ChapterForSale[]; discounts: readonly Discount[]; ticket: boolean };

/**
 * The chapters that must be bought, each with its cost. Chapters that are owned or free are left out. With a ticket the
 * cost stays undiscounted: the ticket pays it.
 */
export function toBuy({ chapters, discounts, ticket }: QuoteRequest, owned: ReadonlySet<number>): ChapterForSale[] {
  const missing = chapters.filter(({ chapterId, costCoins }) => !owned.has(chapterId) && costCoins > 0);
  const costs = missing.map(({ costCoins }) => costCoins);
  const paid = ticket ? costs : discounted(costs, discounts);
  return missing.map((chapter, index) => ({ ...chapter, costCoins: paid[index] ?? chapter.costCoins }));
}

/** The cost of the request and how it is paid: with a ticket if requested, otherwise bonus first. */
export function quoteOf(request: QuoteRequest, owned: ReadonlySet<number>, balances: Balances): Quote {
  const salePrice = request.chapters.map(
    ({ chapterId, costCoins }) => [chapterId, owned.has(chapterId) ? 0 : costCoins] as const,
  );
  const full = salePrice.reduce((sum, [, cost]) => sum + cost, 0);
  const total = toBuy(request, owned).reduce((sum, { costCoins }) => sum + costCoins, 0);
  const tickets = request.ticket && total > 0 ? 1 : 0;
  const toPay = tickets > 0 ? 0 : total;
  const bonus = Math.min(balances.bonus, toPay);
  const coins = Math.min(Math.max(0, balances.coins), toPay - bonus);
  // Readers with a negative balance can't buy, not even with a ticket.
  const owed = total > 0 ? Math.max(0, -balances.coins) : 0;
  return {
    total,
    salePrice: Object.fromEntries(salePrice),
    discount: full - total,
    split: { tickets, bonus, coins },
    missing: toPay - bonus - coins + owed,
  };
}
