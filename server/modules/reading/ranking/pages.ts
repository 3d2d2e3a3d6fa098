import type { Pool } from 'pg';
import { BadField } from '../../../core/refusal.ts';
import { RANKED_MOST } from './order.ts';
import { type RankingType, rankingSlice } from './store.ts';

/** Where a ranking goes on: in a snapshot, after a rank. */
export type RankingPlace = { snapshotId: number; rank: number };

/** A comic's place; `change` is how many ranks it rose since the day before, null for one that was in none. */
export type Ranked = { comicId: number; rank: number; change: number | null; score: number };

/** One page of a ranking; `last` is where the next goes on, null at the end. */
export type RankingPage = { ranked: Ranked[]; last: RankingPlace | null };

/** `adult` = with comics marked 18. */
export type WantedRanking = {
  type: RankingType;
  genre: string | null;
  adult: boolean;
  after: RankingPlace | null;
  size: number;
};

/** Reads a page; a place in a snapshot that is kept no longer goes on in the newest at its rank. */
export async function readRanking(pool: Pool, wanted: WantedRanking): Promise<RankingPage> {
  const { type, genre, adult, after, size } = wanted;
  if (after && (after.rank < 1 || after.rank > RANKED_MOST)) throw new BadField('cursor');
  const first = (after?.rank ?? 0) + 1;
  const last = first + size - 1;
  const snapshotId = after?.snapshotId ?? null;
  const slice = await rankingSlice(pool, { snapshotId, type, genre: genre ?? '', adult, first, last });
  if (after && (after.snapshotId < 1 || after.snapshotId > (slice?.newest ?? 0))) throw new BadField('cursor');
  if (!slice) return { ranked: [], last: null };
  return {
    ranked: slice.comics.map((comicId, index) => {
      const rank = first + index;
      const before = slice.before[index] ?? null;
      return { comicId, rank, change: before === null ? null : before - rank, score: slice.scores[index] ?? 0 };
    }),
    last: last < slice.length ? { snapshotId: slice.snapshotId, rank: last } : null,
  };
}
