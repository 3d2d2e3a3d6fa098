import { execute, rows, statement, type Tx } from '../../core/db/db.ts';

/** Counts the likes of chapters that move for the comic in which they are read now. */
export const placeLikes = execute<[chapterIds: readonly number[], comicId: number], Tx>(
  'community.place-likes',
  'update community.chapter_likes set comic_id = $2 where chapter_id = any($1)',
);

const OPEN_STAYS = statement<never, [left: readonly number[], stays: readonly number[], comicId: number]>(
  'community.open-likes-of-stays',
  `insert into community.chapter_likes (chapter_id, comic_id)
   select distinct t.stays, $3::bigint from unnest($1::bigint[], $2::bigint[]) t (id, stays)
   where exists (select from community.chapter_like l where l.chapter_id = t.id) on conflict do nothing`,
);

const COPY_LIKES = statement<never, [left: readonly number[], stays: readonly number[]]>(
  'community.copy-likes',
  `insert into community.chapter_like (reader_id, chapter_id, at)
   select l.reader_id, t.stays, l.at from unnest($1::bigint[], $2::bigint[]) t (id, stays)
   join community.chapter_like l on l.chapter_id = t.id order by 2, 1 on conflict do nothing`,
);

/** Copies the ratings of a comic to another, except of readers who have rated that one. */
export const copyRatings = execute<[fromId: number, intoId: number], Tx>(
  'community.copy-ratings',
  `insert into community.comic_rating (reader_id, comic_id, stars, at)
   select reader_id, $2, stars, at from community.comic_rating where comic_id = $1 order by reader_id
   on conflict do nothing`,
);

/** Deletes the copies that were not changed since. */
export const takeRatingsBack = execute<[fromId: number, intoId: number], Tx>(
  'community.take-ratings-back',
  `delete from community.comic_rating i using community.comic_rating f
   where f.comic_id = $1 and i.comic_id = $2 and i.reader_id = f.reader_id and i.at = f.at`,
);

/** Copies the likes of chapters to the chapters that replace them. */
export async function copyLikes(
  tx: Tx,
  left: readonly { id: number; stays: number }[],
  comicId: number,
): Promise<void> {
  const [ids, stays] = [left.map(({ id }) => id), left.map((each) => each.stays)];
  await rows(tx, OPEN_STAYS, [ids, stays, comicId]);
  await rows(tx, COPY_LIKES, [ids, stays]);
}
