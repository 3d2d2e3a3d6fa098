/** Random numbers from a seed, equal on every machine. */
export type Random = {
  /** A whole number from 0 to `limit - 1`. */
  below(limit: number): number;
  oneOf<T>(choices: readonly T[]): T;
};

/** Mulberry32; `run` makes each run of one seed independent of those before it. */
export function seededRandom(seed: number, run: number): Random {
  let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(run + 1, 0xc2b2ae35)) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    oneOf(choices) {
      const choice = choices[below(choices.length)];
      if (choice === undefined) throw new Error('Nothing to choose from');
      return choice;
    },
  };
}
