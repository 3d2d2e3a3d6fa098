/** Random numbers from a seed, so that a picture is the same each time. */
export type Random = {
  /** From `low` up to `high`. */
  between(low: number, high: number): number;
  whole(low: number, high: number): number;
  oneOf<T>(list: readonly T[]): T;
};

export function createRandom(seed: string): Random {
  let state = 2_166_136_261;
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number) => low + (high - low) * next();
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1));
  return {
    between,
    whole,
    oneOf(list) {
      const found = list[whole(0, list.length - 1)];
      if (found === undefined) throw new Error('nothing to choose from');
      return found;
    },
  };
}
