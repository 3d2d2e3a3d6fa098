import { allRows, row, statement, type Tx } from '../../../core/db/db.ts';

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

/** Two chapters can't exchange their numbers in one statement: in between they have numbers that no chapter has. */
const MOVE_AWAY = statement<never, [ids: readonly number[]]>(
  'catalog.move-chapters-away',
  `update catalog.chapter c set no = 999999999 - g.place
   from unnest($1::bigint[]) with ordinality g (id, place) where c.id = g.id`,
);

const RENUMBER = statement<never, [ids: readonly number[], nos: readonly number[], now: Date]>(
  'catalog.renumber-chapters-by-hand',
  `update catalog.chapter c set no = g.no, updated_at = $3,
     set_by_hand = case when 'no' = any(set_by_hand) then set_by_hand else set_by_hand || '{no}'::text[] end
   from unnest($1::bigint[], $2::float8[]) g (id, no) where c.id = g.id`,
);

/** Gives chapters other numbers, which imports leave alone from now on. */
export async function renumberByHand(
  tx: Tx,
  chapters: readonly { id: number; no: number }[],
  now: Date,
): Promise<void> {
  const ids = chapters.map(({ id }) => id);
  await row(tx, MOVE_AWAY, [ids]);
  await row(tx, RENUMBER, [ids, chapters.map(({ no }) => no), now]);
}
