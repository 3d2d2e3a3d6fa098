import { allRows } from '../../../core/db/db.ts';

type NamedComic = { id: number; titleKey: string; formerKeys: string[]; code: string };

export const listNamed = allRows<NamedComic, [titleKeys: string[], codes: string[]]>(
  'catalog.comics-named',
  `select coalesce(merged_into, id) as id, case when merged_into is null then title_key else '' end as "titleKey",
     case when merged_into is null then former_keys else '{}' end as "formerKeys", code
   from catalog.comic where title_key = any($1) or former_keys && $1 or code = any($2)`,
);

export type NamedChapter = { id: number; comicTitle: string; no: number; title: string };

export const listChapterNames = allRows<NamedChapter, [ids: readonly number[]]>(
  'catalog.chapters-and-comics',
  `select c.id, b.title as "comicTitle", c.no, c.title
   from catalog.chapter c join catalog.comic b on b.id = c.comic_id where c.id = any($1::bigint[])`,
);

export const listTitles = allRows<{ id: number; title: string }, [ids: readonly number[]]>(
  'catalog.comic-titles',
  'select id, title from catalog.comic where id = any($1::bigint[])',
);
