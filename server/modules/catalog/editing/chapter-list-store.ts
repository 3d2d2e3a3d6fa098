import { allRows } from '../../../core/db/db.ts';

/** A chapter in the list of operators. */
export type ListedChapter = {
  id: number;
  no: number;
  title: string;
  priceCoins: number;
  ownPriceCoins: number | null;
  freeAt: Date | null;
  publishedAt: Date;
  pages: number;
  damagedPages: number;
  online: boolean;
  deletedAt: Date | null;
  emptied: boolean;
  setByHand: string[];
};

/** The chapters of a comic after a number, by number. */
export const listChaptersAfter = allRows<ListedChapter, [comicId: number, afterNo: number, size: number]>(
  'catalog.chapters-after-no',
  `select id, no, title, price_coins as "priceCoins", own_price_coins as "ownPriceCoins", free_at as "freeAt",
     published_at as "publishedAt", page_count as pages, damaged_pages as "damagedPages", online,
     deleted_at as "deletedAt", pages = '[]' as emptied, set_by_hand as "setByHand"
   from catalog.chapter where comic_id = $1 and no > $2 order by no limit $3`,
);
