import type pg from 'pg';

/**
 * Fills a reader's library with this many comics: half subscribed, half favourited, most of them read, one in five with unread
 * chapters.
 */
export async function fillLibrary(pool: pg.Pool, readerId: number, entries: number): Promise<void> {
  await pool.query('insert into reading.library (reader_id, news_at) values ($1, now())', [readerId]);
  await pool.query(`update catalog.comic_news set news_at = now() - interval '1 day'`);
  await pool.query(ENTRIES, [readerId, entries]);
  await pool.query(PLACES, [readerId]);
}

const ENTRIES = `
  insert into reading.entry (reader_id, comic_id, subscribed_at, favorited_at, read_at, chapter_id, seen_at, latest_at, age)
  select $1, c.id, case when c.id % 2 = 0 then at end, case when c.id % 2 = 1 then at end,
    case when c.id % 3 > 0 then at + interval '1 hour' end, case when c.id % 3 > 0 then h.id end,
    c.latest_at - case when c.id % 5 = 0 then interval '10 days' else interval '0' end, c.latest_at, 0
  from (select *, row_number() over (order by md5(id::text)) as place from catalog.comic
    where online and age_rating = 'all' and latest_at is not null) c
  join catalog.chapter h on h.comic_id = c.id and h.no = 2
  cross join lateral (select now() - (c.id % 1000 + 1) * interval '7 hours' as at) made
  where place <= $2`;

const PLACES = `
  insert into reading.place (reader_id, comic_id, chapter_id, page, page_offset, at, finished)
  select reader_id, comic_id, chapter_id, 0, 0.5, read_at, false from reading.entry
  where reader_id = $1 and chapter_id is not null`;
