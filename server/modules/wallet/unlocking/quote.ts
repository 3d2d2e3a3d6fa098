import type { Quote } from '#contract/shapes';
import type { Balances } from '../ledger/assets.ts';
import { type Discount, discounted } from './discount.ts';
import type { ChapterForSale } from './store.ts';

/** The chapters of one comic that a reader asks for, and what is taken off for many at once. */
export type Selection = { chapters: readonly ChapterForSale[]; discounts: readonly Discount[]; ticket: boolean };

/**
 * What of a selection is still to be bought, each for what will be paid: chapters that are owned or free are left out. A
 * ticket is a ticket, whatever the chapter costs.
 */
export function toBuy({ chapters, discounts, ticket }: Selection, owned: ReadonlySet<number>): ChapterForSale[] {
  const missing = chapters.filter(({ chapterId, costCoins }) => !owned.has(chapterId) && costCoins > 0);
  const costs = missing.map(({ costCoins }) => costCoins);
  const paid = ticket ? costs : discounted(costs, discounts);
  return missing.map((chapter, index) => ({ ...chapter, costCoins: paid[index] ?? chapter.costCoins }));
}

/** What a selection costs and how it would be paid: by a ticket if that is wished, else bonus first. */
export function quoteOf(selection: Selection, owned: ReadonlySet<number>, balances: Balances): Quote {
  const salePrice = selection.chapters.map(
    ({ chapterId, costCoins }) => [chapterId, owned.has(chapterId) ? 0 : costCoins] as const,
  );
  const full = salePrice.reduce((sum, [, cost]) => sum + cost, 0);
  const total = toBuy(selection, owned).reduce((sum, { costCoins }) => sum + costCoins, 0);
  const tickets = selection.ticket && total > 0 ? 1 : 0;
  const toPay = tickets > 0 ? 0 : total;
  const bonus = Math.min(balances.bonus, toPay);
  const coins = Math.min(Math.max(0, balances.coins), toPay - bonus);
  // Nothing is sold to who owes, by a ticket neither.
  const owed = total > 0 ? Math.max(0, -balances.coins) : 0;
  return {
    total,
    salePrice: Object.fromEntries(salePrice),
    discount: full - total,
    split: { tickets, bonus, coins },
    missing: toPay - bonus - coins + owed,
  };
}
