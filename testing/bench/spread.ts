/** Median, minimum and maximum of several measurements. */
export type Spread = { median: number; low: number; high: number };

export function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) throw new Error('Nothing was measured');
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    low: at(0),
    high: at(sorted.length - 1),
  };
}

/** The smallest value that is not exceeded by this share of all values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Ratios round by round: effects on both sides cancel out. */
export function ratiosOf(ours: readonly number[], baseline: readonly number[]): Spread {
  if (ours.length !== baseline.length) throw new Error('Rounds without a partner');
  return spreadOf(ours.map((value, round) => value / (baseline[round] ?? Number.NaN)));
}
