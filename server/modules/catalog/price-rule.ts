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
