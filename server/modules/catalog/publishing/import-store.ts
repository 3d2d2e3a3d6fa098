import { randomBytes, randomInt } from 'node:crypto';
import type pg from 'pg';
import type { Db } from '../../../core/db.ts';
import { titleKey } from '../comics/title-key.ts';
import type { StoredCover, StoredImage, StoredPage } from '../pictures/stored-images.ts';

/** What is said of a comic by its chapters' files (fills what is empty) or by the operator (overrides). */
export type ComicFacts = {
  alias?: string[];
  authors?: string[];
  genres?: string[];
  description?: string;
  status?: 'serial' | 'complete';
  direction?: 'strip' | 'ltr' | 'rtl';
  ageRating?: 'all' | '12' | '16' | '18';
};

export type ChapterRecord = {
  no: number;
  /** Undefined keeps what an earlier import said. */
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
  recipe: number;
};

export type KnownSource = {
  comicId: number;
  titleKey: string;
  series: string;
  no: number;
  pages: number;
  sha256: string;
  sourceName: string;
  recipe: number;
  /** What the files beside the chapters had said when they were last obeyed (sha256 in hex). */
  sidecarSha256: string | null;
};

/** The chapters made from any of these sources (sha256 in hex). */
export async function findBySources(db: Db, sha256: string[]): Promise<KnownSource[]> {
  return known(db, 'c.source_sha256 = any($1::bytea[])', [sha256.map((hex) => Buffer.from(hex, 'hex'))]);
}

/** All chapters of these series, and of these comics. */
export async function chaptersOfSeries(db: Db, titleKeys: string[], comicIds: number[]): Promise<KnownSource[]> {
  return known(db, 'b.title_key = any($1::text[]) or b.id = any($2::int[])', [titleKeys, comicIds]);
}

async function known(db: Db, condition: string, values: unknown[]): Promise<KnownSource[]> {
  const { rows } = await db.query<KnownSource>(
    `select c.comic_id as "comicId", b.title_key as "titleKey", b.title as series, c.no, c.page_count as pages,
            encode(c.source_sha256, 'hex') as sha256, c.source_name as "sourceName", c.recipe,
            encode(b.told_sha256, 'hex') as "sidecarSha256"
       from catalog.chapter c join catalog.comic b on b.id = c.comic_id where ${condition} order by c.id`,
    values,
  );
  return rows;
}

export type KnownComic = {
  id: number;
  storeKey: string;
  priceCoins: number;
  freeFirst: number;
  hasCover: boolean;
  coverSource: Buffer | null;
  sidecarSha256: string | null;
};

/** A comic and what an import has to know of it, or null where there is none yet. */
export async function findComic(db: Db, title: string): Promise<KnownComic | null> {
  const { rows } = await db.query<KnownComic>(
    `select b.id, b.store_key as "storeKey", b.price_coins as "priceCoins", b.free_first as "freeFirst",
            b.cover is not null as "hasCover", b.cover_source as "coverSource",
            encode(b.told_sha256, 'hex') as "sidecarSha256"
       from catalog.comic b where b.title_key = $1`,
    [titleKey(title)],
  );
  return rows[0] ?? null;
}

export type KnownPrice = { no: number; ownPriceCoins: number | null; guarded: boolean; storeKey: string };

/**
 * The chapters of a comic by number; `only`: that one and so many of the first, which together decide what it costs. Who
 * brings in thousands of chapters can't look at all of them for each.
 */
export async function pricesOf(db: Db, comicId: number, only?: { no: number; first: number }): Promise<KnownPrice[]> {
  const { rows } = await db.query<KnownPrice>(
    `select no, own_price_coins as "ownPriceCoins", guarded, store_key as "storeKey" from catalog.chapter
      where id in (${CHAPTERS_AROUND}) order by no`,
    [comicId, only?.no, only?.first],
  );
  return rows;
}

/** Ids of the chapter $2 of the comic $1 and of its first $3, or where that is null of all. */
export const CHAPTERS_AROUND = `select id from catalog.chapter where comic_id = $1 and no = $2
  union all (select id from catalog.chapter where comic_id = $1 order by no limit $3)`;

/** Finds or makes the comic and locks it for this transaction; facts fill what is empty. */
export async function writeComic(
  client: pg.PoolClient,
  comic: { title: string; storeKey: string; facts: ComicFacts; now: Date },
): Promise<number> {
  const { title, storeKey, facts, now } = comic;
  const key = titleKey(title);
  const find = () =>
    client.query<{ id: number }>('select id from catalog.comic where title_key = $1 for no key update', [key]);
  let id = (await find()).rows[0]?.id;
  const isNew = id === undefined;
  while (id === undefined) {
    // A code that is taken already changes nothing here: the next turn tries another.
    await client.query(
      `insert into catalog.comic (title, title_key, code, store_key, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $5) on conflict do nothing`,
      [title.trim(), key, randomCode(), storeKey, now],
    );
    id = (await find()).rows[0]?.id;
  }
  await client.query(
    `update catalog.comic set
       alias = case when alias = '{}' then coalesce($2::text[], alias) else alias end,
       authors = case when authors = '{}' then coalesce($3::text[], authors) else authors end,
       genres = case when genres = '{}' then coalesce($4::text[], genres) else genres end,
       description = case when description = '' then coalesce($5::text, description) else description end,
       status = case when $6::text = 'complete' then 'complete' else status end,
       direction = case when $7 then coalesce($8::text, direction) else direction end,
       age_rating = case when age_rating = 'all' then coalesce($9::text, age_rating) else age_rating end
     where id = $1`,
    [
      id,
      facts.alias,
      facts.authors,
      facts.genres,
      facts.description,
      facts.status,
      isNew,
      facts.direction,
      facts.ageRating,
    ],
  );
  return id;
}

/** Writes a chapter under its number, in place of what was there; its price is still to be set by `repriceComic`. */
export async function writeChapter(
  client: pg.PoolClient,
  comicId: number,
  chapter: ChapterRecord,
  now: Date,
): Promise<void> {
  await client.query(
    `insert into catalog.chapter as old (comic_id, no, title, published_at, page_count, thumb, preview, guarded,
       store_key, pages, source_sha256, source_name, recipe, created_at, updated_at)
     values ($1, $2, coalesce($3::text, ''), $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)
     on conflict (comic_id, no) do update set
       title = coalesce($3::text, old.title), published_at = case when $15 then $4 else old.published_at end,
       page_count = $5, thumb = $6, preview = $7, guarded = $8, store_key = $9, pages = $10,
       source_sha256 = $11, source_name = $12, recipe = $13, updated_at = $14`,
    [
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
    ],
  );
}

/** Gives a comic its cover; `source` is the sha256 of the picture it was made from. */
export async function writeCover(client: Db, comicId: number, cover: StoredCover, source: Buffer): Promise<void> {
  await client.query('update catalog.comic set cover = $2, cover_source = $3 where id = $1', [
    comicId,
    JSON.stringify(cover),
    source,
  ]);
}

/** A name for a folder of the store that nobody guesses. */
export function randomStoreKey(): string {
  return randomBytes(16).toString('hex');
}

/** Short, and without letters and digits that are mistaken for each other when read aloud. */
function randomCode(): string {
  const letters = '23456789abcdefghjkmnpqrstuvwxyz';
  return Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('');
}
