import type { Pool } from 'pg';
import { BadField } from '../../../core/refusal/refusal.ts';
import { type Audience, ageLimit } from '../../catalog/catalog.ts';
import { RANKED_MOST } from './order.ts';
import { type RankingType, rankingSlice } from './store.ts';

/** The position after which a page begins: a snapshot and a rank in it. */
export type RankingPlace = { snapshotId: number; rank: number };

/** A comic's place; `change` is how many ranks it rose since the day before, null if it had none. */
export type Ranked = { comicId: number; rank: number; change: number | null; score: number };

/** One page of a ranking; `last` = the position for the next page, null at the end. */
export type RankingPage = { ranked: Ranked[]; last: RankingPlace | null };

export type RankingQuery = Audience & {
  type: RankingType;
  genre: string | null;
  after: RankingPlace | null;
  size: number;
};

/** Reads a page; if the snapshot of the position was deleted, continues in the newest one at the same rank. */
export async function readRanking(pool: Pool, query: RankingQuery): Promise<RankingPage> {
  const { type, genre, after, size } = query;
  if (after && (after.rank < 1 || after.rank > RANKED_MOST)) throw new BadField('cursor');
  const first = (after?.rank ?? 0) + 1;
  const last = first + size - 1;
  const snapshotId = after?.snapshotId ?? null;
  const slice = await rankingSlice(pool, {
    snapshotId,
    type,
    genre: genre ?? '',
    ageLimit: ageLimit(query),
    first,
    last,
  });
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
