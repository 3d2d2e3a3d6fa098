import type { Pool } from 'pg';
import { transaction } from '../../core/db/db.ts';
import type { ReaderDataOwner } from '../../core/module/reader-data-owner.ts';
import {
  addLike,
  dropLike,
  dropLikesOf,
  dropRating,
  dropRatingsOf,
  exportLikes,
  exportRatings,
  findLikes,
  findOpinions,
  type Likes,
  moveLikes,
  moveRatings,
  type Opinions,
  openLikes,
  setRating,
} from './store.ts';

export { copyLikes, copyRatings, placeLikes, takeRatingsBack } from './comic-merge-store.ts';
export { meanOf } from './rating.ts';
export type { Likes, Opinions } from './store.ts';

/** Likes of chapters and ratings of comics. */
export type Community = {
  likes(readerId: number, chapterId: number): Promise<Likes>;
  opinions(readerId: number, comicId: number): Promise<Opinions>;
  /** Likes a chapter, or no longer does. */
  like(like: { readerId: number; chapterId: number; comicId: number; on: boolean }, now: Date): Promise<Likes>;
  /** Rates a comic; null takes the rating back. */
  rate(rating: { readerId: number; comicId: number; stars: number | null }, now: Date): Promise<Opinions>;
  dataOwner: ReaderDataOwner;
};

export function createCommunity(pool: Pool): Community {
  return {
    likes: (readerId, chapterId) => findLikes(pool, readerId, chapterId),
    opinions: (readerId, comicId) => findOpinions(pool, readerId, comicId),
    async like({ readerId, chapterId, comicId, on }, now) {
      await transaction(pool, async (tx) => {
        if (!on) return dropLike(tx, readerId, chapterId);
        await openLikes(tx, chapterId, comicId);
        return addLike(tx, readerId, chapterId, now);
      });
      return findLikes(pool, readerId, chapterId);
    },
    async rate({ readerId, comicId, stars }, now) {
      await transaction(pool, (tx) =>
        stars === null ? dropRating(tx, readerId, comicId) : setRating(tx, readerId, comicId, stars, now),
      );
      return findOpinions(pool, readerId, comicId);
    },
    dataOwner: {
      name: 'community',
      async mergeReader(tx, fromReaderId, toReaderId) {
        if (fromReaderId === toReaderId) return;
        await moveLikes(tx, fromReaderId, toReaderId);
        await moveRatings(tx, fromReaderId, toReaderId);
      },
      async eraseReader(tx, readerId) {
        await dropLikesOf(tx, readerId);
        await dropRatingsOf(tx, readerId);
      },
      exportReader: async (tx, readerId) => ({
        likes: await exportLikes(tx, readerId),
        ratings: await exportRatings(tx, readerId),
      }),
    },
  };
}
