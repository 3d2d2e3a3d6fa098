import type { FieldKind } from '#contract/comic-fields';
import { allRows, execute, firstRow, row, statement, type Tx } from '../../../core/db/db.ts';
import { rowOfFields, sqlOfFields } from '../comics/comic-fields.ts';
import type { StoredCover, StoredImage, StoredPage } from '../pictures/stored-images.ts';
import type { ComicFacts } from './settings.ts';

export type ChapterRecord = {
  no: number;
  /** Undefined keeps the title that is stored. */
  title: string | undefined;
  /** For a new chapter; an older one keeps its time unless `republish`. */
  publishedAt: Date;
  republish: boolean;
  guarded: boolean;
  storeKey: string;
  pages: StoredPage[];
  thumb: StoredImage;
  preview: StoredImage;
  sha256: Buffer;
  sourceName: string;
  /** The folder below which the source lies; kept if it is not known. */
  sourceRoot?: string | undefined;
  recipe: number;
};

/** A chapter in the catalogue and the source that it was made from. */
export type KnownSource = {
  comicId: number;
  titleKey: string;
  series: string;
  no: number;
  pages: number;
  sha256: string;
  sourceName: string;
  /** The folder below which the source lay when it was imported; null if that is not known. */
  sourceRoot: string | null;
  recipe: number;
  /** The SHA-256, in hex, of the sidecar that was applied to the comic last. */
  sidecarSha256: string | null;
  /** The SHA-256 of the sidecars of comics that were merged into it. */
  mergedSidecars: readonly string[];
  /** It was left behind in a merge: a chapter of the comic has its number. */
  isLeftBehind: boolean;
  /** Names of the sources of the chapters that were left behind for this one. */
  leftSources: readonly string[];
  /** The level at which an operator has deleted it. */
  deleted: 'comic' | 'chapter' | null;
  setByHand: readonly string[];
  /** An operator has changed its pages. */
  isEdited: boolean;
  /** An operator has named the comic: no sidecar renames it. */
  isNamedByHand: boolean;
};

/** A comic in the catalogue, as far as an import needs it. */
export type KnownComic = {
  id: number;
  storeKey: string;
  priceCoins: number;
  freeFirst: number;
  hasCover: boolean;
  coverSource: Buffer | null;
  sidecarSha256: string | null;
  mergedSidecars: readonly string[];
  /** An operator has set its cover: no import replaces it. */
  isCoverByHand: boolean;
};

/** The key of a title that a comic had, and the one that it has now. */
export type FormerTitle = { key: string; comicId: number; title: string };

type LockedComic = { id: number; setByHand: string[] };

const MERGED_SIDECARS = `array(select encode(m.sidecar_sha256, 'hex') from catalog.comic m
              where m.merged_into = b.id and m.sidecar_sha256 is not null) as "mergedSidecars"`;

/** A chapter that was left behind in a merge counts as one of the comic that its own was merged into. */
const KNOWN_SOURCES = `select b.id as "comicId", b.title_key as "titleKey", b.title as series, c.no, c.page_count as pages,
            encode(c.source_sha256, 'hex') as sha256, c.source_name as "sourceName",
            c.source_root as "sourceRoot", c.recipe,
            encode(b.sidecar_sha256, 'hex') as "sidecarSha256", ${MERGED_SIDECARS},
            c.comic_id <> b.id as "isLeftBehind",
            array(select l.source_name from catalog.chapter l where l.merged_into = c.id) as "leftSources",
            case when b.deleted_at is not null then 'comic' when c.deleted_at is not null then 'chapter' end as deleted, c.set_by_hand as "setByHand",
            c.pages_version is not null as "isEdited",
            'title' = any(b.set_by_hand) as "isNamedByHand"
       from catalog.chapter c`;

export const findBySources = allRows<KnownSource, [sha256: Buffer[]]>(
  'catalog.chapters-by-source',
  `${KNOWN_SOURCES} join catalog.comic o on o.id = c.comic_id join catalog.comic b on b.id = coalesce(o.merged_into, o.id)
   where c.source_sha256 = any($1::bytea[]) order by c.id`,
);

export const listOfSeries = allRows<KnownSource, [titleKeys: string[], comicIds: number[]]>(
  'catalog.chapters-of-series',
  `${KNOWN_SOURCES} join catalog.comic b on b.id = c.comic_id
   where b.merged_into is null and (b.title_key = any($1::text[]) or b.id = any($2::int[])) order by c.id`,
);

const KNOWN_COMIC = `select b.id, b.store_key as "storeKey", b.price_coins as "priceCoins", b.free_first as "freeFirst",
            b.cover is not null as "hasCover", b.cover_source as "coverSource",
            encode(b.sidecar_sha256, 'hex') as "sidecarSha256", ${MERGED_SIDECARS}, 'cover' = any(b.set_by_hand) as "isCoverByHand"
       from catalog.comic b`;

export const findComicByKey = firstRow<KnownComic, [titleKey: string]>(
  'catalog.known-comic-by-title',
  `${KNOWN_COMIC} where b.title_key = $1 and b.merged_into is null`,
);

export const findComic = firstRow<KnownComic, [comicId: number]>(
  'catalog.known-comic-by-id',
  `${KNOWN_COMIC} where b.id = $1`,
);

/** The titles that were replaced and that no comic has now. */
export const listFormerTitles = allRows<FormerTitle, []>(
  'catalog.former-titles',
  `select f.key, b.id as "comicId", b.title from catalog.comic b cross join lateral unnest(b.former_keys) f (key)
   where b.former_keys <> '{}' and b.merged_into is null
     and not exists (select from catalog.comic o where o.title_key = f.key and o.merged_into is null) order by b.id`,
);

