/** A setting: its value where none was chosen, and whether a stored value is one it may have. */
export type Field<Kept> = { fallback: Kept; accepts: (value: unknown) => value is Kept };

/** One of some words, the first by default. */
export function choice<const Words extends readonly [string, ...string[]]>(...words: Words): Field<Words[number]> {
  return { fallback: words[0], accepts: (value): value is Words[number] => words.some((word) => word === value) };
}

export function flag(fallback: boolean): Field<boolean> {
  return { fallback, accepts: (value) => typeof value === 'boolean' };
}

/** A number from `least` to `most`. */
export function range(fallback: number, least: number, most: number): Field<number> {
  return {
    fallback,
    accepts: (value): value is number => typeof value === 'number' && value >= least && value <= most,
  };
}
