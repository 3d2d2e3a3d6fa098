import type { AgeLimit } from './audience.ts';

/** The same condition, to the letter, as in the partial indexes of listings. With a different text PostgreSQL would not use these indexes. */
const RATINGS: Readonly<Record<AgeLimit, string>> = {
  12: ` and c.age_rating in ('all', '12')`,
  16: ` and c.age_rating <> '18'`,
  18: '',
};

/** A condition in SQL: the comics `c` that listings show to readers with this age limit. */
export function shown(limit: AgeLimit): string {
  return `c.online and c.cover is not null${RATINGS[limit]}`;
}

/** Declares a statement, or anything else, for each age limit. */
export function forEachLimit<T>(declare: (limit: AgeLimit) => T): Readonly<Record<AgeLimit, T>> {
  return { 12: declare(12), 16: declare(16), 18: declare(18) };
}

/** Whether the stored facts of a comic `c` (see `catalog.comic_facts`) are current at the moment `$1`, or not. */
export const FACTS_CURRENT = 'c.facts_from <= $1 and c.facts_until > $1';
export const FACTS_OUTDATED = '(c.facts_from > $1 or c.facts_until <= $1)';
