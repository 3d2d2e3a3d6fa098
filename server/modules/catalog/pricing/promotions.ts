import type { Tx } from '../../../core/db/db.ts';
import { type PromotionRecord, replaceAll } from './promotion-store.ts';

/** A comic that is in two promotions at the same time. */
export type Overlap = { comicId: number; keys: [string, string] };

/** Makes these the only promotions. Their comics must exist, and none may be in two promotions at a time. */
export async function replacePromotions(tx: Tx, promotions: readonly PromotionRecord[]): Promise<void> {
  const overlap = findOverlap(promotions);
  if (overlap)
    throw new Error(`comic ${overlap.comicId} is in both promotions ${overlap.keys.join(' and ')} at a time`);
  await replaceAll(tx, promotions);
}

/** The first comic found in two promotions that run at the same time; one that ends when the other starts is fine. */
export function findOverlap(promotions: readonly PromotionRecord[]): Overlap | null {
  const running = new Map<number, PromotionRecord>();
  for (const promotion of promotions.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())) {
    for (const comicId of promotion.comicIds) {
      const before = running.get(comicId);
      if (before && before.endsAt > promotion.startsAt) return { comicId, keys: [before.key, promotion.key] };
      running.set(comicId, promotion);
    }
  }
  return null;
}
