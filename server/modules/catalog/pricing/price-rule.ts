/** The prices of a whole comic: chapters without a price of their own cost `priceCoins`, except the first `freeFirst`. */
export type PriceRules = { priceCoins: number; freeFirst: number };

/** A chapter and its own price; null = the comic's. */
export type PricedChapter = { no: number; ownPriceCoins: number | null };

/** Settings that change prices. An undefined one stays as it is; null removes a chapter's own price. */
export type PriceSettings = {
  comic: Partial<PriceRules>;
  chapters: ReadonlyMap<number, { priceCoins?: number | null }>;
};

/**
 * The price of each chapter, by its number. `chapters` are all of the comic, or at least the chapter of interest and the first
 * `freeFirst + 1`. `settings` are applied first, in their order: none where they are stored already.
 */
export function basePrices(
  comic: PriceRules,
  chapters: readonly PricedChapter[],
  settings: readonly PriceSettings[] = [],
): Map<number, number> {
  let { priceCoins, freeFirst } = comic;
  const ownPrices = new Map(chapters.map(({ no, ownPriceCoins }) => [no, ownPriceCoins]));
  for (const each of settings) {
    priceCoins = each.comic.priceCoins ?? priceCoins;
    freeFirst = each.comic.freeFirst ?? freeFirst;
    for (const [no, { priceCoins: own }] of each.chapters) {
      if (own !== undefined && ownPrices.has(no)) ownPrices.set(no, own);
    }
  }
  const byNumber = [...ownPrices].sort(([a], [b]) => a - b);
  return new Map(byNumber.map(([no, own], rank) => [no, own ?? (rank < freeFirst ? 0 : priceCoins)]));
}

/** The percentage that a promotion leaves of a comic's prices, from `startsAt` until before `endsAt`. */
export type Promoted = { percent: number; startsAt: Date; endsAt: Date };

/** The promotion that runs at this moment; a comic is in one at most. */
export function saleAt(promotions: readonly Promoted[], now: Date): Promoted | null {
  return promotions.find(({ startsAt, endsAt }) => startsAt <= now && endsAt > now) ?? null;
}

/** The price for a reader with 月卡: this percentage of the full price, or the price at this moment where that is lower. */
export function priceWithPass(chapter: PricedNow, sale: Promoted | null, now: Date, percent: number): number {
  return Math.min(currentPrice(chapter, sale, now), Math.ceil((chapter.priceCoins * percent) / 100));
}

/** A chapter with its full price, and when it becomes free; null = never. */
type PricedNow = { priceCoins: number; freeAt: Date | null };

/**
 * The price of a chapter at this moment: nothing once its time has come, or in a promotion of 0 percent; else the promotion's
 * share of its price, rounded up to whole coins, so that rounding never makes a chapter free.
 */
export function currentPrice(chapter: PricedNow, sale: Promoted | null, now: Date): number {
  if (chapter.freeAt !== null && chapter.freeAt <= now) return 0;
  return sale ? Math.ceil((chapter.priceCoins * sale.percent) / 100) : chapter.priceCoins;
}
