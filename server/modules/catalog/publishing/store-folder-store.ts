import { allRows, allValues, type Db, execute, firstValue, rows, statement, valueOr } from '../../../core/db/db.ts';
import type { StoredCover, StoredImage, StoredPage } from '../pictures/stored-images.ts';

/** A comic with its cover. */
export type StoredComic = { id: number; title: string; storeKey: string; cover: StoredCover | null };

/** A chapter with its pictures. */
export type StoredChapter = {
  id: number;
  no: number;
  guarded: boolean;
  storeKey: string;
  sourceName: string;
  thumb: StoredImage | null;
  preview: StoredImage;
  pages: StoredPage[];
};

export const unlock = execute<[lock: number]>('catalog.import-unlock', 'select pg_advisory_unlock($1)');

export const insertIntents = execute<[prefixes: string[], now: Date]>(
  'catalog.declare-intents',
  `insert into catalog.store_intent (prefix, created_at) select unnest($1::text[]), $2 on conflict do nothing`,
);

export const deleteIntents = execute<[prefixes: string[]]>(
  'catalog.remove-intents',
  'delete from catalog.store_intent where prefix = any($1::text[])',
);

const COMIC_IMAGES = statement<{ image: StoredImage | StoredCover | null }, [storeKey: string]>(
  'catalog.comic-images',
  `with comic as (select id, cover, wide from catalog.comic where store_key = $1)
     select cover as image from comic union all select wide from comic
     union all select thumb from catalog.chapter where split_part(preview ->> 'key', '/', 2) = $1
     union all select preview from catalog.chapter where split_part(preview ->> 'key', '/', 2) = $1
     union all select thumb from catalog.page_version where split_part(preview ->> 'key', '/', 2) = $1
     union all select preview from catalog.page_version where split_part(preview ->> 'key', '/', 2) = $1`,
);

const CHAPTER_PAGES = statement<{ pages: StoredPage[] }, [storeKey: string, guarded: boolean]>(
  'catalog.chapter-pages',
  `with chapter as (select id, pages from catalog.chapter where store_key = $1 and guarded = $2)
     select pages from chapter
     union all select pages from catalog.page_version where chapter_id = any(array(select id from chapter))`,
);

export const listStoredComics = allRows<StoredComic, []>(
  'catalog.stored-comics',
  'select id, title, store_key as "storeKey", cover from catalog.comic order by id',
);

/** The chapters of a comic by number. */
export const listStoredChapters = allRows<StoredChapter, [comicId: number]>(
  'catalog.stored-chapters',
  `select id, no, guarded, store_key as "storeKey", source_name as "sourceName", thumb, preview, pages
       from catalog.chapter where comic_id = $1 order by no`,
);

/** Takes a lock of the session, if it is free. */
export const tryLock = valueOr<{ held: boolean }, [lock: number]>(
  'catalog.try-import-lock',
  'select pg_try_advisory_lock($1) as held',
  false,
);

/** The folders that an import declared and did not release. */
export const listDeclaredFolders = allValues<{ prefix: string }, []>(
  'catalog.intents',
  'select prefix from catalog.store_intent order by prefix',
);

/** Every picture in the folder of a comic. */
export async function listComicImages(db: Db, storeKey: string): Promise<(StoredImage | StoredCover)[]> {
  return (await rows(db, COMIC_IMAGES, [storeKey])).flatMap(({ image }) => image ?? []);
}

/** The comic whose pictures are in a folder. */
export const findComicByFolder = firstValue<{ id: number }, [storeKey: string]>(
  'catalog.comic-of-folder',
  'select id from catalog.comic where store_key = $1',
);

/** The pages in the folder of a chapter. */
export async function listFolderPages(db: Db, folder: { storeKey: string; guarded: boolean }): Promise<StoredPage[]> {
  return (await rows(db, CHAPTER_PAGES, [folder.storeKey, folder.guarded])).flatMap(({ pages }) => pages);
}
