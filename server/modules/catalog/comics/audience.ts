import type { ComicRow } from './comic-store.ts';

type AgeRating = ComicRow['ageRating'];

/** Who reads: an adult or not, as the reader confirmed, and whether 未成年人模式 is on. */
export type Audience = { adult: boolean; teen: boolean };

/** Comics from a higher age on are not shown: in 未成年人模式, without a confirmed age, and to adults. */
export type AgeLimit = 12 | 16 | 18;

const FROM_AGE: Readonly<Record<AgeRating, number>> = { all: 0, '12': 12, '16': 16, '18': 18 };

/** From which age on readers are shown a comic of this rating. */
export function fromAge(rating: AgeRating): number {
  return FROM_AGE[rating];
}

/** The one rule behind every list and every call that names a comic. */
export function ageLimit({ adult, teen }: Audience): AgeLimit {
  if (teen) return 12;
  return adult ? 18 : 16;
}

/** The refusals of a call; only one that declares both may check ages. */
type RefuseByAge = (name: 'teenModeForbids' | 'ageUnconfirmed', data?: null, message?: string) => never;

/**
 * Refuses a call that names a comic or a chapter by its id which its reader may not see: in 未成年人模式 for good, otherwise
 * until the reader confirms to be an adult.
 */
export function checkAge(audience: Audience, rating: AgeRating, refuse: RefuseByAge): void {
  if (fromAge(rating) <= ageLimit(audience)) return;
  if (audience.teen) refuse('teenModeForbids', null, '未成年人模式下不能看这部作品');
  refuse('ageUnconfirmed');
}
