import { randomBytes } from 'node:crypto';
import { type Db, row, rows, statement } from '../../core/db.ts';
import type { SigningKey } from './image-address.ts';
import type { StoredCover, StoredImage, StoredPage } from './stored-images.ts';

export type ComicRow = {
  id: number;
  title: string;
  code: string;
  authors: string[];
  genres: string[];
  description: string;
  status: 'serial' | 'complete';
  weekdays: number[];
  direction: 'strip' | 'ltr' | 'rtl';
  ageRating: 'all' | '12' | '16' | '18';
  cover: StoredCover | null;
  wide: StoredImage | null;
  /** False = shown to nobody but those who own chapters of it. */
  online: boolean;
  createdAt: Date;
};

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
};

const COMIC = statement<ComicRow>(
  'catalog.comic',
  `select id, title, code, authors, genres, description, status, weekdays, direction, age_rating as "ageRating",
     cover, wide, online, created_at as "createdAt"
   from catalog.comic where id = $1`,
);

const CHAPTERS = statement<ChapterRow>(
  'catalog.chapters',
  `select id, no, title, price_coins as "priceCoins", free_at as "freeAt", published_at as "publishedAt",
     page_count as "pageCount", thumb, preview, guarded, store_key as "storeKey"
   from catalog.chapter where comic_id = $1 order by no`,
);

const COMIC_OF_CHAPTER = statement<{ id: number }>(
  'catalog.comic-of-chapter',
  'select comic_id as id from catalog.chapter where id = $1',
);

const PAGES = statement<{ pages: StoredPage[]; storeKey: string }>(
  'catalog.pages',
  'select pages, store_key as "storeKey" from catalog.chapter where id = $1',
);

const SIGNING_KEYS = statement<SigningKey>(
  'catalog.signing-keys',
  'select kid, secret from catalog.signing_key order by kid',
);

const HAS_NO_COMIC = statement<{ empty: boolean }>(
  'catalog.has-no-comic',
  'select not exists (select from catalog.comic) as empty',
);

export async function hasNoComic(db: Db): Promise<boolean> {
  return (await row(db, HAS_NO_COMIC))?.empty ?? true;
}

/** A comic, online or not, with all its chapters by number, published or not; null where there is none. */
export async function findComic(db: Db, id: number): Promise<{ comic: ComicRow; chapters: ChapterRow[] } | null> {
  const [comic, chapters] = await Promise.all([row(db, COMIC, [id]), rows(db, CHAPTERS, [id])]);
  return comic && { comic, chapters };
}

export async function findComicOfChapter(db: Db, chapterId: number): Promise<number | null> {
  return (await row(db, COMIC_OF_CHAPTER, [chapterId]))?.id ?? null;
}

/** The pages, and the store key they lie under, read together so that they always fit. */
export function findPages(db: Db, chapterId: number): Promise<{ pages: StoredPage[]; storeKey: string } | null> {
  return row(db, PAGES, [chapterId]);
}

/** The signing keys, oldest first; the first one is made when there is none (two nodes may both make one: both hold). */
export async function signingKeys(db: Db, now: Date): Promise<SigningKey[]> {
  await db.query(
    `insert into catalog.signing_key (secret, created_at)
     select $1, $2 where not exists (select from catalog.signing_key)`,
    [randomBytes(32), now],
  );
  return rows(db, SIGNING_KEYS);
}
