import type { Quote } from '#contract/shapes';
import type { Balances } from '../ledger/assets.ts';
import { type Discount, discounted } from './discount.ts';
import type { ChapterForSale } from './store.ts';

/** The requested chapters of one comic, and the discounts for many chapters at once. */
export type QuoteRequest = { chapters: readonly ChapterForSale[]; discounts: readonly Discount[]; ticket: boolean };

/**
 * The chapters that must be bought, each with its cost. Chapters that are owned or free are left out. The discount of 月卡 and
 * the one for many chapters are not combined: the lower total counts. With a ticket the cost is that of a single chapter: the
 * ticket pays it.
 */
export function toBuy({ chapters, discounts, ticket }: QuoteRequest, owned: ReadonlySet<number>): ChapterForSale[] {
  const missing = chapters.filter(({ chapterId, costCoins }) => !owned.has(chapterId) && costCoins > 0);
  const single = missing.map(singleCost);
  const together = discounted(
    missing.map(({ costCoins }) => costCoins),
    discounts,
  );
  const paid = ticket || sumOf(single) <= sumOf(together) ? single : together;
  return missing.map((chapter, index) => ({ ...chapter, costCoins: paid[index] ?? chapter.costCoins }));
}

function singleCost({ costCoins, passCoins = costCoins }: ChapterForSale): number {
  return passCoins;
}

function sumOf(costs: readonly number[]): number {
  return costs.reduce((sum, cost) => sum + cost, 0);
}

/** The cost of the request and how it is paid: with a ticket if requested, otherwise bonus first. */
export function quoteOf(request: QuoteRequest, owned: ReadonlySet<number>, balances: Balances): Quote {
  const salePrice = request.chapters.map(
    (chapter) => [chapter.chapterId, owned.has(chapter.chapterId) ? 0 : singleCost(chapter)] as const,
  );
  const total = sumOf(toBuy(request, owned).map(({ costCoins }) => costCoins));
  const tickets = request.ticket && total > 0 ? 1 : 0;
  const toPay = tickets > 0 ? 0 : total;
  const bonus = Math.min(balances.bonus, toPay);
  const coins = Math.min(Math.max(0, balances.coins), toPay - bonus);
  // Readers with a negative balance can't buy, not even with a ticket.
  const owed = total > 0 ? Math.max(0, -balances.coins) : 0;
  return {
    total,
    salePrice: Object.fromEntries(salePrice),
    discount: sumOf(salePrice.map(([, cost]) => cost)) - total,
    split: { tickets, bonus, coins },
    missing: toPay - bonus - coins + owed,
  };
}
