import type { ComicRow } from './comic-store.ts';

type AgeRating = ComicRow['ageRating'];

/** Who looks: of age or not by their own word, and whether 青少年模式 is on. */
export type Audience = { adult: boolean; teen: boolean };

const FROM_AGE: Readonly<Record<AgeRating, number>> = { all: 0, '12': 12, '16': 16, '18': 18 };

/** From which age on readers are shown a comic of this rating. */
export function fromAge(rating: AgeRating): number {
  return FROM_AGE[rating];
}

/** Comics from a higher age on are not shown: the one rule behind every list and every call that names a comic. */
export function ageLimit({ adult, teen }: Audience): number {
  if (teen) return 12;
  return adult ? 18 : 16;
}

/** The ratings of the comics that are shown, as a list in SQL. */
export function ratingsShown(audience: Audience): string {
  const ratings = Object.entries(FROM_AGE).filter(([, age]) => age <= ageLimit(audience));
  return ratings.map(([rating]) => `'${rating}'`).join(', ');
}

/** How a call says no to this; a call that does not declare both has no such function. */
type RefuseByAge = (name: 'teenModeForbids' | 'ageUnconfirmed', data?: null, message?: string) => never;

/**
 * Ends a call that names a comic or a chapter by its id where its reader is not shown it: in 青少年模式 for good; else they
 * have not said to be of age, or have said no, and are asked.
 */
export function checkAge(audience: Audience, rating: AgeRating, refuse: RefuseByAge): void {
  if (fromAge(rating) <= ageLimit(audience)) return;
  if (audience.teen) refuse('teenModeForbids', null, '这部作品不适合青少年模式');
  refuse('ageUnconfirmed');
}
