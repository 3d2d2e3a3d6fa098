import type { ComicRow } from './comic-store.ts';

type AgeRating = ComicRow['ageRating'];

/** The reader: an adult or not, as they have confirmed, and whether 未成年人模式 is on. */
export type Audience = { adult: boolean; teen: boolean };

/** Comics from a higher age on are not shown: in 未成年人模式, without a confirmed age, and to adults. */
export type AgeLimit = 12 | 16 | 18;

const FROM_AGE: Readonly<Record<AgeRating, number>> = { all: 0, '12': 12, '16': 16, '18': 18 };

/** From which age on readers are shown a comic of this rating. */
export function fromAge(rating: AgeRating): number {
  return FROM_AGE[rating];
}

/** The mark of comics that minors must not see: a notice stands before them. */
export function restrictedMark(rating: AgeRating): { restricted?: true } {
  return rating === '18' ? { restricted: true } : {};
}

/** The one rule behind every list and every call that names a comic. */
export function ageLimit({ adult, teen }: Audience): AgeLimit {
  if (teen) return 12;
  return adult ? 18 : 16;
}

/** Whether the operator allows comics rated 18 in prominent places; off by default. */
export type ListsRestricted = () => Promise<boolean>;

/**
 * The audience of a prominent place: home, hot words, rankings, recommendations, themes, promotions, and lists without a
 * genre. Comics rated 18 are not shown there unless the operator allows it; search, genres and addresses lead to them.
 */
export async function prominentAudience<A extends Audience>(audience: A, listsRestricted: ListsRestricted): Promise<A> {
  return !audience.adult || (await listsRestricted()) ? audience : { ...audience, adult: false };
}

/** The refusals of a call; only one that declares both may check ages. */
type RefuseByAge = (name: 'teenModeForbids' | 'ageUnconfirmed', data?: null, message?: string) => never;

/**
 * Refuses a call with the id of a comic or a chapter that its reader is not allowed to see: always in 未成年人模式, otherwise until the
 * reader confirms to be an adult.
 */
export function checkAge(audience: Audience, rating: AgeRating, refuse: RefuseByAge): void {
  if (fromAge(rating) <= ageLimit(audience)) return;
  if (audience.teen) refuse('teenModeForbids', null, '未成年人模式下不能看这部作品');
  refuse('ageUnconfirmed');
}
