import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { fillListings } from './listings-catalogue.ts';

const SIZE = { comics: 200, chapters: 20, pages: 20 };
const IMAGE_BYTES = 200 * 1024;

/** A comic with a published chapter, and a stored page picture of 200 kB. */
export type Filled = { comicId: number; chapterId: number; image: { key: string; bytes: Buffer } };

/** Fills an empty catalogue of 200 comics and stores one picture. */
export async function fillCatalogue(pool: pg.Pool, imageDir: string): Promise<Filled> {
  await fillListings(pool, SIZE);
  // A ranking of one page has no cursor, which would change with every snapshot.
  await pool.query('delete from reading.comic_day where comic_id > 20');
  await pool.query('delete from reading.ranking_snapshot');
  const { rows } = await pool.query<{ comicId: string; chapterId: string }>(
    `select comic_id as "comicId", id as "chapterId" from catalog.chapter where no = 1 and published_at < now() limit 1`,
  );
  const hex = () => randomBytes(16).toString('hex');
  const image = { key: `open/${hex()}/${hex()}.bin`, bytes: randomBytes(IMAGE_BYTES) };
  const file = join(imageDir, image.key);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, image.bytes);
  return { comicId: Number(rows[0]?.comicId), chapterId: Number(rows[0]?.chapterId), image };
}
