import { allRows, type Db, firstRow, rows, statement } from '../../../core/db/db.ts';
import type { StoredImage, StoredPage } from '../pictures/stored-images.ts';
import { keysOfPage } from '../pictures/stored-images.ts';

export type ChapterRow = {
  id: number;
  no: number;
  title: string;
  priceCoins: number;
  freeAt: Date | null;
  publishedAt: Date;
  pageCount: number;
  thumb: StoredImage | null;
  preview: StoredImage;
  guarded: boolean;
  storeKey: string;
  /** False = shown only to readers who own it. */
  online: boolean;
};

/** The pages of a chapter, and the key of the folder with their files. */
export type ChapterPages = { pages: StoredPage[]; storeKey: string };

/** All chapters of a comic by number, published or not. */
export const listChapters = allRows<ChapterRow, [comicId: number]>(
  'catalog.chapters',
  `select id, no, title, price_coins as "priceCoins", free_at as "freeAt", published_at as "publishedAt",
     page_count as "pageCount", thumb, preview, guarded, store_key as "storeKey", online
   from catalog.chapter where comic_id = $1 order by no`,
);

/** The chapter to read for an id: itself, or the one that replaced it when two comics were merged. */
export type ChapterLocation = { chapterId: number; comicId: number };

export const findChapterLocation = firstRow<ChapterLocation, [chapterId: number]>(
  'catalog.place-of-chapter',
  `select s.id as "chapterId", s.comic_id as "comicId"
   from catalog.chapter c join catalog.chapter s on s.id = coalesce(c.merged_into, c.id) where c.id = $1`,
);

/** The pages and the key of their folder. One statement reads both, so that they always belong together. */
export const findPages = firstRow<ChapterPages, [chapterId: number]>(
  'catalog.pages',
  'select pages, store_key as "storeKey" from catalog.chapter where id = $1',
);

const SAMPLE = statement<{ pages: StoredPage[] }, [chapters: number]>(
  'catalog.sample-chapters',
  `select pages from catalog.chapter
   where id in (select id from catalog.chapter order by random() limit $1)`,
);

/** The files of the pages of some chapters, picked at random. */
export async function samplePictures(db: Db, chapters: number): Promise<string[]> {
  return (await rows(db, SAMPLE, [chapters])).flatMap(({ pages }) => pages.flatMap(keysOfPage));
}
