import type { Pool } from 'pg';
import { transaction } from '../../../core/db/db.ts';
import { type Page, readPage } from '../../../core/refusal/paging.ts';
import { addAuthor, dropAuthor, type FollowedAuthor, followsAuthor, listAuthors } from './author-store.ts';
import type { Follower } from './library.ts';
import { openLibrary } from './store.ts';

/** The authors that readers follow. */
export type Authors = {
  follow(reader: Pick<Follower, 'readerId' | 'counts'>, author: string, now: Date): Promise<void>;
  unfollow(readerId: number, author: string): Promise<void>;
  follows(readerId: number, author: string): Promise<boolean>;
  list(readerId: number, query: { after: FollowedAuthor | null; size: number }): Promise<Page<FollowedAuthor>>;
};

export function createAuthors(pool: Pool): Authors {
  return {
    follow: ({ readerId, counts }, author, now) =>
      transaction(pool, async (tx) => {
        await openLibrary(tx, readerId, counts);
        await addAuthor(tx, readerId, author, now);
      }),
    unfollow: (readerId, author) => dropAuthor(pool, readerId, author),
    follows: (readerId, author) => followsAuthor(pool, readerId, author),
    list: (readerId, { after, size }) => readPage(size, (limit) => listAuthors(pool, readerId, { after, size: limit })),
  };
}
