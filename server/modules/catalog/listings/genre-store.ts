import { type Db, row, rows, statement } from '../../../core/db.ts';
import { FACTS_OUTDATED, shown } from '../comics/visibility.ts';
import { planned } from './listing-store.ts';

export type GenreRow = { name: string; count: number };

/** The stored sums, minus the genres of comics whose facts are not current, plus those genres as they are now. */
function genres(adult: boolean): string {
  return `
  select genre as name, sum(comics)::bigint as count from (
    select genre, ${adult ? 'comics + adult_comics' : 'comics'} as comics from catalog.genre_tally
    union all
    select g.genre, -1 from catalog.comic c join catalog.comic_genre g on g.comic_id = c.id
      where ${FACTS_OUTDATED} ${adult ? '' : 'and not g.adult'}
    union all
    select g.genre, 1 from catalog.comic c cross join lateral catalog.comic_facts(c.id, $1) f
      cross join lateral (select distinct genre from unnest(c.genres) genre where length(genre) <= 40) g
      where ${shown(adult)} and ${FACTS_OUTDATED} and f.latest_at is not null
  ) counted group by genre having sum(comics) > 0 order by 2 desc, 1`;
}

const GENRES_OF = statement<{ genre: string }, [comicIds: readonly number[], now: Date, most: number]>(
  'catalog.genres-of',
  `select genre from catalog.comic c cross join unnest(c.genres) with ordinality g (genre, place)
   where c.id = any($1) and ${shown(true)}
     and exists (select from catalog.chapter where comic_id = c.id and published_at <= $2)
   group by genre order by count(distinct c.id) desc, min(place), genre limit $3`,
);

/** Of each genre only the latest comics are compared: older ones would not be recommended anyway. */
const COMPARED_COMICS = 400;

function alike(adult: boolean): string {
  return `
  with turned as materialized (
    select c.id, c.genres, f.latest_at, ${shown(adult)} as shown
    from catalog.comic c cross join lateral catalog.comic_facts(c.id, $1) f where ${FACTS_OUTDATED}
  )
  select id from (
    select stored.id, stored.latest_at from unnest($4::text[]) given cross join lateral (
      select comic_id as id, latest_at from catalog.comic_genre
      where genre = given ${adult ? '' : 'and not adult'} and comic_id <> all($2::bigint[])
        and comic_id not in (select id from turned)
      order by latest_at desc limit ${COMPARED_COMICS}
    ) stored
    union all
    select id, latest_at from turned
      cross join lateral (select distinct genre from unnest(genres) genre where genre = any($4::text[])) g
      where shown and latest_at is not null and id <> all($2::bigint[])
  ) c group by id order by count(*) desc, max(latest_at) desc, id desc limit $3`;
}

const SUM_UP = statement<never, []>(
  'catalog.sum-up-genres',
  `with gone as (
     delete from catalog.genre_tally
     where genre in (select genre from catalog.genre_tally group by genre having count(*) > 1)
     returning genre, comics, adult_comics
   )
   insert into catalog.genre_tally (genre, comics, adult_comics)
   select genre, sum(comics), sum(adult_comics) from gone group by genre having sum(comics) <> 0 or sum(adult_comics) <> 0`,
);

/** The genres of comics that readers can see, those of most comics first. */
export function listGenres(db: Db, now: Date, adult: boolean): Promise<GenreRow[]> {
  return planned(db, genres(adult), [now]);
}

/** The most frequent genres of these comics; those without a published chapter do not count. */
export async function genresOf(db: Db, comicIds: readonly number[], now: Date, most: number): Promise<string[]> {
  return (await rows(db, GENRES_OF, [comicIds, now, most])).map(({ genre }) => genre);
}

/** The ids of comics with any of these genres, except `without`: those with most of them first, then by update. */
export async function listSimilar(
  db: Db,
  now: Date,
  { without, genres, size, adult }: { without: readonly number[]; genres: string[]; size: number; adult: boolean },
): Promise<number[]> {
  const found = await planned<{ id: number }>(db, alike(adult), [now, without, size, genres]);
  return found.map(({ id }) => id);
}

/** Sums up what was added to the tally of genres. Counts are right without it, but slower the longer it is omitted. */
export async function sumUpGenres(db: Db): Promise<void> {
  await row(db, SUM_UP);
}
