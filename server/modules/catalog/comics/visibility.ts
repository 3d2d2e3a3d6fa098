/** As a condition in SQL: the comics `c` that listings show; those rated 18 are shown to adults alone. */
export function shown(adult: boolean): string {
  return `c.online and c.cover is not null${adult ? '' : ` and c.age_rating <> '18'`}`;
}

/** Whether the stored facts of a comic `c` (see `catalog.comic_facts`) are current at the moment `$1`, or not. */
export const FACTS_CURRENT = 'c.facts_from <= $1 and c.facts_until > $1';
export const FACTS_OUTDATED = '(c.facts_from > $1 or c.facts_until <= $1)';
