import { allRows, type Db, execute, firstRow, row, rows, statement, type Tx } from '../../../core/db/db.ts';
import type { State } from '../../audit/audit.ts';
import { type ComicFieldValues, type FieldSource, selectFields, sqlOfFields } from '../comics/comic-fields.ts';
import type { StoredCover } from '../pictures/stored-images.ts';

/** A comic as operators see it. */
export type ManagedComic = ComicFieldValues & {
  id: number;
  title: string;
  code: string;
  online: boolean;
  deletedAt: Date | null;
  /** The comic that it was merged into. */
  mergedInto: number | null;
  priceCoins: number;
  freeFirst: number;
  cover: StoredCover | null;
  wide: StoredCover | null;
  /** Keys of titles that were replaced by hand. */
  formerKeys: string[];
  setByHand: string[];
  /** By column, the values that imports have set. */
  fieldSources: Readonly<Record<string, FieldSource>>;
  storeKey: string;
  chapters: number;
  /** The numbers of the chapters that were deleted one by one, not with the comic. */
  deletedChapters: number[];
};

/** A chapter as operators see it. */
export type ManagedChapter = {
  id: number;
  comicId: number;
  no: number;
  title: string;
  online: boolean;
  deletedAt: Date | null;
  priceCoins: number;
  ownPriceCoins: number | null;
  freeAt: Date | null;
  publishedAt: Date;
  pageCount: number;
  guarded: boolean;
  /** The trash was emptied: its pages are gone. */
  emptied: boolean;
  /** Its comic was merged into another, and it was left behind there. */
  isOfMerged: boolean;
  setByHand: string[];
  storeKey: string;
};

const COMIC = `select b.id, b.title, b.code, b.online, b.deleted_at as "deletedAt", b.merged_into as "mergedInto", b.price_coins as "priceCoins",
  b.cover, b.wide, b.free_first as "freeFirst", ${selectFields('b')}, b.former_keys as "formerKeys", b.set_by_hand as "setByHand", b.field_sources as "fieldSources", b.store_key as "storeKey",
  (select count(*) from catalog.chapter c where c.comic_id = b.id)::int as chapters,
  array(select no::float8 from catalog.chapter c where c.comic_id = b.id and c.deleted_at is not null order by no) as "deletedChapters" from catalog.comic b`;

const CHAPTER = `select id, comic_id as "comicId", no, title, online, deleted_at as "deletedAt", price_coins as "priceCoins",
  own_price_coins as "ownPriceCoins", free_at as "freeAt", published_at as "publishedAt", page_count as "pageCount",
  guarded, pages = '[]' as emptied, exists (select from catalog.comic b where b.id = comic_id and b.merged_into is not null) as "isOfMerged", set_by_hand as "setByHand", store_key as "storeKey" from catalog.chapter`;

const FIND = statement<ManagedComic, [id: number | null, code: string, titleKey: string]>(
  'catalog.managed-comic',
  `${COMIC} where b.id = $1 or b.code = $2 or b.merged_into is null and (b.title_key = $3 or $3 = any(b.former_keys))
   order by b.id = $1 desc, b.code = $2 desc, b.title_key = $3 desc limit 1`,
);

/** The deleted comics and those with deleted chapters, the latest first. `word`: part of the title key. */
export const listComicsInTrash = allRows<ManagedComic, [before: number, word: string, size: number]>(
  'catalog.comics-in-trash',
  `${COMIC} where b.id < $1 and ($2 = '' or strpos(b.title_key, $2) > 0)
     and (b.deleted_at is not null or exists (select from catalog.chapter c where c.comic_id = b.id and c.deleted_at is not null))
   order by b.id desc limit $3`,
);

const NAMED_IN = statement<{ id: number }, [text: string, ids: readonly number[], chapterIds: readonly number[]]>(
  'catalog.comics-named-in',
  `select id from catalog.comic
   where merged_into is null and (id = any($2) or (length(title_key) > 1 and strpos($1, title_key) > 0) or id in (select coalesce(m.merged_into, m.id) from catalog.chapter c join catalog.comic m on m.id = c.comic_id where c.id = any($3))
     or id in (select merged_into from catalog.comic where id = any($2)))
   order by id = any($2) desc, length(title_key) desc limit 5`,
);

/** All of a comic by number. */
export const listManagedChapters = allRows<ManagedChapter, [comicId: number]>(
  'catalog.managed-chapters',
  `${CHAPTER} where comic_id = $1 order by no`,
);

export const findManagedChapter = firstRow<ManagedChapter, [id: number]>(
  'catalog.managed-chapter',
  `${CHAPTER} where id = $1`,
);

export const comicsOfChapters = allRows<{ id: number; comicId: number }, [ids: readonly number[]]>(
  'catalog.comics-of-chapters',
  'select id, comic_id as "comicId" from catalog.chapter where id = any($1::bigint[])',
);

const LOCK_COMIC = statement<{ id: number }, [comicId: number]>(
  'catalog.lock-managed-comic',
  'select id from catalog.comic where id = $1 for no key update',
);

