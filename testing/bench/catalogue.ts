import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type pg from 'pg';

const COMICS = 200;
const LONG = { chapters: 60, pages: 20 };
const IMAGE_BYTES = 200 * 1024;

/** What the rows need. */
export type Filled = { comicId: number; chapterId: number; image: { key: string; bytes: Buffer } };

/** What the listings that an editor or readers make are filled with. */
const PROMOTION = `
  with promotion as (
    insert into catalog.promotion (key, title, percent, starts_at, ends_at)
    values ('bench', '限时优惠', 50, now() - interval '1 day', now() + interval '1 day') returning *
  )
  insert into catalog.promotion_comic (promotion_id, comic_id, position, percent, starts_at, ends_at)
  select p.id, c.id, c.id, p.percent, p.starts_at, p.ends_at from promotion p cross join catalog.comic c where c.id <= 20`;
/** A ranking of one page: a cursor would change with every new snapshot. */
const VIEWS = `
  insert into reading.comic_day (day, comic_id, views)
  select (now() at time zone 'Asia/Shanghai')::date, id, id from catalog.comic where id <= 20`;
const THEME = `
  insert into editorial.part (name, body, updated_at)
  select 'themes', jsonb_build_array(jsonb_build_object('id', 1, 'title', '专题', 'description', '', 'image', null,
    'comics', jsonb_agg(id), 'start', null, 'end', null)), now() from catalog.comic where id <= 20`;

const hex = (seed: string) => createHash('sha256').update(seed).digest('hex').slice(0, 32);

const imageIn = (folder: string, seed: string, width: number, height: number) => ({
  key: `${folder}/${hex(seed)}.bin`,
  width,
  height,
  color: '#8a7f6e',
});

/** Fills an empty catalogue: 200 comics, one of them long, and in the storage one page picture of 200 kB. */
export async function fillCatalogue(pool: pg.Pool, imageDir: string): Promise<Filled> {
  let comicId = 0;
  for (let index = 0; index < COMICS; index++) comicId = await addComic(pool, index);
  const chapterIds: number[] = [];
  for (let no = 1; no <= LONG.chapters; no++) chapterIds.push(await addChapter(pool, comicId, no, LONG.pages));
  await pool.query(PROMOTION);
  await pool.query(VIEWS);
  await pool.query(THEME);
  await pool.query('delete from reading.ranking_snapshot');
  const image = { key: `open/${hex('image')}/${hex('picture')}.bin`, bytes: randomBytes(IMAGE_BYTES) };
  const file = join(imageDir, image.key);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, image.bytes);
  await pool.query('analyze');
  return { comicId, chapterId: chapterIds[LONG.chapters / 2] ?? 0, image };
}

async function addComic(pool: pg.Pool, index: number): Promise<number> {
  const folder = `comic/${hex(`comic ${index}`)}`;
  const widths = [240, 480, 720];
  const variants = widths.map((width) => ({ key: imageIn(folder, `${index} ${width}`, width, 0).key, width }));
  const cover = { ...imageIn(folder, `${index} 720`, 720, 960), variants };
  const { rows } = await pool.query<{ id: number }>(
    `insert into catalog.comic (title, title_key, code, authors, genres, description, status, weekdays, store_key, cover,
       created_at, updated_at)
     values ($1, $1, $2, $3, $4, $5, 'serial', '{1,4}', $6, $7, now() - $8 * interval '1 hour', now()) returning id`,
    [
      `海边的第 ${index} 家旧书店`,
      String(100_000 + index),
      ['青木', '林间'],
      ['日常', '奇幻', '治愈'].slice(0, 1 + (index % 3)),
      '一家只在涨潮时开门的旧书店，和每晚来读同一本书的客人。'.repeat(3),
      hex(`comic ${index}`),
      cover,
      COMICS - index,
    ],
  );
  const id = Number(rows[0]?.id);
  // The last one becomes the long one.
  if (index < COMICS - 1) for (let no = 1; no <= 1 + (index % 3); no++) await addChapter(pool, id, no, 2);
  return id;
}

async function addChapter(pool: pg.Pool, comicId: number, no: number, pageCount: number): Promise<number> {
  const storeKey = hex(`chapter ${comicId} ${no}`);
  const pages = Array.from({ length: pageCount }, (_, index) => ({
    ...imageIn(`open/${storeKey}`, `page ${index}`, 992, 1401),
    source: `${index + 1}.jpg`,
  }));
  const folder = `comic/${hex(`pictures ${comicId}`)}`;
  const { rows } = await pool.query<{ id: number }>(
    `insert into catalog.chapter (comic_id, no, title, published_at, page_count, thumb, preview, guarded, store_key, pages,
       source_sha256, source_name, recipe, created_at, updated_at)
     values ($1, $2::float8, $3, now() - (1000 - $2::float8) * interval '1 hour', $4, $5, $6, false, $7, $8, $9, $10, 1, now(), now())
     returning id`,
    [
      comicId,
      no,
      `第${no}话 潮水退去以后`,
      pageCount,
      JSON.stringify(imageIn(folder, `thumb ${no}`, 320, 180)),
      JSON.stringify(imageIn(folder, `preview ${no}`, 320, 452)),
      storeKey,
      JSON.stringify(pages),
      createHash('sha256').update(storeKey).digest(),
      `${no}.cbz`,
    ],
  );
  return Number(rows[0]?.id);
}
