import type { Breathe } from '../../../core/breather.ts';
import { createSums } from './sums.ts';

/** What of a comic is compared with others. */
export type Comparable = { genres: readonly string[]; authors: readonly string[] };

/** Comics alike by what they are, whoever reads them. */
export type Kinship = {
  /** Calls `take` with comics of the same genres or authors, and how much alike they are, 0 to 1. */
  visit(comic: number, take: (other: number, score: number) => void): void;
};

/** Of a genre only so many are compared, the first in the given order: a genre may have half the catalogue. */
const COMPARED = 300;
/** An author in common says more than a genre that as few comics have. */
const AUTHOR_WEIGHT = 2;

/** `order`: all comics by their index, those to be preferred first. */
export async function relateByKind(
  comics: readonly Comparable[],
  order: readonly number[],
  breathe: Breathe,
): Promise<Kinship> {
  const traits: string[][] = [];
  const bearers = new Map<string, number>();
  for (const comic of comics) {
    const own = traitsOf(comic);
    traits.push(own);
    for (const trait of own) bearers.set(trait, (bearers.get(trait) ?? 0) + 1);
    await breathe();
  }
  // What nobody else has, or everybody, tells nothing.
  const weightOf = (trait: string) =>
    Math.log(comics.length / (bearers.get(trait) ?? 1)) * (trait.startsWith(AUTHOR) ? AUTHOR_WEIGHT : 1);
  const lengths: number[] = [];
  for (const each of traits) {
    lengths.push(Math.sqrt(each.reduce((sum, trait) => sum + weightOf(trait) ** 2, 0)));
    await breathe();
  }
  const first = new Map<string, number[]>();
  for (const comic of order) {
    for (const trait of traits[comic] ?? []) {
      const list = first.get(trait) ?? [];
      if (list.length < COMPARED) list.push(comic);
      first.set(trait, list);
    }
    await breathe();
  }

  const sums = createSums(comics.length);
  const weights = new Map([...first.keys()].map((trait) => [trait, weightOf(trait) ** 2]));

  return {
    visit(comic, take) {
      for (const trait of traits[comic] ?? []) {
        const weight = weights.get(trait) ?? 0;
        if (weight > 0) for (const other of first.get(trait) ?? []) sums.add(other, weight);
      }
      sums.drain((other, sum) => {
        if (other !== comic) take(other, sum / ((lengths[comic] ?? 1) * (lengths[other] ?? 1)));
      });
    },
  };
}

const AUTHOR = 'author ';

function traitsOf({ genres, authors }: Comparable): string[] {
  return [...new Set([...genres.map((genre) => `genre ${genre}`), ...authors.map((author) => `${AUTHOR}${author}`)])];
}
