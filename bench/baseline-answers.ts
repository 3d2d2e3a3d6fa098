import type pg from 'pg';

/** The smallest named SELECTs that hold the answers, and the answers made of them. */

type Stored = {
  key: string;
  width: number;
  height: number;
  color: string;
  variants?: { key: string; width: number }[];
};
type Chapter = {
  id: number;
  no: number;
  title: string;
  price: number;
  freeAt: Date | null;
  publishedAt: Date;
  pageCount: number;
  thumb: Stored | null;
};
type Comic = {
  id: number;
  title: string;
  code: string;
  authors: string[];
  genres: string[];
  description: string;
  status: string;
  weekdays: number[];
  direction: string;
  ageRating: string;
  cover: Stored;
  wide: Stored | null;
};
type Reader = { id: number; nickname: string; gender: number; adult: boolean };

const DAY_MS = 24 * 3600 * 1000;
const SESSION = 'account.session s join account.reader r on r.id = s.reader_id';
const LIVE = 's.token_hash = $1 and s.expires_at > now()';
const CHAPTER = `c.id, c.no, c.title, c.price_coins as price, c.free_at as "freeAt", c.published_at as "publishedAt",
  c.page_count as "pageCount", c.thumb`;

async function select<Row>(pool: pg.Pool, name: string, text: string, values: unknown[]): Promise<Row[]> {
  return (await pool.query<Row & pg.QueryResultRow>({ name, text, values })).rows;
}

export async function readUserInfo(pool: pg.Pool, token: string, tokenHash: Buffer): Promise<unknown> {
  const text = `select r.id, r.nickname, r.gender, r.adult from ${SESSION} where ${LIVE}`;
  const [reader] = await select<Reader>(pool, 'reader', text, [tokenHash]);
  if (!reader) throw new Error('no session');
  return {
    token,
    id: reader.id,
    username: null,
    nickname: reader.nickname,
    avatar: null,
    telephone: null,
    registered: false,
    hasPassword: false,
    gender: reader.gender,
    adult: reader.adult,
    teen: false,
    grade: { level: 0, name: '新读者', icon: 'grade-0' },
    coins: 0,
    bonus: 0,
    tickets: 0,
    autoBuy: false,
    unread: { gift: 0, feedback: 0, updates: 0 },
  };
}

/** The comic only for a live session, in one statement; its chapters in another. */
export async function readComicInfo(pool: pg.Pool, id: number, tokenHash: Buffer): Promise<unknown> {
  const [[comic], chapters] = await Promise.all([
    select<Comic>(
      pool,
      'comic',
      `select c.id, c.title, c.code, c.authors, c.genres, c.description, c.status, c.weekdays, c.direction,
         c.age_rating as "ageRating", c.cover, c.wide
       from catalog.comic c, account.session s where c.id = $2 and c.online and ${LIVE}`,
      [tokenHash, id],
    ),
    select<Chapter>(
      pool,
      'chapters',
      `select ${CHAPTER} from catalog.chapter c where c.comic_id = $1 and c.published_at <= now() order by c.no`,
      [id],
    ),
  ]);
  const latest = chapters.at(-1);
  if (!comic || !latest) throw new Error('no comic');
  const now = Date.now();
  const first = Math.min(...chapters.map((chapter) => chapter.publishedAt.getTime()));
  return {
    id: comic.id,
    title: comic.title,
    cover: image(comic.cover),
    authors: comic.authors,
    genres: comic.genres,
    status: comic.status,
    weekdays: comic.weekdays,
    latest: { id: latest.id, no: latest.no, title: latest.title, publishedAt: latest.publishedAt.toISOString() },
    views: 0,
    flags: {
      new: now - first < 14 * DAY_MS,
      up: now - latest.publishedAt.getTime() < DAY_MS,
      free: chapters.every((chapter) => isFree(chapter, now)),
    },
    sale: null,
    code: comic.code,
    description: comic.description,
    direction: comic.direction,
    wide: comic.wide && image(comic.wide),
    ageRating: comic.ageRating,
    stats: { views: 0, subscribers: 0, favorites: 0 },
    chapters: chapters.map((chapter) => item(chapter, now)),
    me: { subscribed: false, favorited: false, last: null },
  };
}

/** The chapter and its neighbours in one statement; the pages, only for a live session, in another. */
export async function readComicRead(pool: pg.Pool, id: number, tokenHash: Buffer): Promise<unknown> {
  const [[page], chapters] = await Promise.all([
    select<{ comicId: number; title: string; direction: string; pages: Stored[] }>(
      pool,
      'pages',
      `select m.id as "comicId", m.title, m.direction, c.pages
       from catalog.chapter c join catalog.comic m on m.id = c.comic_id, account.session s
       where c.id = $2 and m.online and ${LIVE}`,
      [tokenHash, id],
    ),
    select<Chapter & { place: number }>(
      pool,
      'neighbours',
      `with here as (select comic_id, no from catalog.chapter where id = $1)
       (select -1 as place, ${CHAPTER} from catalog.chapter c, here
          where c.comic_id = here.comic_id and c.no < here.no and c.published_at <= now() order by c.no desc limit 1)
       union all (select 0, ${CHAPTER} from catalog.chapter c where c.id = $1 and c.published_at <= now())
       union all (select 1, ${CHAPTER} from catalog.chapter c, here
          where c.comic_id = here.comic_id and c.no > here.no and c.published_at <= now() order by c.no limit 1)`,
      [id],
    ),
  ]);
  const now = Date.now();
  const at = (place: number) => chapters.find((chapter) => chapter.place === place);
  const chapter = at(0);
  if (!page || !chapter || !isFree(chapter, now)) throw new Error('no such chapter');
  const [prev, next] = [at(-1), at(1)];
  return {
    comic: { id: page.comicId, title: page.title, direction: page.direction },
    chapter: item(chapter, now),
    pages: page.pages.map(({ key, width, height, color }) => ({ url: `/img/${key}`, width, height, color })),
    prev: prev ? item(prev, now) : null,
    next: next ? item(next, now) : null,
    progress: null,
  };
}

function image({ key, width, height, color, variants }: Stored): unknown {
  const shown = variants?.map((variant) => ({ url: `/img/${variant.key}`, width: variant.width }));
  return { url: `/img/${key}`, width, height, color, variants: shown };
}

function isFree(chapter: Chapter, now: number): boolean {
  return chapter.price === 0 || (chapter.freeAt !== null && chapter.freeAt.getTime() <= now);
}

function item(chapter: Chapter, now: number): unknown {
  const free = isFree(chapter, now);
  return {
    id: chapter.id,
    no: chapter.no,
    title: chapter.title,
    thumb: chapter.thumb && image(chapter.thumb),
    publishedAt: chapter.publishedAt.toISOString(),
    pages: chapter.pageCount,
    price: chapter.price,
    salePrice: free ? 0 : chapter.price,
    access: free ? 'free' : 'locked',
    freeAt: chapter.freeAt?.toISOString() ?? null,
    read: false,
  };
}
