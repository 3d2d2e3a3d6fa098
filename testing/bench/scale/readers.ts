import type pg from 'pg';

/** Readers in one statement, which then needs some hundred megabytes at most. */
const AT_ONCE = 50_000;
const CHAPTERS = 20;
/** The size of the largest library; its reader has read all chapters. */
const MOST_KEPT = 5_000;

/**
 * Inserts readers with sessions and libraries: one to seven comics each, popular ones more often, with positions in one to four
 * chapters of each. Reader 1 has positions in 100,000 chapters. In replication mode: without triggers and foreign keys.
 */
export async function fillReaders(
  pool: pg.Pool,
  { readers, comics }: { readers: number; comics: number },
  report: (text: string) => void,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query('set synchronous_commit = off');
    await client.query('select setseed(0.5)');
    for (let from = 1; from <= readers; from += AT_ONCE) {
      const range = [from, Math.min(readers, from + AT_ONCE - 1)];
      await client.query(READERS, range);
      await client.query(SESSIONS, range);
      await client.query(LIBRARIES, range);
      await client.query(ENTRIES, [...range, comics]);
      await client.query(PLACES, [...range, CHAPTERS]);
      report(`${range[1]} readers`);
    }
    await client.query(LARGEST, [Math.min(MOST_KEPT, Math.ceil(comics / 4))]);
    await client.query(LARGEST_PLACES);
    for (const [sql, ...values] of COUNTED) await client.query(sql, values);
    await client.query(`select setval(pg_get_serial_sequence('account.reader', 'id'), $1)`, [readers]);
  } finally {
    // Closes the connection, whose triggers are off.
    client.release(true);
  }
}

/** The token of a reader. */
export function tokenOf(reader: number): string {
  return `r${String(reader).padStart(42, '0')}`;
}

const READERS = `
  insert into account.reader (id, nickname, domain, created_at, seen_at, has_read, expects_news) overriding system value
  select n, '书友' || n, 'bench', now() - interval '90 days', now(), true, n % 2 = 0 from generate_series($1::int, $2::int) n`;

const SESSIONS = `
  insert into account.session (token_hash, reader_id, created_at, seen_at, expires_at)
  select sha256(convert_to('r' || lpad(n::text, 42, '0'), 'UTF8')), n, now() - interval '90 days', now(),
    now() + interval '170 days'
  from generate_series($1::int, $2::int) n`;

const LIBRARIES = `
  insert into reading.library (reader_id, news_at, counts) select n, now(), n % 10 > 0 from generate_series($1::int, $2::int) n`;

const ENTRY = `insert into reading.entry (reader_id, comic_id, subscribed_at, favorited_at, favorite_counts, read_at, chapter_id,
    seen_at, latest_at, age)`;

const ENTRIES = `${ENTRY}
  select distinct on (reader, c.id) reader, c.id, case when place % 3 = 0 then at end, case when place % 4 = 0 then at end,
    place % 4 = 0, at, h.id, c.latest_at - case when place % 5 = 0 then interval '10 days' else interval '0' end, c.latest_at,
    case c.age_rating when 'all' then 0 else c.age_rating::int end
  from (select reader, place, 1 + floor($3::int * random() * random())::int as picked,
      now() - random() * interval '90 days' as at
    from generate_series($1::int, $2::int) reader cross join lateral generate_series(1, 1 + reader % 7) place) chosen
  join catalog.comic c on c.id = picked and c.latest_at is not null
  join catalog.chapter h on h.comic_id = c.id and h.no = 1 + (reader + c.id) % 4`;

const PLACES = `
  insert into reading.place (reader_id, comic_id, chapter_id, page, page_offset, at, finished)
  select e.reader_id, e.comic_id, h.id, 3, 0.5, e.read_at - (1 + (e.reader_id + e.comic_id) % 4 - h.no) * interval '10 minutes',
    h.id <> e.chapter_id
  from reading.entry e join catalog.chapter h on h.comic_id = e.comic_id and h.no <= least($3::int, 1 + (e.reader_id + e.comic_id) % 4)
  where e.reader_id between $1 and $2 order by 1, 2, 3`;

const LARGEST = `${ENTRY}
  select 1, c.id, case when c.id % 2 = 0 then at end, case when c.id % 2 = 1 then at end, true, at, h.id, c.latest_at, c.latest_at, 0
  from catalog.comic c join catalog.chapter h on h.comic_id = c.id and h.no = 20
  cross join lateral (select now() - c.id * interval '1 minute' as at) made
  where c.id <= $1 + $1 / 10 and c.latest_at is not null and c.age_rating = 'all' on conflict do nothing`;

const LARGEST_PLACES = `
  insert into reading.place (reader_id, comic_id, chapter_id, page, page_offset, at, finished)
  select 1, e.comic_id, h.id, 3, 0.5, e.read_at, true
  from reading.entry e join catalog.chapter h on h.comic_id = e.comic_id where e.reader_id = 1 on conflict do nothing`;

/** Statistics. The views of the last week are inserted with the comics. */
const COUNTED: readonly (readonly [sql: string, ...values: unknown[]])[] = [
  [
    `insert into reading.comic_day (day, comic_id, views)
    select (now() at time zone 'Asia/Shanghai')::date - d, id, floor(10 * random() * random())
    from generate_series(7, 364) d cross join catalog.comic on conflict do nothing`,
  ],
  [
    `insert into reading.view (day, chapter_id, reader_id, comic_id)
    select (now() at time zone 'Asia/Shanghai')::date - (reader_id % 2)::int, chapter_id, reader_id, comic_id from reading.place
    where reader_id % 10 < 2 and reader_id > 1`,
  ],
  [
    `insert into catalog.comic_stats as kept (comic_id, views, subscribers, favorites)
    select c.id, coalesce(d.views, 0), coalesce(e.subscribers, 0), coalesce(e.favorites, 0) from catalog.comic c
    left join (select comic_id, sum(views) as views from reading.comic_day group by 1) d on d.comic_id = c.id
    left join (select comic_id, count(subscribed_at) as subscribers, count(favorited_at) as favorites
      from reading.entry group by 1) e on e.comic_id = c.id`,
  ],
];
