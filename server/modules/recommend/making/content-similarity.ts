import type { Yield } from '../../../core/jobs/yield.ts';
import { createSums } from './sums.ts';

/** The fields of a comic that are compared. */
export type Comparable = { genres: readonly string[]; authors: readonly string[] };

/** Similarity by genres and authors, without readers. */
export type ContentSimilarity = {
  /** Calls `take` with each comic that shares a genre or an author, and a score from 0 to 1. */
  visit(comic: number, take: (other: number, score: number) => void): void;
};

/** The most comics of a genre that are compared, the first in the given order. A genre may have half the catalogue. */
const COMPARED = 300;
/** A common author weighs more than a common genre with equally few comics. */
const AUTHOR_WEIGHT = 2;

/** `order`: the indexes of all comics, preferred comics first. */
export async function relateByContent(
  comics: readonly Comparable[],
  order: readonly number[],
  yieldNow: Yield,
): Promise<ContentSimilarity> {
  const traits: string[][] = [];
  const counts = new Map<string, number>();
  for (const comic of comics) {
    const own = traitsOf(comic);
    traits.push(own);
    for (const trait of own) counts.set(trait, (counts.get(trait) ?? 0) + 1);
    await yieldNow();
  }
  // A trait of all comics has the weight 0.
  const weightOf = (trait: string) =>
    Math.log(comics.length / (counts.get(trait) ?? 1)) * (trait.startsWith(AUTHOR) ? AUTHOR_WEIGHT : 1);
  const lengths: number[] = [];
  for (const each of traits) {
    lengths.push(Math.sqrt(each.reduce((sum, trait) => sum + weightOf(trait) ** 2, 0)));
    await yieldNow();
  }
  const comparedBy = await comparedComics(traits, order, yieldNow);
  const sums = createSums(comics.length);
  const weights = new Map([...comparedBy.keys()].map((trait) => [trait, weightOf(trait) ** 2]));

  return {
    visit(comic, take) {
      for (const trait of traits[comic] ?? []) {
        const weight = weights.get(trait) ?? 0;
        if (weight > 0) for (const other of comparedBy.get(trait) ?? []) sums.add(other, weight);
      }
      sums.drain((other, sum) => {
        if (other !== comic) take(other, sum / ((lengths[comic] ?? 1) * (lengths[other] ?? 1)));
      });
    },
  };
}

/** The first comics of each trait, in the given order. */
async function comparedComics(traits: readonly string[][], order: readonly number[], yieldNow: Yield) {
  const compared = new Map<string, number[]>();
  for (const comic of order) {
    for (const trait of traits[comic] ?? []) {
      const list = compared.get(trait) ?? [];
      if (list.length < COMPARED) list.push(comic);
      compared.set(trait, list);
    }
    await yieldNow();
  }
  return compared;
}

const AUTHOR = 'author ';

function traitsOf({ genres, authors }: Comparable): string[] {
  return [...new Set([...genres.map((genre) => `genre ${genre}`), ...authors.map((author) => `${AUTHOR}${author}`)])];
}
