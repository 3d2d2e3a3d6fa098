import { allRows, execute, firstRow, row, statement, type Tx } from '../../../core/db/db.ts';
import type { StoredImage, StoredPage } from '../pictures/stored-images.ts';

/** The pages of a chapter with its small pictures. */
export type PageSet = { pages: StoredPage[]; thumb: StoredImage | null; preview: StoredImage; damagedPages: number };

/** The pages of a chapter were changed by hand: an import must not replace them. */
export class PagesByHand extends Error {}

/** A version of the pages of a chapter; `leftAt` is `null` if the chapter has these pages, `actor` if they were imported. */
export type PageVersion = {
  id: number;
  actor: string | null;
  madeAt: Date;
  leftAt: Date | null;
  pageCount: number;
};

/** The latest first. */
export const listPageVersions = allRows<PageVersion, [chapterId: number]>(
  'catalog.page-versions',
  `select id, actor, made_at as "madeAt", left_at as "leftAt", jsonb_array_length(pages) as "pageCount"
   from catalog.page_version where chapter_id = $1 order by id desc`,
);

export const findPageSet = firstRow<PageSet, [chapterId: number]>(
  'catalog.page-set',
  `select pages, thumb, preview, damaged_pages as "damagedPages" from catalog.chapter where id = $1`,
);

/** Keeps the imported pages of a chapter, before they are changed for the first time. */
export const keepImportedPages = execute<[chapterId: number, now: Date], Tx>(
  'catalog.keep-imported-pages',
  `insert into catalog.page_version (chapter_id, made_at, pages, thumb, preview, damaged_pages)
   select id, $2, pages, thumb, preview, damaged_pages from catalog.chapter c
   where id = $1 and pages_version is null
     and not exists (select from catalog.page_version v where v.chapter_id = c.id and v.actor is null)`,
);

const ADD = statement<
  { id: number },
  [
    chapterId: number,
    actor: string,
    now: Date,
    pages: string,
    thumb: string | null,
    preview: string,
    damagedPages: number,
  ]
>(
  'catalog.add-page-version',
  `insert into catalog.page_version (chapter_id, actor, made_at, pages, thumb, preview, damaged_pages)
   values ($1, $2, $3, $4, $5, $6, $7) returning id`,
);

export async function addPageVersion(
  tx: Tx,
  chapterId: number,
  actor: string,
  { pages, thumb, preview, damagedPages }: PageSet,
  now: Date,
): Promise<number> {
  const json = [JSON.stringify(pages), thumb && JSON.stringify(thumb), JSON.stringify(preview)] as const;
  const added = await row(tx, ADD, [chapterId, actor, now, ...json, damagedPages]);
  if (!added) throw new Error('a version of pages was inserted without an id');
  return added.id;
}

/** Notes which version the chapter has now. */
export const noteCurrentVersion = execute<[chapterId: number, now: Date], Tx>(
  'catalog.note-current-page-version',
  `update catalog.page_version v
   set left_at = case when v.id = c.pages_version or (c.pages_version is null and v.actor is null) then null
     else coalesce(v.left_at, $2) end
   from catalog.chapter c where c.id = $1 and v.chapter_id = c.id`,
);

export const dropPageVersions = execute<[chapterIds: readonly number[]], Tx>(
  'catalog.drop-page-versions',
  'delete from catalog.page_version where chapter_id = any($1)',
);

/** Deletes versions that were replaced before a moment; returns the folders with their files. */
export const dropOldPageVersions = allRows<{ folder: string }, [leftBefore: Date], Tx>(
  'catalog.drop-old-page-versions',
  `with dropped as (delete from catalog.page_version where left_at < $1 returning chapter_id, preview)
   select distinct case when c.guarded then 'guarded/' else 'open/' end || c.store_key as folder
     from dropped d join catalog.chapter c on c.id = d.chapter_id
   union select 'comic/' || split_part(preview ->> 'key', '/', 2) from dropped`,
);
