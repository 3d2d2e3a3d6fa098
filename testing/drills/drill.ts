/**
 * `npm run drills` runs large and random tests in full size with new seeds. `npm test` runs them with small sizes and fixed
 * seeds: it must be fast and reproducible.
 */
export const isDrill = process.env.MANYU_DRILLS === '1';

export function howMany(size: { test: number; drill: number }): number {
  return isDrill ? size.drill : size.test;
}

/** The first `count` of cases that are alike; `npm run drills` takes all. */
export function someOf<Case>(cases: readonly Case[], count: number): readonly Case[] {
  return isDrill ? cases : cases.slice(0, count);
}

/** One in `share` of cases, from the whole list; `npm run drills` takes all. */
export function oneIn<Case>(share: number, cases: readonly Case[]): readonly Case[] {
  return isDrill ? cases : cases.filter((_, index) => index % share === 0);
}

/** The seed of a random test, printed when it fails. */
export function seedOf(name: string): number {
  if (!isDrill) return 1;
  const seed = Math.floor(Math.random() * 2 ** 31);
  console.log(`seed of ${name}: ${seed}`);
  return seed;
}
