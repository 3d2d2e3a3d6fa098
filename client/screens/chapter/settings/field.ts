/** A setting: its default value, and a check of stored values. */
export type Field<T> = { fallback: T; accepts: (value: unknown) => value is T };

/** One of several words. The first is the default. */
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
