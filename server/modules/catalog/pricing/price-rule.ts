/** What decides the price of one chapter. */
export type Priced = { no: number; ownPriceCoins: number | null };

/**
 * What each chapter costs by its own price, or else by the comic's price and number of free first chapters, by number.
 * `chapters` may come in any order and keep it.
 */
export function effectivePrices(
  chapters: readonly Priced[],
  comic: { priceCoins: number; freeFirst: number },
): number[] {
  const rank = new Map([...chapters].sort((a, b) => a.no - b.no).map((chapter, index) => [chapter, index]));
  return chapters.map(
    (chapter) => chapter.ownPriceCoins ?? ((rank.get(chapter) ?? 0) < comic.freeFirst ? 0 : comic.priceCoins),
  );
}

/** What a promotion does to a comic's prices, and when: from `startsAt` up to but not at `endsAt`. */
export type Promoted = { percent: number; startsAt: Date; endsAt: Date };

/** The promotion that runs at this moment; a comic is in one at most. */
export function saleAt(promotions: readonly Promoted[], now: Date): Promoted | null {
  return promotions.find(({ startsAt, endsAt }) => startsAt <= now && endsAt > now) ?? null;
}

/**
 * What a chapter costs at this moment: nothing once its time has come, or in a promotion of 0 percent; else the promotion's
 * share of its price, a broken coin counting as a whole one. So what has a price is never given away by rounding.
 */
export function costNow(
  chapter: { priceCoins: number; freeAt: Date | null },
  sale: Promoted | null,
  now: Date,
): number {
  if (chapter.freeAt !== null && chapter.freeAt <= now) return 0;
  return sale ? Math.ceil((chapter.priceCoins * sale.percent) / 100) : chapter.priceCoins;
}
