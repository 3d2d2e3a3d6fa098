/** The sums of a day, for the site and for each source of readers. */
export type Totals = Record<TotalName, number>;
export type TotalName = (typeof TOTAL_NAMES)[number];

const TOTAL_NAMES = [
  'readers',
  'newReaders',
  'views',
  'buyers',
  'unlocks',
  'coins',
  'bonus',
  'tickets',
  'payers',
  'topups',
  'cashFen',
  'registered',
  'refunds',
  'refundedFen',
] as const;

/** The totals of one source. Null = all sources together that were too small to be kept. */
export type SourceTotals = { source: string | null; totals: Totals };

/** Sources are free text from opened addresses, so only this many are kept a day. */
const MOST_SOURCES = 100;

export function noTotals(): Totals {
  return {
    readers: 0,
    newReaders: 0,
    views: 0,
    buyers: 0,
    unlocks: 0,
    coins: 0,
    bonus: 0,
    tickets: 0,
    payers: 0,
    topups: 0,
    cashFen: 0,
    registered: 0,
    refunds: 0,
    refundedFen: 0,
  };
}

export function addTo(sum: Totals, more: Partial<Totals>): void {
  for (const name of TOTAL_NAMES) sum[name] += more[name] ?? 0;
}

export function sumOf(many: readonly Totals[]): Totals {
  const sum = noTotals();
  for (const each of many) addTo(sum, each);
  return sum;
}

/** The amount that was topped up, minus refunds. */
export function netFenOf({ cashFen, refundedFen }: Pick<Totals, 'cashFen' | 'refundedFen'>): number {
  return cashFen - refundedFen;
}

/** The largest sources, largest first; all others together last. */
export function largestSources(bySource: ReadonlyMap<string, Totals>, most: number = MOST_SOURCES): SourceTotals[] {
  const sorted = [...bySource].sort(([a, x], [b, y]) => sizeOf(y) - sizeOf(x) || (a < b ? -1 : 1));
  const kept = sorted.slice(0, most).map(([source, totals]): SourceTotals => ({ source, totals }));
  const rest = sorted.slice(most).map(([, totals]) => totals);
  return rest.length === 0 ? kept : [...kept, { source: null, totals: sumOf(rest) }];
}

function sizeOf({ readers, newReaders }: Totals): number {
  return readers + newReaders;
}
