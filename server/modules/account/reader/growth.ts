import type { Pool } from 'pg';
import { type Tx, transaction } from '../../../core/db/db.ts';
import { addPoints, addReward, grow, hasReward, mergeRewards } from './growth-store.ts';
import { lockReader } from './store.ts';

const POINTS_OF_CHAPTER = 1;

/** Adds the growth point for a chapter read to its end. Repeated calls for one reader and chapter have no effect. */
export async function rewardChapter(pool: Pool, readerId: number, chapterId: number): Promise<void> {
  if (await hasReward(pool, readerId, chapterId)) return;
  await transaction(pool, async (client) => {
    // A merge also locks the reader before it writes rewards: the other order could deadlock.
    if (!(await lockReader(client, readerId))) return;
    if (await addReward(client, readerId, chapterId)) await grow(client, readerId, POINTS_OF_CHAPTER);
  });
}

/**
 * Locks the reader and adds growth points for money or attendance; `false` if the reader is erased. Other locks, such as that of
 * the wallet, must be taken after this one.
 */
export async function addGrowth(tx: Tx, readerId: number, points: number): Promise<boolean> {
  if (!(await lockReader(tx, readerId))) return false;
  await addPoints(tx, readerId, points);
  return true;
}

/** The account gets the points of both; a chapter that both have read counts once. */
export async function mergeGrowth(client: Tx, fromReaderId: number, toReaderId: number): Promise<void> {
  const chapters = await mergeRewards(client, fromReaderId, toReaderId);
  if (chapters > 0) await grow(client, toReaderId, chapters * POINTS_OF_CHAPTER);
}
