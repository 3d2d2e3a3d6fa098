import { allRows, type Db, rows, statement, valueOr } from '../../../core/db/db.ts';

/** A comic of a library; from which age on it is shown, and when the reader last did something with it. */
export type KnownComic = { comicId: number; fromAge: number; likedAt: Date; hasRead: boolean };

/** The comics that a reader liked, the latest first, and how many days ago. */
export type Taste = { readerId: number; comics: number[]; days: number[] };

/** A new chapter moves a comic up in a library, but does not show that the reader likes it. */
const LIKED_AT = 'greatest(subscribed_at, favorited_at, owned_at, read_at)';
const LATEST = 'order by reader_id desc, activity_at desc, comic_id desc';

/** The comics of a library by latest activity. */
export const listKnown = allRows<KnownComic, [readerId: number, most: number]>(
  'reading.known-comics',
  `select comic_id as "comicId", age as "fromAge", ${LIKED_AT} as "likedAt", read_at is not null as "hasRead"
   from reading.entry where reader_id = $1 and (latest_at is not null or owned_at is not null) ${LATEST} limit $2`,
);

const TASTES = statement<Taste, [afterId: number, stride: number, readers: number, perReader: number, now: Date]>(
  'reading.tastes',
  `select p.reader_id as "readerId", t.comics, t.days from (
     select reader_id from reading.library where reader_id > $1 and counts and reader_id % $2 = 0
     order by reader_id limit $3
   ) p cross join lateral (
     select coalesce(json_agg(comic_id), '[]') as comics, coalesce(json_agg(days), '[]') as days from (
       select comic_id, extract(epoch from $5 - ${LIKED_AT})::bigint / 86400 as days from reading.entry
       where reader_id = p.reader_id and (latest_at is not null or owned_at is not null) ${LATEST} limit $4
     ) e
   ) t order by p.reader_id`,
);

/** How many readers there are whose reading counts, as in rankings. */
export const countTastes = valueOr<{ count: number }, []>(
  'reading.count-tastes',
  'select count(*) as count from reading.library where counts',
  0,
);

/** The tastes of the next readers after one, by their ids: of those whose reading counts every `stride`-th. */
export function listTastes(
  db: Db,
  query: { after: number; stride: number; readers: number; perReader: number; now: Date },
): Promise<Taste[]> {
  return rows(db, TASTES, [query.after, query.stride, query.readers, query.perReader, query.now]);
}
