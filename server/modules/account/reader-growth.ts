import type { Pool } from 'pg';
import { type Tx, transaction } from '../../core/db.ts';
import { addReward, grow, hasReward, mergeRewards } from './reader-growth-store.ts';
import { lockReader } from './reader-store.ts';

const POINTS_OF_CHAPTER = 1;

/** Gives the growth point of a chapter that was read to its end: once a reader and chapter, however often it is said. */
export async function rewardChapter(pool: Pool, readerId: number, chapterId: number): Promise<void> {
  if (await hasReward(pool, readerId, chapterId)) return;
  await transaction(pool, async (client) => {
    // A merge holds the reader before it writes rewards: whoever did it the other way round would wait for it in a ring.
    if (!(await lockReader(client, readerId))) return;
    if (await addReward(client, readerId, chapterId)) await grow(client, readerId, POINTS_OF_CHAPTER);
  });
}

/** The account keeps the points of both; a chapter that both have read gives its point once. */
export async function mergeGrowth(client: Tx, fromReaderId: number, toReaderId: number): Promise<void> {
  const chapters = await mergeRewards(client, fromReaderId, toReaderId);
  if (chapters > 0) await grow(client, toReaderId, chapters * POINTS_OF_CHAPTER);
}
