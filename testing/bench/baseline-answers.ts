import type pg from 'pg';
import { gradeOf, maskedTelephone } from '../../server/modules/account/account.ts';

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
type Stats = { views: number; subscribers: number; favorites: number };
type InLibrary = {
  subscribed: boolean;
  favorited: boolean;
  chapterId: number | null;
  page: number | null;
  offset: number | null;
  finished: number[];
};
type Reader = {
  id: number;
  username: string | null;
  nickname: string;
  telephone: string | null;
  hasPassword: boolean;
  gender: number;
  adult: boolean;
  teen: boolean;
  autoBuy: boolean;
  points: number;
  shareCode: string;
  expectsNews: boolean;
};

const DAY_MS = 24 * 3600 * 1000;
const SESSION = 'account.session s join account.reader r on r.id = s.reader_id';
const LIVE = 's.token_hash = $1 and s.expires_at > now()';
const CHAPTER = `c.id, c.no, c.title, c.price_coins as price, c.free_at as "freeAt", c.published_at as "publishedAt",
  c.page_count as "pageCount", c.thumb`;

async function select<Row>(pool: pg.Pool, name: string, text: string, values: unknown[]): Promise<Row[]> {
  return (await pool.query<Row & pg.QueryResultRow>({ name, text, values })).rows;
}

/** For a reader with nothing unread; the answer for others needs more than one row. */
export async function readUserInfo(pool: pg.Pool, token: string, tokenHash: Buffer): Promise<unknown> {
  const text = `select r.id, r.username, r.nickname, r.telephone, r.password_hash is not null as "hasPassword", r.gender,
    r.adult, r.teen_pin_hash is not null as teen, r.auto_buy as "autoBuy", r.growth_points as points, r.share_code as "shareCode",
    r.expects_news as "expectsNews"
    from ${SESSION} where ${LIVE} and r.banned_at is null`;
  const [reader] = await select<Reader>(pool, 'reader', text, [tokenHash]);
  if (!reader || reader.expectsNews) throw new Error('no session, or one that expects news');
  const balances = await select<{ asset: string; amount: number }>(
    pool,
    'balances',
    `select a.asset, sum(l.remaining)::int as amount
     from wallet.wallet w join wallet.account a on a.wallet_id = w.id join wallet.credit_lot l on l.account_id = a.id
     where w.reader_id = $1 and l.remaining > 0 and (l.expires_at is null or l.expires_at > now()) group by a.asset`,
    [reader.id],
  );
  const amountOf = (asset: string) => balances.find((each) => each.asset === asset)?.amount ?? 0;
  return {
    token,
    id: reader.id,
    username: reader.username,
    nickname: reader.nickname,
    avatar: null,
    telephone: reader.telephone && maskedTelephone(reader.telephone),
    registered: reader.hasPassword || reader.telephone !== null,
    hasPassword: reader.hasPassword,
    gender: reader.gender,
    adult: reader.adult,
    teen: reader.teen,
    grade: gradeOf(reader.points).grade,
    coins: amountOf('coin'),
    bonus: amountOf('bonus'),
    tickets: amountOf('ticket'),
    autoBuy: reader.autoBuy,
    shareCode: reader.shareCode,
    unread: { gift: 0, feedback: 0, updates: 0 },
  };
}

/**
 * The comic only for a live session, in one statement; its chapters in another, and what the reader keeps of it in a
 * third.
 */
