import type pg from 'pg';

const CHAPTERS = 20;

/**
 * Fills an empty database with that many comics and chapters, with fixed shares of every kind. By SQL alone: the image storage stays
 * empty.
 */
export async function fillListings(
  pool: pg.Pool,
  { comics, chapters = CHAPTERS, pages = 1 }: { comics: number; chapters?: number; pages?: number },
): Promise<void> {
  await pool.query('select setseed(0.5)');
  await pool.query(COMICS, [comics]);
  await pool.query(CHAPTERS_OF_ALL, [chapters, pages]);
  await pool.query(PROMOTIONS);
  await pool.query(PROMOTED);
  await pool.query(VIEWS);
  await pool.query(THEME);
  await pool.query('vacuum analyze');
}

/** Some genres have many comics, some few; one in twenty comics is for adults, three in ten are finished. */
const COMICS = `
  insert into catalog.comic (title, title_key, code, authors, genres, description, status, weekdays, age_rating, price_coins,
    store_key, cover, created_at, updated_at)
  select '第 ' || n || ' 部合成的漫画', 'synthetic ' || n, 's' || n, array['作者' || n % 997],
    (select array_agg(distinct '题材' || floor(40 * random() * random())) from generate_series(1, 1 + n % 3)),
    '为了测量而写的简介，长度与真的相仿。', case when n % 10 < 3 then 'complete' else 'serial' end,
    case when n % 4 = 0 then '{}' else array[1 + n % 7]::smallint[] end,
    case when n % 20 = 0 then '18' else 'all' end, case when n % 3 = 0 then 0 else 30 end,
    md5('comic ' || n),
    jsonb_build_object('key', 'comic/' || md5('comic ' || n) || '/' || md5('cover') || '.bin', 'width', 720, 'height', 960,
      'color', '#8a7f6e', 'variants', (select jsonb_agg(jsonb_build_object('width', width, 'key',
        'comic/' || md5('comic ' || n) || '/' || md5('cover' || width) || '.bin')) from unnest('{240,480,720}'::int[]) width)),
    now() - (130 + 700 * random()) * interval '1 day', now()
  from generate_series(1, $1::int) n`;

/** A chapter a week; the last chapters of some comics are not published yet, or not free yet. */
const CHAPTERS_OF_ALL = `
  insert into catalog.chapter (comic_id, no, title, price_coins, free_at, published_at, page_count, preview, guarded,
    store_key, pages, source_sha256, source_name, recipe, created_at, updated_at)
  select c.id, no, '第' || no || '话 潮水退去以后', price, case when price > 0 and c.id % 5 = 0 then out + interval '60 days' end,
    out, $2, picture, price > 0, md5(c.id || ' ' || no),
    (select jsonb_agg(picture || jsonb_build_object('source', page || '.jpg')) from generate_series(1, $2::int) page),
    sha256(convert_to(c.id || ' ' || no, 'UTF8')), no || '.cbz', 1, now(), now()
  from catalog.comic c cross join generate_series(1, $1::int) no
  cross join lateral (select c.created_at + (no - 1) * interval '1 week' as out,
    case when no <= 3 then 0 else c.price_coins end as price,
    jsonb_build_object('key', 'comic/' || md5(c.id || ' ' || no) || '/' || md5('page') || '.bin', 'width', 800, 'height', 1200,
      'color', '#8a7f6e') as picture) made`;

/** Ten run, one of them at 0 percent, and ten are to come. */
const PROMOTIONS = `
  insert into catalog.promotion (key, title, percent, starts_at, ends_at)
  select 'synthetic ' || n, '限时优惠 ' || n, 8 * (n % 10), now() + (n / 11 - 0.5) * interval '2 days',
    now() + (n / 11 + 0.5) * interval '2 days' from generate_series(1, 20) n`;

const PROMOTED = `
  insert into catalog.promotion_comic (promotion_id, comic_id, position, percent, starts_at, ends_at)
  select p.id, c.id, c.id, p.percent, p.starts_at, p.ends_at
  from catalog.promotion p join catalog.comic c on c.id <= 200 and c.id % 10 = p.id % 10`;

const VIEWS = `
  insert into reading.comic_day (day, comic_id, views)
  select (now() at time zone 'Asia/Shanghai')::date - d, id, floor(1000 * random() * random())
  from catalog.comic cross join generate_series(0, 6) d`;

const THEME = `
  insert into editorial.part (name, body, updated_at)
  select 'themes', jsonb_build_array(jsonb_build_object('id', 1, 'title', '专题', 'description', '', 'image', null,
    'comics', (select jsonb_agg(id) from catalog.comic where id % 17 = 0 and id <= 850), 'start', null, 'end', null)), now()`;
