import type pg from 'pg';
import type { Db } from '../../../core/db.ts';
import { titleKey } from '../comics/title-key.ts';
import { pagesMovedTo, type StoredPage } from '../pictures/stored-images.ts';
import { effectivePrices } from '../pricing/price-rule.ts';
import { CHAPTERS_AROUND, type ComicFacts, randomStoreKey } from './import-store.ts';

/** What an operator says of a whole comic, in a command or beside its chapters; what is not said stays. */
export type ComicSettings = ComicFacts & { weekdays?: number[]; priceCoins?: number; freeFirst?: number };

/** What an operator says of one chapter; a price or time of null takes back what was said before. */
export type ChapterSettings = { priceCoins?: number | null; title?: string; freeAt?: Date | null };

/** Does what the operator said of a comic. Answers whether that has changed what its chapters cost, or anything else. */
export async function updateComicSettings(
  client: Db,
  id: number,
  settings: ComicSettings,
  now: Date,
): Promise<{ prices: boolean; facts: boolean }> {
  const repriced = await client.query(
    `update catalog.comic set price_coins = coalesce($2::int, price_coins), free_first = coalesce($3::int, free_first),
       updated_at = $4
     where id = $1 and (price_coins, free_first) is distinct from
       (coalesce($2::int, price_coins), coalesce($3::int, free_first))`,
    [id, settings.priceCoins, settings.freeFirst, now],
  );
  const altered = await client.query(
    `update catalog.comic as b set genres = said.genres, status = said.status, direction = said.direction,
       alias = said.alias, authors = said.authors, description = said.description, weekdays = said.weekdays,
       age_rating = said.age_rating, updated_at = $2
     from (select id, coalesce($3::text[], genres) as genres, coalesce($4::text, status) as status,
             coalesce($5::text, direction) as direction, coalesce($6::text[], alias) as alias,
             coalesce($7::text[], authors) as authors, coalesce($8::text, description) as description,
             coalesce($9::smallint[], weekdays) as weekdays, coalesce($10::text, age_rating) as age_rating
           from catalog.comic where id = $1) as said
     where b.id = said.id and (b.genres, b.status, b.direction, b.alias, b.authors, b.description, b.weekdays, b.age_rating)
       is distinct from (said.genres, said.status, said.direction, said.alias, said.authors, said.description,
                         said.weekdays, said.age_rating)`,
    [
      id,
      now,
      settings.genres,
      settings.status,
      settings.direction,
      settings.alias,
      settings.authors,
      settings.description,
      settings.weekdays,
      settings.ageRating,
    ],
  );
  return { prices: (repriced.rowCount ?? 0) > 0, facts: (altered.rowCount ?? 0) > 0 };
}

/** Gives a comic another title; the old one becomes another name of it, under which it is still found. */
export async function renameComic(client: Db, id: number, title: string, now: Date): Promise<void> {
  await client.query(
    `update catalog.comic set title = $2, title_key = $3, updated_at = $4,
       alias = array_append(array_remove(array_remove(alias, $2), title), title)
      where id = $1 and title <> $2`,
    [id, title, titleKey(title), now],
  );
}

/** Notes what the files beside a comic's chapters say now (sha256 in hex); answers whether that is news. */
export async function recordSidecar(client: Db, id: number, sha256: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `update catalog.comic set told_sha256 = decode($2, 'hex')
      where id = $1 and told_sha256 is distinct from decode($2, 'hex')`,
    [id, sha256],
  );
  return (rowCount ?? 0) > 0;
}

/** Lets the next import obey the files beside the chapters as if they were new. */
export async function forgetSidecar(client: Db, id: number): Promise<void> {
  await client.query('update catalog.comic set told_sha256 = null where id = $1', [id]);
}

