import { firstRow, firstValue, valueOr } from '../../../core/db/db.ts';
import type { StoredCover, StoredImage } from '../pictures/stored-images.ts';
import { type ShownFieldValues, selectFields } from './comic-fields.ts';

export type ComicRow = ShownFieldValues & {
  id: number;
  title: string;
  code: string;
  cover: StoredCover | null;
  wide: StoredImage | null;
  /** False = shown only to readers who own chapters of it. */
  online: boolean;
  createdAt: Date;
  /** The comic that it was merged into. */
  mergedInto: number | null;
};

/** A comic, online or not; null if there is none. */
export const findComic = firstRow<ComicRow, [id: number]>(
  'catalog.comic',
  `select id, title, code, ${selectFields('c', ({ shown }) => shown)},
     cover, wide, online, created_at as "createdAt", merged_into as "mergedInto"
   from catalog.comic c where id = $1`,
);

/** How many comics 月卡 opens for readers of this age; counts up to 1000. */
export const countWithPass = valueOr<{ count: number }, [age: number]>(
  'catalog.count-with-pass',
  `select count(*) as count from (
     select from catalog.comic
     where online and pass_after_days > 0 and cover is not null and catalog.from_age(age_rating) <= $1 limit 1000) c`,
  0,
);

export const hasNoComic = valueOr<{ empty: boolean }, []>(
  'catalog.has-no-comic',
  'select not exists (select from catalog.comic) as empty',
  true,
);

/** Whether any chapter has a price. */
export const sellsChapters = valueOr<{ sells: boolean }, []>(
  'catalog.sells-chapters',
  `select exists (select from catalog.comic where price_coins > 0)
     or (select true from catalog.chapter where price_coins > 0 limit 1) is not null as sells`,
  false,
);

export const findIdByCode = firstValue<{ id: number }, [code: string]>(
  'catalog.id-by-code',
  'select coalesce(merged_into, id) as id from catalog.comic where code = $1 and (online or merged_into is not null)',
);
