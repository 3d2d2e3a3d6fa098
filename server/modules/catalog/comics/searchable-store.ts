import { allRows } from '../../../core/db/db.ts';
import type { ComicRow } from './comic-store.ts';
import { shown } from './visibility.ts';

/** The fields by which a comic is searched. A comic that not even adults can see has none. */
export type SearchableComic = Pick<
  ComicRow,
  'id' | 'title' | 'code' | 'authors' | 'genres' | 'status' | 'ageRating' | 'createdAt'
> & { alias: string[]; latestAt: Date; views: number };

const SEARCHABLE = `select c.id, c.title, c.alias, c.code, c.authors, c.genres, c.status, c.age_rating as "ageRating",
    c.created_at as "createdAt", c.latest_at as "latestAt", coalesce(k.views, 0) as views
  from catalog.comic c left join catalog.comic_stats k on k.comic_id = c.id
  where ${shown(18)} and c.latest_at is not null`;

/** The comics among these that readers can see. */
export const listSearchable = allRows<SearchableComic, [ids: readonly number[]]>(
  'catalog.searchable-of-ids',
  `${SEARCHABLE} and c.id = any($1::bigint[])`,
);

/** All of them by id, page by page. */
export const listSearchableAfter = allRows<SearchableComic, [afterId: number, size: number]>(
  'catalog.searchable-after',
  `${SEARCHABLE} and c.id > $1 order by c.id limit $2`,
);
