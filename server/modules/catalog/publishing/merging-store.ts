import { allRows, allValues, execute, row, rows, statement, type Tx } from '../../../core/db/db.ts';

/** One of two comics that are merged. */
export type MergingComic = {
  id: number;
  title: string;
  titleKey: string;
  alias: string[];
  formerKeys: string[];
  setByHand: string[];
  online: boolean;
  deletedAt: Date | null;
  mergedInto: number | null;
};

export type MergingChapter = {
  id: number;
  comicId: number;
  no: number;
  online: boolean;
  deletedAt: Date | null;
  publishedAt: Date;
  priceCoins: number;
};

export type Names = Pick<MergingComic, 'alias' | 'formerKeys' | 'setByHand'>;

const LOCK = statement<MergingComic, [ids: readonly number[]]>(
  'catalog.lock-merging-comics',
  `select id, title, title_key as "titleKey", alias, former_keys as "formerKeys", set_by_hand as "setByHand", online,
     deleted_at as "deletedAt", merged_into as "mergedInto"
   from catalog.comic where id = any($1) order by id for no key update`,
);

export const listMerging = allRows<MergingChapter, [comicIds: readonly number[]]>(
  'catalog.merging-chapters',
  `select id, comic_id as "comicId", no, online, deleted_at as "deletedAt", published_at as "publishedAt",
     price_coins as "priceCoins"
   from catalog.chapter where comic_id = any($1) order by no, id`,
);

export const moveChapters = execute<[ids: readonly number[], comicId: number], Tx>(
  'catalog.move-chapters',
  'update catalog.chapter set comic_id = $2 where id = any($1)',
);

const RENUMBER = statement<never, [ids: readonly number[], nos: readonly number[]]>(
  'catalog.renumber-chapters',
  `update catalog.chapter c set no = t.no from unnest($1::bigint[], $2::float8[]) t (id, no) where c.id = t.id`,
);

const SET_STAYS = statement<never, [ids: readonly number[], stays: readonly (number | null)[]]>(
  'catalog.set-chapters-merged-into',
  `update catalog.chapter c set merged_into = t.stays from unnest($1::bigint[], $2::bigint[]) t (id, stays) where c.id = t.id`,
);

/** Chapters in the trash stay there. */
export const showChapters = execute<[ids: readonly number[], online: boolean], Tx>(
  'catalog.show-chapters',
  'update catalog.chapter set online = $2 where id = any($1) and deleted_at is null',
);

export const listMergedChapters = allRows<{ id: number; stays: number }, [ids: readonly number[]]>(
  'catalog.chapters-merged-into',
  'select id, merged_into as stays from catalog.chapter where merged_into = any($1) order by id',
);

export const setInto = execute<[ids: readonly number[], into: number | null, online: boolean, now: Date], Tx>(
  'catalog.set-comics-merged-into',
  'update catalog.comic set merged_into = $2, online = $3, updated_at = $4 where id = any($1)',
);

const SET_NAMES = statement<
  never,
  [comicId: number, alias: string[], formerKeys: string[], setByHand: string[], now: Date]
>(
  'catalog.set-names-of-merged',
  'update catalog.comic set alias = $2, former_keys = $3, set_by_hand = $4, updated_at = $5 where id = $1',
);

/** The triggers of chapters know only the comic that a chapter is in now. */
export const renewFacts = execute<[comicIds: readonly number[]], Tx>(
  'catalog.renew-facts',
  'select catalog.update_comic_facts($1, now())',
);

/** The chapters of these comics, and where they are read now: themselves, or the one that stayed in their place. */
export const listHomes = allRows<ChapterHome, [comicId: number]>(
  'catalog.chapter-homes',
  `select c.id, s.id as "readAs", s.comic_id as "comicId"
   from catalog.chapter c join catalog.chapter s on s.id = coalesce(c.merged_into, c.id)
   where c.comic_id = $1 or s.comic_id = $1 order by c.id`,
);

/** Where a chapter is read now. */
export type ChapterHome = { id: number; readAs: number; comicId: number };

export async function lockMerging(tx: Tx, ids: readonly number[]): Promise<Map<number, MergingComic>> {
  return new Map((await rows(tx, LOCK, [ids])).map((comic) => [comic.id, comic]));
}

export async function renumber(tx: Tx, chapters: readonly { id: number; no: number }[]): Promise<void> {
  await row(tx, RENUMBER, [chapters.map(({ id }) => id), chapters.map(({ no }) => no)]);
}

export async function setStays(tx: Tx, left: readonly { id: number; stays: number | null }[]): Promise<void> {
  await row(tx, SET_STAYS, [left.map(({ id }) => id), left.map(({ stays }) => stays)]);
}

export const listMergedComics = allValues<{ id: number }, [comicId: number]>(
  'catalog.comics-merged-into',
  'select id from catalog.comic where merged_into = $1 order by id',
);

export async function setNames(tx: Tx, comicId: number, names: Names, now: Date): Promise<void> {
  await row(tx, SET_NAMES, [comicId, names.alias, names.formerKeys, names.setByHand, now]);
}