export async function readComicInfo(pool: pg.Pool, id: number, tokenHash: Buffer): Promise<unknown> {
  const [[comic], chapters, [inLibrary]] = await Promise.all([
    select<Comic & Stats>(
      pool,
      'comic',
      `select c.id, c.title, c.code, c.authors, c.genres, c.description, c.status, c.weekdays, c.direction,
         c.age_rating as "ageRating", c.cover, c.wide, coalesce(k.views, 0) as views,
         coalesce(k.subscribers, 0) as subscribers, coalesce(k.favorites, 0) as favorites
       from catalog.comic c left join catalog.comic_stats k on k.comic_id = c.id, account.session s
       where c.id = $2 and c.online and ${LIVE}`,
      [tokenHash, id],
    ),
    select<Chapter>(
      pool,
      'chapters',
      `select ${CHAPTER} from catalog.chapter c where c.comic_id = $1 and c.published_at <= now() order by c.no`,
      [id],
    ),
    select<InLibrary>(
      pool,
      'inLibrary',
      `select e.subscribed_at is not null as subscribed, e.favorited_at is not null as favorited,
         e.chapter_id as "chapterId", p.page, p.page_offset as "offset",
         array(select chapter_id::float8 from reading.place
           where reader_id = e.reader_id and comic_id = e.comic_id and finished) as finished
       from account.session s join reading.entry e on e.reader_id = s.reader_id and e.comic_id = $2
       left join reading.place p on p.reader_id = e.reader_id and p.comic_id = e.comic_id and p.chapter_id = e.chapter_id
       where ${LIVE}`,
      [tokenHash, id],
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
    views: comic.views,
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
    stats: { views: comic.views, subscribers: comic.subscribers, favorites: comic.favorites },
    chapters: chapters.map((chapter) => item(chapter, now, inLibrary?.finished)),
    me: {
      subscribed: inLibrary?.subscribed ?? false,
      favorited: inLibrary?.favorited ?? false,
      last: lastIn(chapters, inLibrary),
    },
  };
}

function lastIn(chapters: Chapter[], inLibrary: InLibrary | undefined): unknown {
  const chapter = chapters.find(({ id }) => id === inLibrary?.chapterId);
  if (!chapter || !inLibrary) return null;
  const { page, offset, finished } = inLibrary;
  return { chapterId: chapter.id, no: chapter.no, page, offset, finished: finished.includes(chapter.id) };
}

/**
 * The chapter and its neighbours in one statement; the pages, only for a live session, in another; and the place, with the
 * neighbours that were read, in a third.
 */
export async function readComicRead(pool: pg.Pool, id: number, tokenHash: Buffer): Promise<unknown> {
  const [[page], chapters, places] = await Promise.all([
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
    select<{ chapterId: number; page: number; offset: number; finished: boolean }>(
      pool,
      'places',
      `with here as (select comic_id, no from catalog.chapter where id = $2)
       select p.chapter_id as "chapterId", p.page, p.page_offset as "offset", p.finished
       from account.session s cross join here
       join reading.place p on p.reader_id = s.reader_id and p.comic_id = here.comic_id
       join catalog.chapter c on c.id = p.chapter_id and c.no between here.no - 1 and here.no + 1
       where ${LIVE}`,
      [tokenHash, id],
    ),
  ]);
  const now = Date.now();
  const at = (place: number) => chapters.find((chapter) => chapter.place === place);
  const chapter = at(0);
  if (!page || !chapter || !isFree(chapter, now)) throw new Error('no such chapter');
  const [prev, next] = [at(-1), at(1)];
  const read = places.filter(({ finished }) => finished).map(({ chapterId }) => chapterId);
  const here = places.find(({ chapterId }) => chapterId === id);
  return {
    comic: { id: page.comicId, title: page.title, direction: page.direction },
    chapter: item(chapter, now, read),
    pages: page.pages.map(({ key, width, height, color }) => ({ url: `/img/${key}`, width, height, color })),
    prev: prev ? item(prev, now, read) : null,
    next: next ? item(next, now, read) : null,
    progress: here ? { page: here.page, offset: here.offset } : null,
  };
}

function image({ key, width, height, color, variants }: Stored): unknown {
  const shown = variants?.map((variant) => ({ url: `/img/${variant.key}`, width: variant.width }));
  return { url: `/img/${key}`, width, height, color, variants: shown };
}

function isFree(chapter: Chapter, now: number): boolean {
  return chapter.price === 0 || (chapter.freeAt !== null && chapter.freeAt.getTime() <= now);
}

function item(chapter: Chapter, now: number, finished: readonly number[] = []): unknown {
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
    read: finished.includes(chapter.id),
  };
}
