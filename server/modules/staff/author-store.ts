import { allRows, firstValue, hasRow, type Tx } from '../../core/db/db.ts';

/** The comics of person `p` as an author; null for the other roles, which are not restricted to some. */
export const comicsOf = (role: 'p.role' | 'k.role') => `case when ${role} = 'author' then
  array(select a.comic_id::float8 from staff.author_comic a where a.person_id = p.id order by a.comic_id) end as comics`;

/** The comics of an author; null for a person with another role. */
export const ownComicsOf = firstValue<{ comics: number[] | null }, [personId: number]>(
  'staff.own-comics',
  `select ${comicsOf('p.role')} from staff.person p where p.id = $1`,
);

/** The active authors, and whether a comic is theirs. */
export const listAuthors = allRows<{ id: number; name: string; isGranted: boolean }, [comicId: number]>(
  'staff.authors',
  `select p.id, p.name, a.comic_id is not null as "isGranted"
   from staff.person p left join staff.author_comic a on a.person_id = p.id and a.comic_id = $1
   where p.role = 'author' and p.disabled_at is null order by p.id`,
);

/** Whether it was not granted before. */
export const grantComic = hasRow<{ comicId: number }, [personId: number, comicId: number, now: Date], Tx>(
  'staff.grant-comic',
  `insert into staff.author_comic (person_id, comic_id, granted_at) values ($1, $2, $3) on conflict do nothing returning comic_id as "comicId"`,
);

/** Whether it was granted before. */
export const revokeComic = hasRow<{ comicId: number }, [personId: number, comicId: number], Tx>(
  'staff.revoke-comic',
  'delete from staff.author_comic where person_id = $1 and comic_id = $2 returning comic_id as "comicId"',
);
