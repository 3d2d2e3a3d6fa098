import type pg from 'pg';
import { fillLedger } from '../buying-catalogue.ts';
import { nameComics } from '../comic-titles.ts';
import { fillListings } from '../listings-catalogue.ts';
import { fillReaders } from './readers.ts';

/** The full size, which is multiplied by the requested share. */
const FULL = { comics: 20_000, readers: 1_000_000, purchases: 500_000, words: 1_500 };
const PAGES = 20;

export type Sizes = typeof FULL;

export function sizesOf(share: number): Sizes {
  const part = (count: number) => Math.ceil(count * share);
  return {
    comics: part(FULL.comics),
    readers: part(FULL.readers),
    purchases: part(FULL.purchases),
    words: part(FULL.words),
  };
}

/** Fills an empty database: some minutes at full size. */
export async function fill(pool: pg.Pool, sizes: Sizes): Promise<void> {
  const started = performance.now();
  const report = (text: string) =>
    console.error(`${sizes.comics} comics: ${text}, ${((performance.now() - started) / 1000).toFixed(0)} s`);
  await fillListings(pool, { comics: sizes.comics, pages: PAGES });
  await nameComics(pool);
  report('comics and chapters');
  await fillReaders(pool, sizes, report);
  await pool.query(WORDS, [sizes.words]);
  await fillLedger(pool, sizes.purchases);
  await pool.query('vacuum analyze');
  report('all');
}

/** The searched words of a month. */
const WORDS = `
  insert into search.asked_word (day, word, shown, askers, from_age)
  select (now() at time zone 'Asia/Shanghai')::date - d, substr(c.title, 1, 2) || w, c.title || w, 1 + w % 9, case when w % 3 > 0 then 0 end
  from generate_series(0, 29) d cross join generate_series(1, $1::int) w
  join catalog.comic c on c.id = 1 + w % (select count(*) from catalog.comic)`;