/** Does what the operator said of single chapters; prices are still to be set by `repriceComic`. */
export async function updateChapterSettings(
  client: Db,
  comicId: number,
  settings: ReadonlyMap<number, ChapterSettings>,
  now: Date,
): Promise<boolean> {
  if (settings.size === 0) return false;
  const said = [...settings].map(([no, { priceCoins, title, freeAt }]) => ({
    no,
    pricing: priceCoins !== undefined,
    price: priceCoins,
    title,
    freeing: freeAt !== undefined,
    free_at: freeAt,
  }));
  const { rowCount } = await client.query(
    `update catalog.chapter as c set title = new.title, own_price_coins = new.price, free_at = new.free_at, updated_at = $3
     from (select c.id, coalesce(said.title, c.title) as title,
             case when said.pricing then said.price else c.own_price_coins end as price,
             case when said.freeing then said.free_at else c.free_at end as free_at
           from jsonb_to_recordset($2::jsonb) as said
                  (no float8, pricing boolean, price integer, title text, freeing boolean, free_at timestamptz)
           join catalog.chapter c on c.comic_id = $1 and c.no = said.no) as new
     where c.id = new.id and (c.title, c.own_price_coins, c.free_at) is distinct from (new.title, new.price, new.free_at)`,
    [comicId, JSON.stringify(said), now],
  );
  return (rowCount ?? 0) > 0;
}

/** Sets when these chapters came or come out; answers whether that was another time before. */
export async function publishChapters(client: Db, comicId: number, nos: number[], at: Date): Promise<boolean> {
  const { rowCount } = await client.query(
    `update catalog.chapter set published_at = $3
      where comic_id = $1 and no = any($2::float8[]) and published_at is distinct from $3`,
    [comicId, nos, at],
  );
  return (rowCount ?? 0) > 0;
}

/**
 * Sets every chapter's price by the rules and answers whether one has changed; with `newNo` only those that this chapter
 * touches by being there, itself and the one that it pushes out of the free first ones. Pages of a chapter that now costs
 * something and lay open are moved to a new secret folder: `move` copies the files, and the old ones are the caller's to
 * sweep once this transaction is in.
 */
export async function repriceComic(
  client: pg.PoolClient,
  comicId: number,
  move: (from: string, to: string) => Promise<void>,
  newNo?: number,
): Promise<boolean> {
  const comic = await client.query<{ priceCoins: number; freeFirst: number }>(
    'select price_coins as "priceCoins", free_first as "freeFirst" from catalog.comic where id = $1 for no key update',
    [comicId],
  );
  const rules = comic.rows[0] ?? { priceCoins: 0, freeFirst: 0 };
  const { rows } = await client.query<{
    id: number;
    no: number;
    ownPriceCoins: number | null;
    priceCoins: number;
    guarded: boolean;
    storeKey: string;
  }>(
    `select id, no, own_price_coins as "ownPriceCoins", price_coins as "priceCoins", guarded, store_key as "storeKey"
       from catalog.chapter where id in (${CHAPTERS_AROUND}) order by no for no key update`,
    [comicId, newNo, newNo === undefined ? undefined : rules.freeFirst + 1],
  );
  const prices = effectivePrices(rows, rules);
  let hasChanged = false;
  for (const [index, chapter] of rows.entries()) {
    const price = prices[index] ?? 0;
    if (price > 0 && !chapter.guarded) await guardChapter(client, chapter, move);
    if (price === chapter.priceCoins) continue;
    await client.query('update catalog.chapter set price_coins = $2 where id = $1', [chapter.id, price]);
    hasChanged = true;
  }
  return hasChanged;
}

async function guardChapter(
  client: pg.PoolClient,
  chapter: { id: number; storeKey: string },
  move: (from: string, to: string) => Promise<void>,
): Promise<void> {
  const storeKey = randomStoreKey();
  await move(`open/${chapter.storeKey}`, `guarded/${storeKey}`);
  const { rows } = await client.query<{ pages: StoredPage[] }>('select pages from catalog.chapter where id = $1', [
    chapter.id,
  ]);
  const pages = pagesMovedTo(`guarded/${storeKey}`, rows[0]?.pages ?? []);
  await client.query('update catalog.chapter set guarded = true, store_key = $2, pages = $3 where id = $1', [
    chapter.id,
    storeKey,
    JSON.stringify(pages),
  ]);
}
