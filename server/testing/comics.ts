import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestApp } from './app.ts';

export type ChapterWish = {
  no?: number;
  title?: string;
  price?: number;
  freeAt?: Date;
  publishedAt?: Date;
  pages?: number;
};
export type ComicWish = {
  title?: string;
  genres?: string[];
  status?: 'serial' | 'complete';
  weekdays?: number[];
  direction?: 'strip' | 'ltr' | 'rtl';
  ageRating?: string;
  online?: boolean;
  createdAt?: Date;
  chapters?: ChapterWish[];
};

const hex = () => randomBytes(16).toString('hex');
let made = 0;

/**
 * Puts a comic into the catalogue and its pictures into the store, without decoding anything: each picture is two padding
 * bytes and its own key. Gives the ids and the keys of the first chapter's pages.
 */
export async function addComic(test: TestApp, wish: ComicWish = {}) {
  const now = wish.createdAt ?? new Date(Date.now() - 60_000);
  const title = wish.title ?? `漫画 ${++made}`;
  const comicKey = hex();
  const cover = await image(test, `comic/${comicKey}/${hex()}.bin`);
  const { rows } = await test.pool.query<{ id: number }>(
    `insert into catalog.comic (title, title_key, code, authors, genres, age_rating, online, store_key, cover, created_at, updated_at,
       status, weekdays, direction)
     values ($1, $2, $3, '{作者}', $4, $5, $6, $7, $8, $9, $9, $10, $11, $12) returning id`,
    [
      title,
      title.toLowerCase(),
      hex().slice(0, 6),
      wish.genres ?? [],
      wish.ageRating ?? 'all',
      wish.online ?? true,
      comicKey,
      { ...cover, variants: [{ key: cover.key, width: cover.width }] },
      now,
      wish.status ?? 'serial',
      wish.weekdays ?? [],
      wish.direction ?? 'strip',
    ],
  );
  const comicId = rows[0]?.id ?? 0;
  const chapters = [];
  for (const [index, chapter] of (wish.chapters ?? [{}]).entries())
    chapters.push(await addChapter(test, comicId, comicKey, now, { no: index + 1, ...chapter }));
  return { comicId, title, chapters };
}

async function addChapter(
  test: TestApp,
  comicId: number,
  comicKey: string,
  now: Date,
  wish: ChapterWish & { no: number },
) {
  const guarded = (wish.price ?? 0) > 0;
  const storeKey = hex();
  const pages = [];
  for (let page = 0; page < (wish.pages ?? 2); page++) {
    const stored = await image(test, `${guarded ? 'guarded' : 'open'}/${storeKey}/${hex()}.bin`);
    pages.push({ ...stored, source: `${page + 1}.jpg` });
  }
  const { rows } = await test.pool.query<{ id: number }>(
    `insert into catalog.chapter (comic_id, no, title, own_price_coins, price_coins, free_at, published_at, page_count, preview,
       guarded, store_key, pages, source_sha256, source_name, recipe, created_at, updated_at)
     values ($1, $2, $3, $4, coalesce($4, 0), $5, $6, $7, $8, $9, $10, $11, $12, $13, 1, $14, $14) returning id`,
    [
      comicId,
      wish.no,
      wish.title ?? `第${wish.no}话`,
      wish.price ?? null,
      wish.freeAt ?? null,
      wish.publishedAt ?? now,
      pages.length,
      await image(test, `comic/${comicKey}/${hex()}.bin`),
      guarded,
      storeKey,
      JSON.stringify(pages),
      randomBytes(32),
      `${wish.no}.cbz`,
      now,
    ],
  );
  return { id: rows[0]?.id ?? 0, storeKey, keys: pages.map((page) => page.key) };
}

async function image(test: TestApp, key: string) {
  const file = path.join(test.storeDir, key);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, Buffer.concat([Buffer.from([0, 0]), Buffer.from(key)]));
  return { key, width: 800, height: 1200, color: '#808080' };
}
