/** Readers who buy at least `chapters` chapters at once pay `percent` of the price; with `pass`, readers who have 月卡. */
export type Discount = { chapters: number; percent: number; pass?: boolean };

/** The percentage of the price that readers with 月卡 pay; null = all of it. */
export function passPercentOf(discounts: readonly Discount[]): number | null {
  return discounts.find(({ pass }) => pass)?.percent ?? null;
}

/**
 * The cost of each chapter when all are bought at once. The lowest percentage that applies counts; the total is rounded up, and
 * each chapter costs at least one coin. The costs add up to the total exactly.
 */
export function discounted(costs: readonly number[], discounts: readonly Discount[]): number[] {
  const full = costs.reduce((sum, cost) => sum + cost, 0);
  const percents = discounts
    .filter(({ chapters, pass }) => !pass && chapters <= costs.length)
    .map(({ percent }) => percent);
  const total = Math.max(costs.length, Math.ceil((full * Math.min(100, ...percents)) / 100));
  // The rest of the total is shared in proportion. The running sum is rounded, so that rounding errors cancel out.
  const rest = full - costs.length;
  const share = (upTo: number) => (rest === 0 ? 0 : Math.floor((upTo * (total - costs.length)) / rest));
  let upTo = 0;
  return costs.map((cost) => {
    const before = share(upTo);
    upTo += cost - 1;
    return 1 + share(upTo) - before;
  });
}