/** A comic, locked until the transaction ends; null if there is none. */
export const lockComic = firstRow<LockedComic, [titleKey: string], Tx>(
  'catalog.lock-comic',
  'select id, set_by_hand as "setByHand" from catalog.comic where title_key = $1 and merged_into is null for no key update',
);

const ADD_COMIC = statement<never, [title: string, titleKey: string, code: string, storeKey: string, now: Date]>(
  'catalog.add-comic',
  `insert into catalog.comic (title, title_key, code, store_key, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $5) on conflict do nothing`,
);

/** When a value of a chapter's file is stored; $3 = the comic is new. */
const FILLS: Readonly<Record<FieldKind, (column: string) => string>> = {
  names: (column) => `c.${column} = '{}'`,
  weekdays: (column) => `c.${column} = '{}'`,
  text: (column) => `c.${column} = ''`,
  status: (column) => `n.${column} = 'complete'`,
  direction: () => '$3',
  age: (column) => `c.${column} = 'all'`,
  count: () => 'false',
};

/** `facts`: a row of catalog.comic as JSON. */
const FILL_FACTS = statement<never, [comicId: number, facts: string, isNew: boolean, now: Date]>(
  'catalog.fill-comic-facts',
  `update catalog.comic c set ${sqlOfFields(
    (column, kind) =>
      `${column} = case when ${FILLS[kind](column)} then coalesce(n.${column}, c.${column}) else c.${column} end`,
  )},
     field_sources = c.field_sources || jsonb_strip_nulls(jsonb_build_object(${sqlOfFields(
       (column, kind) =>
         `'${column}', case when n.${column} is not null and ${FILLS[kind](column)}
            then jsonb_build_object('from', 'file', 'at', $4::timestamptz) end`,
     )}))
     from jsonb_populate_record(null::catalog.comic, $2::jsonb) n where c.id = $1`,
);

const PUT_CHAPTER = statement<
  { id: number },
  [
    comicId: number,
    no: number,
    title: string | undefined,
    publishedAt: Date,
    pageCount: number,
    thumb: string,
    preview: string,
    guarded: boolean,
    storeKey: string,
    pages: string,
    sha256: Buffer,
    sourceName: string,
    recipe: number,
    now: Date,
    republish: boolean,
    sourceRoot: string | undefined,
  ]
>(
  'catalog.put-chapter',
  `insert into catalog.chapter as old (comic_id, no, title, published_at, page_count, thumb, preview, guarded,
       store_key, pages, source_sha256, source_name, recipe, created_at, updated_at, source_root)
     values ($1, $2, coalesce($3::text, ''), $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $16)
     on conflict (comic_id, no) do update set
       title = case when 'title' = any(old.set_by_hand) then old.title else coalesce($3::text, old.title) end,
       published_at = case when $15 and 'published_at' <> all(old.set_by_hand) then $4 else old.published_at end,
       page_count = $5, thumb = $6, preview = $7, guarded = $8, store_key = $9, pages = $10,
       source_sha256 = $11, source_name = $12, recipe = $13, updated_at = $14,
       source_root = coalesce($16, old.source_root), pages_version = null
     returning id`,
);

const SET_COVER = statement<never, [comicId: number, cover: string, source: Buffer]>(
  'catalog.set-cover',
  'update catalog.comic set cover = $2, cover_source = $3 where id = $1',
);

const SET_CHAPTER_IMAGES = statement<never, [chapterId: number, thumb: string, preview: string]>(
  'catalog.set-chapter-images',
  'update catalog.chapter set thumb = $2, preview = $3 where id = $1',
);

/** Makes the next import of the same source replace this chapter, whose files were lost. */
export const remakeChapter = execute<[chapterId: number], Tx>(
  'catalog.require-remake',
  'update catalog.chapter set recipe = 0 where id = $1 and recipe <> 0',
);

/** Adds nothing if the title or the code is taken. */
export async function insertComic(
  tx: Tx,
  comic: { title: string; titleKey: string; code: string; storeKey: string },
  now: Date,
): Promise<void> {
  await row(tx, ADD_COMIC, [comic.title, comic.titleKey, comic.code, comic.storeKey, now]);
}

/** Sets the facts that are empty so far; the reading direction of a new comic only. */
export async function fillFacts(tx: Tx, comicId: number, facts: ComicFacts, isNew: boolean, now: Date): Promise<void> {
  await row(tx, FILL_FACTS, [comicId, rowOfFields(facts), isNew, now]);
}

/** Writes a chapter under its number without its price, and replaces an earlier one; returns its id. */
export async function putChapter(tx: Tx, comicId: number, chapter: ChapterRecord, now: Date): Promise<number> {
  const written = await row(tx, PUT_CHAPTER, [
    comicId,
    chapter.no,
    chapter.title,
    chapter.publishedAt,
    chapter.pages.length,
    JSON.stringify(chapter.thumb),
    JSON.stringify(chapter.preview),
    chapter.guarded,
    chapter.storeKey,
    JSON.stringify(chapter.pages),
    chapter.sha256,
    chapter.sourceName,
    chapter.recipe,
    now,
    chapter.republish,
    chapter.sourceRoot,
  ]);
  if (!written) throw new Error('a chapter was not written');
  return written.id;
}

export async function updateCover(tx: Tx, comicId: number, cover: StoredCover, source: Buffer): Promise<void> {
  await row(tx, SET_COVER, [comicId, JSON.stringify(cover), source]);
}

export async function updateChapterImages(
  tx: Tx,
  chapterId: number,
  images: { thumb: StoredImage; preview: StoredImage },
): Promise<void> {
  await row(tx, SET_CHAPTER_IMAGES, [chapterId, JSON.stringify(images.thumb), JSON.stringify(images.preview)]);
}
