/**
 * What is large or left to chance is done in full, and with new seeds, by `npm run drills`. `npm test` does the same in small
 * and always alike: it must be quick, and what it says must depend on the code alone.
 */
export const isDrill = process.env.MANYU_DRILLS === '1';

export function howMany(size: { test: number; drill: number }): number {
  return isDrill ? size.drill : size.test;
}

/** The seed of what is made up; a failed test names it. */
export function seedOf(name: string): number {
  if (!isDrill) return 1;
  const seed = Math.floor(Math.random() * 2 ** 31);
  console.log(`seed of ${name}: ${seed}`);
  return seed;
}
