import { allValues, type Db, execute, planned } from '../../../core/db/db.ts';
import type { AgeLimit } from '../comics/audience.ts';
import { FACTS_OUTDATED, shown } from '../comics/visibility.ts';

export type GenreRow = { name: string; count: number };

/** The stored sums, minus the genres of comics whose facts are not current, plus those genres as they are now. */
function genres(limit: AgeLimit): string {
  return `
  select genre as name, sum(comics)::bigint as count from (
    select genre, comics from catalog.genre_tally where from_age <= ${limit}
    union all
    select g.genre, -1 from catalog.comic c join catalog.comic_genre g on g.comic_id = c.id
      where ${FACTS_OUTDATED} and g.from_age <= ${limit}
    union all
    select g.genre, 1 from catalog.comic c cross join lateral catalog.comic_facts(c.id, $1) f
      cross join lateral (select distinct genre from unnest(c.genres) genre where length(genre) <= 40) g
      where ${shown(limit)} and ${FACTS_OUTDATED} and f.latest_at is not null
  ) counted group by genre having sum(comics) > 0 order by 2 desc, 1`;
}

/** How many of the latest comics of each genre are compared. Older ones would not be recommended anyway. */
const COMPARED_COMICS = 400;

function alike(limit: AgeLimit): string {
  return `
  with turned as materialized (
    select c.id, c.genres, f.latest_at, ${shown(limit)} as shown
    from catalog.comic c cross join lateral catalog.comic_facts(c.id, $1) f where ${FACTS_OUTDATED}
  )
  select id from (
    select stored.id, stored.latest_at from unnest($4::text[]) given cross join lateral (
      select comic_id as id, latest_at from catalog.comic_genre
      where genre = given and from_age <= ${limit} and comic_id <> all($2::bigint[])
        and comic_id not in (select id from turned)
      order by latest_at desc limit ${COMPARED_COMICS}
    ) stored
    union all
    select id, latest_at from turned
      cross join lateral (select distinct genre from unnest(genres) genre where genre = any($4::text[])) g
      where shown and latest_at is not null and id <> all($2::bigint[])
  ) c group by id order by count(*) desc, max(latest_at) desc, id desc limit $3`;
}

/** Merges the appended rows of the genre tally into sums. Counts are right without it, but slower the longer it is omitted. */
export const sumUpGenres = execute<[]>(
  'catalog.sum-up-genres',
  `with gone as (
     delete from catalog.genre_tally
     where (genre, from_age) in (select genre, from_age from catalog.genre_tally group by 1, 2 having count(*) > 1)
     returning genre, from_age, comics
   )
   insert into catalog.genre_tally (genre, from_age, comics)
   select genre, from_age, sum(comics) from gone group by genre, from_age having sum(comics) <> 0`,
);

/** The genres of comics that readers can see, those of most comics first. */
export function listGenres(db: Db, now: Date, limit: AgeLimit): Promise<GenreRow[]> {
  return planned<GenreRow>(db, genres(limit), [now]);
}

/** The most frequent genres of these comics; those without a published chapter do not count. */
export const genresOf = allValues<{ genre: string }, [comicIds: readonly number[], now: Date, most: number]>(
  'catalog.genres-of',
  `select genre from catalog.comic c cross join unnest(c.genres) with ordinality g (genre, place)
   where c.id = any($1) and ${shown(18)}
     and exists (select from catalog.chapter where comic_id = c.id and online and published_at <= $2)
   group by genre order by count(distinct c.id) desc, min(place), genre limit $3`,
);

/** The ids of comics with any of these genres, except `without`: those with most of them first, then by update. */
export async function listSimilar(
  db: Db,
  now: Date,
  {
    without,
    genres,
    size,
    ageLimit,
  }: { without: readonly number[]; genres: string[]; size: number; ageLimit: AgeLimit },
): Promise<number[]> {
  const found = await planned<{ id: number }>(db, alike(ageLimit), [now, without, size, genres]);
  return found.map(({ id }) => id);
}