type Change = { before: State; after: State };
type ChangeParams = [id: number, values: string, now: Date];

/** `values` are those of any columns. The other columns stay as they are. */
const CHANGE_COMIC = statement<Change, ChangeParams>(
  'catalog.change-comic-by-hand',
  `with old as (select c as row, to_jsonb(c) as state from catalog.comic c where id = $1),
   written as (
     update catalog.comic c set title = n.title, title_key = n.title_key, former_keys = n.former_keys, cover = n.cover, wide = n.wide,
       cover_source = n.cover_source, online = n.online, deleted_at = n.deleted_at,
       ${sqlOfFields((column) => `${column} = n.${column}`)}, price_coins = n.price_coins, free_first = n.free_first,
       set_by_hand = n.set_by_hand, sidecar_sha256 = n.sidecar_sha256, updated_at = $3
     from old, lateral jsonb_populate_record(old.row, $2::jsonb) n where c.id = $1 returning to_jsonb(c) as state)
   select old.state as before, written.state as after from old cross join written`,
);

/** If `pages_version` changes, the pages of that version are copied to the chapter. */
const CHANGE_CHAPTER = statement<Change, ChangeParams>(
  'catalog.change-chapter-by-hand',
  `with old as (select c as row, to_jsonb(c) as state from catalog.chapter c where id = $1),
   written as (
     update catalog.chapter c set online = n.online, deleted_at = n.deleted_at, no = n.no, title = n.title,
       own_price_coins = n.own_price_coins, free_at = n.free_at, published_at = n.published_at,
       pages_version = n.pages_version, pages = coalesce(v.pages, c.pages), thumb = coalesce(v.thumb, c.thumb),
       page_count = coalesce(jsonb_array_length(v.pages), c.page_count), preview = coalesce(v.preview, c.preview),
       damaged_pages = coalesce(v.damaged_pages, c.damaged_pages), set_by_hand = n.set_by_hand, updated_at = $3
     from old cross join lateral jsonb_populate_record(old.row, $2::jsonb) n
       left join catalog.page_version v on v.chapter_id = $1 and n.pages_version is distinct from (old.row).pages_version
         and (v.id = n.pages_version or (n.pages_version is null and v.actor is null))
     where c.id = $1 returning to_jsonb(c) as state)
   select old.state as before, written.state as after from old cross join written`,
);

/** Whether a row has these values. Compares them in the type of the column, because a time may be written in several ways. */
const COMIC_HAS = statement<{ has: boolean }, [id: number, values: string]>(
  'catalog.comic-has-values',
  'select to_jsonb(jsonb_populate_record(c, $2::jsonb)) = to_jsonb(c) as has from catalog.comic c where id = $1',
);
const CHAPTER_HAS = statement<{ has: boolean }, [id: number, values: string]>(
  'catalog.chapter-has-values',
  'select to_jsonb(jsonb_populate_record(c, $2::jsonb)) = to_jsonb(c) as has from catalog.chapter c where id = $1',
);

/** Chapters that were deleted before a moment and whose pages still exist. */
export const listTrash = allRows<ManagedChapter, [before: Date]>(
  'catalog.trash',
  `${CHAPTER} where pages <> '[]' and (deleted_at < $1
     or comic_id in (select id from catalog.comic where deleted_at < $1)) order by id`,
);

export const emptyChapters = execute<[chapterIds: readonly number[]], Tx>(
  'catalog.empty-chapters',
  `update catalog.chapter set pages = '[]', pages_version = null where id = any($1)`,
);

/** By id, by code or by title, in any spelling of it. */
export function findManagedComic(
  db: Db,
  name: { id: number | null; code: string; titleKey: string },
): Promise<ManagedComic | null> {
  return row(db, FIND, [name.id, name.code, name.titleKey]);
}

/** The comics with one of these ids or chapters, or whose title is in the text. */
export async function findComicsNamed(
  db: Db,
  name: { text: string; ids: readonly number[]; chapterIds: readonly number[] },
): Promise<number[]> {
  return (await rows(db, NAMED_IN, [name.text, name.ids, name.chapterIds])).map(({ id }) => id);
}

/** Locks a comic, and with it the numbers and prices of its chapters, until the transaction ends. */
export async function lockManagedComic(tx: Tx, comicId: number): Promise<void> {
  await row(tx, LOCK_COMIC, [comicId]);
}

/** Writes values by the names of their columns; returns the whole row before and after. */
export async function writeByHand(
  tx: Tx,
  subject: 'comic' | 'chapter',
  id: number,
  values: State,
  now: Date,
): Promise<Change> {
  const changed = await row(tx, subject === 'comic' ? CHANGE_COMIC : CHANGE_CHAPTER, [id, JSON.stringify(values), now]);
  if (!changed) throw new Error(`there is no ${subject} ${id}`);
  return changed;
}

export async function hasValues(tx: Tx, subject: 'comic' | 'chapter', id: number, values: State): Promise<boolean> {
  return (await row(tx, subject === 'comic' ? COMIC_HAS : CHAPTER_HAS, [id, JSON.stringify(values)]))?.has === true;
}
