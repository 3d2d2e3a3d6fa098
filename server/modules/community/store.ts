import { allRows, type Db, execute, rows, statement, type Tx } from '../../core/db/db.ts';

/** Prepares the count of a chapter, which triggers then keep. */
export const openLikes = execute<[chapterId: number, comicId: number], Tx>(
  'community.open-likes',
  'insert into community.chapter_likes (chapter_id, comic_id) values ($1, $2) on conflict do nothing',
);

export const addLike = execute<[readerId: number, chapterId: number, at: Date], Tx>(
  'community.add-like',
  'insert into community.chapter_like (reader_id, chapter_id, at) values ($1, $2, $3) on conflict do nothing',
);

export const dropLike = execute<[readerId: number, chapterId: number], Tx>(
  'community.drop-like',
  'delete from community.chapter_like where reader_id = $1 and chapter_id = $2',
);

/** How many readers like a chapter, and whether this one does. */
export type Likes = { count: number; mine: boolean };

const LIKES = statement<Likes, [readerId: number, chapterId: number]>(
  'community.likes-of-chapter',
  `select coalesce((select likes from community.chapter_likes where chapter_id = $2), 0)::integer as count,
     exists (select from community.chapter_like where reader_id = $1 and chapter_id = $2) as mine`,
);

export async function findLikes(db: Db, readerId: number, chapterId: number): Promise<Likes> {
  return (await rows(db, LIKES, [readerId, chapterId]))[0] ?? { count: 0, mine: false };
}

export const setRating = execute<[readerId: number, comicId: number, stars: number, at: Date], Tx>(
  'community.set-rating',
  `insert into community.comic_rating (reader_id, comic_id, stars, at) values ($1, $2, $3, $4)
   on conflict (reader_id, comic_id) do update set stars = excluded.stars, at = excluded.at
   where comic_rating.stars <> excluded.stars`,
);

export const dropRating = execute<[readerId: number, comicId: number], Tx>(
  'community.drop-rating',
  'delete from community.comic_rating where reader_id = $1 and comic_id = $2',
);

/** The opinions of a comic: the likes of its chapters, its ratings, their stars, and those of this reader (0 = none). */
export type Opinions = { likes: number; ratings: number; stars: number; mine: number };

const OPINIONS = statement<Opinions, [readerId: number, comicId: number]>(
  'community.opinions-of-comic',
  `select (select coalesce(sum(likes), 0) from community.chapter_likes where comic_id = $2)::integer as likes,
     coalesce(r.ratings, 0)::integer as ratings, coalesce(r.stars, 0)::integer as stars,
     coalesce((select stars from community.comic_rating where reader_id = $1 and comic_id = $2), 0)::integer as mine
   from (select $2::bigint as id) c left join community.comic_ratings r on r.comic_id = c.id`,
);

export async function findOpinions(db: Db, readerId: number, comicId: number): Promise<Opinions> {
  return (await rows(db, OPINIONS, [readerId, comicId]))[0] ?? { likes: 0, ratings: 0, stars: 0, mine: 0 };
}

export const moveLikes = execute<[fromReaderId: number, toReaderId: number], Tx>(
  'community.move-likes',
  `with gone as (delete from community.chapter_like where reader_id = $1 returning chapter_id, at)
   insert into community.chapter_like (reader_id, chapter_id, at)
   select $2, chapter_id, at from gone order by chapter_id on conflict do nothing`,
);

export const moveRatings = execute<[fromReaderId: number, toReaderId: number], Tx>(
  'community.move-ratings',
  `with gone as (delete from community.comic_rating where reader_id = $1 returning comic_id, stars, at)
   insert into community.comic_rating (reader_id, comic_id, stars, at)
   select $2, comic_id, stars, at from gone order by comic_id
   on conflict (reader_id, comic_id) do update set stars = excluded.stars, at = excluded.at
   where excluded.at > comic_rating.at`,
);

export const dropLikesOf = execute<[readerId: number], Tx>(
  'community.drop-likes-of-reader',
  'delete from community.chapter_like where reader_id = $1',
);

export const dropRatingsOf = execute<[readerId: number], Tx>(
  'community.drop-ratings-of-reader',
  'delete from community.comic_rating where reader_id = $1',
);

export const exportLikes = allRows<{ chapterId: number; at: Date }, [readerId: number]>(
  'community.export-likes',
  `select chapter_id as "chapterId", at from community.chapter_like where reader_id = $1 order by at desc, chapter_id`,
);

export const exportRatings = allRows<{ comicId: number; stars: number; at: Date }, [readerId: number]>(
  'community.export-ratings',
  `select comic_id as "comicId", stars, at from community.comic_rating where reader_id = $1 order by at desc, comic_id`,
);
