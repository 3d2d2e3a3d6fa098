/** Whoever buys at least `chapters` at once pays `percent` of the price. */
export type Discount = { chapters: number; percent: number };

/**
 * What each chapter costs when all are bought at once: the lowest percentage that their number reaches, a broken coin of the
 * total counting as a whole one, at least a coin each. The parts add up to the total exactly.
 */
export function discounted(costs: readonly number[], discounts: readonly Discount[]): number[] {
  const full = costs.reduce((sum, cost) => sum + cost, 0);
  const percents = discounts.filter(({ chapters }) => chapters <= costs.length).map(({ percent }) => percent);
  const total = Math.max(costs.length, Math.ceil((full * Math.min(100, ...percents)) / 100));
  // Above its one coin each pays in proportion, rounded on the running sum: what one is spared another pays.
  const rest = full - costs.length;
  const share = (upTo: number) => (rest === 0 ? 0 : Math.floor((upTo * (total - costs.length)) / rest));
  let upTo = 0;
  return costs.map((cost) => {
    const before = share(upTo);
    upTo += cost - 1;
    return 1 + share(upTo) - before;
  });
}
