import { allRows, type Db, execute, hasRow, rows, statement, type Tx } from '../../../core/db/db.ts';

/** An author whom a reader follows. */
export type FollowedAuthor = { name: string; at: Date };

type PageParams = [readerId: number, afterTime: Date | 'infinity', afterName: string, size: number];

export const addAuthor = execute<[readerId: number, author: string, at: Date], Tx>(
  'reading.follow-author',
  `insert into reading.followed_author (reader_id, author, followed_at) values ($1, $2, $3)
   on conflict (reader_id, author) do nothing`,
);

export const dropAuthor = execute<[readerId: number, author: string], Db>(
  'reading.unfollow-author',
  'delete from reading.followed_author where reader_id = $1 and author = $2',
);

const PAGE = statement<FollowedAuthor, PageParams>(
  'reading.followed-authors',
  `select author as name, followed_at as at from reading.followed_author
   where reader_id = $1 and (followed_at, author) < ($2::timestamptz, $3)
   order by followed_at desc, author desc limit $4`,
);

export const listAllAuthors = allRows<FollowedAuthor, [readerId: number]>(
  'reading.all-followed-authors',
  `select author as name, followed_at as at from reading.followed_author where reader_id = $1
   order by followed_at desc, author desc`,
);

/** Readers with a larger id who followed any of these authors before a moment, by id, each with one of the authors. */
export const listFollowers = allRows<
  { readerId: number; author: string },
  [authors: readonly string[], followedBefore: Date, afterReaderId: number, size: number]
>(
  'reading.followers',
  `select reader_id as "readerId", min(author) as author from reading.followed_author
   where author = any($1) and followed_at < $2 and reader_id > $3 group by reader_id order by reader_id limit $4`,
);

/** The earlier time is kept where both readers follow an author. */
export const mergeAuthors = execute<[fromReaderId: number, toReaderId: number], Tx>(
  'reading.merge-authors',
  `insert into reading.followed_author as t (reader_id, author, followed_at)
   select $2, author, followed_at from reading.followed_author where reader_id = $1
   on conflict (reader_id, author) do update set followed_at = least(t.followed_at, excluded.followed_at)`,
);

export const followsAuthor = hasRow<{ author: string }, [readerId: number, author: string]>(
  'reading.follows-author',
  'select author from reading.followed_author where reader_id = $1 and author = $2',
);

/** The authors after this one, the last followed first. */
export function listAuthors(
  db: Db,
  readerId: number,
  { after, size }: { after: FollowedAuthor | null; size: number },
): Promise<FollowedAuthor[]> {
  return rows(db, PAGE, [readerId, after?.at ?? 'infinity', after?.name ?? '', size]);
}
