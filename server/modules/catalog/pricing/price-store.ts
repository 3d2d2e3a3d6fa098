import { allRows, type Db, execute, row, rows, statement, type Tx } from '../../../core/db/db.ts';
import type { StoredPage } from '../pictures/stored-images.ts';
import type { PricedChapter, PriceRules } from './price-rule.ts';

export type ChapterPrice = PricedChapter & { guarded: boolean; storeKey: string };
export type LockedChapterPrice = ChapterPrice & { id: number; priceCoins: number };
export type UnguardedChapter = { id: number; storeKey: string };

/** Ids of the chapter $2 of the comic $1 and of its first $3, or where that is null of all. */
const CHAPTERS_AROUND = `select id from catalog.chapter where comic_id = $1 and no = $2
  union all (select id from catalog.chapter where comic_id = $1 order by no limit $3)`;

type AroundParams = [comicId: number, no: number | undefined, first: number | undefined];

const PRICES = statement<ChapterPrice, AroundParams>(
  'catalog.chapter-prices',
  `select no, own_price_coins as "ownPriceCoins", guarded, store_key as "storeKey" from catalog.chapter
      where id in (${CHAPTERS_AROUND}) order by no`,
);

/** Locks the comics in the order of their ids, like all code that locks several comics. */
export const lockPriceRules = allRows<PriceRules & { id: number }, [comicIds: readonly number[]], Tx>(
  'catalog.lock-price-rules',
  `select id, price_coins as "priceCoins", free_first as "freeFirst" from catalog.comic
   where id = any($1::bigint[]) order by id for no key update`,
);

/** All chapters of these comics. */
export const lockAllPrices = allRows<LockedChapterPrice & { comicId: number }, [comicIds: readonly number[]], Tx>(
  'catalog.lock-all-chapter-prices',
  `select id, comic_id as "comicId", no, own_price_coins as "ownPriceCoins", price_coins as "priceCoins", guarded,
     store_key as "storeKey"
   from catalog.chapter where comic_id = any($1::bigint[]) order by comic_id, no for no key update`,
);

const LOCK_PRICES = statement<LockedChapterPrice, AroundParams>(
  'catalog.lock-chapter-prices',
  `select id, no, own_price_coins as "ownPriceCoins", price_coins as "priceCoins", guarded, store_key as "storeKey"
       from catalog.chapter where id in (${CHAPTERS_AROUND}) order by no for no key update`,
);

/** The chapters that cost something or are offline, by themselves or with their comic, and whose pages have public addresses. */
export const lockUnguarded = allRows<UnguardedChapter, [comicId: number], Tx>(
  'catalog.unguarded-chapters',
  `select c.id, c.store_key as "storeKey" from catalog.chapter c join catalog.comic b on b.id = c.comic_id
   where c.comic_id = $1 and not c.guarded and (c.price_coins > 0 or not (b.online and c.online)) order by c.no for no key update of c`,
);

/** Some of the comics, besides these, with chapters that cost something and whose pages have public addresses. */
export const listUnguardedComics = allRows<{ comicId: number }, [besides: readonly number[], size: number]>(
  'catalog.comics-to-guard',
  `select comic_id as "comicId" from catalog.chapter
   where price_coins > 0 and not guarded and comic_id <> all($1::bigint[]) limit $2`,
);

export const setPrices = execute<[chapterIds: readonly number[], pricesCoins: readonly number[]], Tx>(
  'catalog.set-chapter-prices',
  `update catalog.chapter c set price_coins = g.price from unnest($1::bigint[], $2::int[]) g (id, price) where c.id = g.id`,
);

/** Versions of the pages are in the same folder. */
const LOCATE_PAGES = statement<never, [chapterId: number, storeKey: string, pages: string]>(
  'catalog.guard-chapter-pages',
  `with old as (select 'open/' || store_key || '/' as folder from catalog.chapter where id = $1),
     versions as (
       update catalog.page_version v set pages = replace(v.pages::text, old.folder, 'guarded/' || $2 || '/')::jsonb
       from old where v.chapter_id = $1)
   update catalog.chapter set guarded = true, store_key = $2, pages = $3 where id = $1`,
);

/** A chapter and this many of the first ones, which together decide its price. */
export type ChaptersAround = { no: number; first: number };

/** The chapters of a comic by number; `only` where a comic may have thousands. */
export function listPrices(db: Db, comicId: number, only?: ChaptersAround): Promise<ChapterPrice[]> {
  return rows(db, PRICES, [comicId, only?.no, only?.first]);
}

export function lockPrices(tx: Tx, comicId: number, only?: ChaptersAround): Promise<LockedChapterPrice[]> {
  return rows(tx, LOCK_PRICES, [comicId, only?.no, only?.first]);
}

/** Stores where the pages of a chapter are once it is guarded. */
export async function setGuardedPages(
  tx: Tx,
  chapterId: number,
  { storeKey, pages }: { storeKey: string; pages: readonly StoredPage[] },
): Promise<void> {
  await row(tx, LOCATE_PAGES, [chapterId, storeKey, JSON.stringify(pages)]);
}
