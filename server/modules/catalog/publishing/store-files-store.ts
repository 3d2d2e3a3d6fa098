import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Db } from '../../../core/db.ts';
import {
  keysOfCover,
  keysOfPage,
  type StoredCover,
  type StoredImage,
  type StoredPage,
} from '../pictures/stored-images.ts';

/** Any number, the same in every process: one import at a time. */
const LOCK = 7_205_002;

/**
 * Waits until no other import runs on this database; the answer lets the next one in. `onWait` is told when it must
 * wait, `onLost` when the database let go of the lock by itself; `signal` ends the waiting.
 */
export async function holdImportLock(
  pool: pg.Pool,
  onWait: () => void,
  onLost: (error: Error) => void,
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  const client = await pool.connect();
  client.on('error', onLost);
  try {
    for (let round = 0; ; round++) {
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [LOCK]);
      if (rows[0]?.held) break;
      if (round === 0) onWait();
      // Waiting inside the database could not be told to stop.
      await sleep(200, undefined, { signal });
    }
  } catch (error) {
    client.release(true);
    throw error;
  }
  return async () => {
    client.off('error', onLost);
    // Where the lock can't be given back, ending the connection does it.
    const unlocked = await client.query('select pg_advisory_unlock($1)', [LOCK]).then(
      () => true,
      () => false,
    );
    client.release(!unlocked);
  };
}

/** Notes folders of the store that are about to be written to, so that a crash leaves nothing unknown there. */
export async function declareIntents(pool: pg.Pool, prefixes: string[], now: Date): Promise<void> {
  await pool.query(
    `insert into catalog.store_intent (prefix, created_at) select unnest($1::text[]), $2 on conflict do nothing`,
    [prefixes, now],
  );
}

export async function listIntents(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ prefix: string }>('select prefix from catalog.store_intent order by prefix');
  return rows.map((row) => row.prefix);
}

export async function forgetIntents(db: Db, prefixes: string[]): Promise<void> {
  await db.query('delete from catalog.store_intent where prefix = any($1::text[])', [prefixes]);
}

/** Every file that the catalogue has in one folder of the store. */
export async function keysInFolder(db: Db, prefix: string): Promise<Set<string>> {
  const [kind, storeKey] = prefix.split('/');
  const keys = kind === 'comic' ? await comicKeys(db, storeKey) : await chapterKeys(db, storeKey, kind === 'guarded');
  return new Set(keys.filter((key) => key.startsWith(`${prefix}/`)));
}

async function comicKeys(db: Db, storeKey: string | undefined): Promise<string[]> {
  const { rows } = await db.query<{ image: StoredImage | StoredCover | null }>(
    `with comic as (select id, cover, wide from catalog.comic where store_key = $1)
     select cover as image from comic union all select wide from comic
     union all select c.thumb from catalog.chapter c join comic on comic.id = c.comic_id
     union all select c.preview from catalog.chapter c join comic on comic.id = c.comic_id`,
    [storeKey],
  );
  return rows.flatMap(({ image }) => (image ? keysOfImage(image) : []));
}

async function chapterKeys(db: Db, storeKey: string | undefined, guarded: boolean): Promise<string[]> {
  const { rows } = await db.query<{ pages: StoredPage[] }>(
    'select pages from catalog.chapter where store_key = $1 and guarded = $2',
    [storeKey, guarded],
  );
  return rows.flatMap(({ pages }) => pages.flatMap(keysOfPage));
}

function keysOfImage(image: StoredImage | StoredCover): string[] {
  return 'variants' in image && Array.isArray(image.variants) ? keysOfCover(image) : [image.key];
}

export type StoredComic = { id: number; title: string; storeKey: string; cover: StoredCover | null };

export async function listComics(db: Db): Promise<StoredComic[]> {
  const { rows } = await db.query<StoredComic>(
    'select id, title, store_key as "storeKey", cover from catalog.comic order by id',
  );
  return rows;
}

export type StoredChapter = {
  id: number;
  no: number;
  guarded: boolean;
  storeKey: string;
  sourceName: string;
  thumb: StoredImage | null;
  preview: StoredImage;
  pages: StoredPage[];
};

/** A comic's chapters by number, with their pictures. */
export async function listChapters(db: Db, comicId: number): Promise<StoredChapter[]> {
  const { rows } = await db.query<StoredChapter>(
    `select id, no, guarded, store_key as "storeKey", source_name as "sourceName", thumb, preview, pages
       from catalog.chapter where comic_id = $1 order by no`,
    [comicId],
  );
  return rows;
}

/** Lets the next import of the same source make this chapter anew. */
export async function markForRedo(db: Db, chapterId: number): Promise<void> {
  await db.query('update catalog.chapter set recipe = 0 where id = $1 and recipe <> 0', [chapterId]);
}

export async function writeChapterImages(
  db: Db,
  chapterId: number,
  images: { thumb: StoredImage; preview: StoredImage },
): Promise<void> {
  await db.query('update catalog.chapter set thumb = $2, preview = $3 where id = $1', [
    chapterId,
    JSON.stringify(images.thumb),
    JSON.stringify(images.preview),
  ]);
}
