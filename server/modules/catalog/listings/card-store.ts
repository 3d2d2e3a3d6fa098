import { type Db, rows, statement } from '../../../core/db/db.ts';
import { type Audience, ageLimit } from '../comics/audience.ts';
import type { ComicRow } from '../comics/comic-store.ts';
import { FACTS_CURRENT, FACTS_OUTDATED, forEachLimit, shown } from '../comics/visibility.ts';
import type { StoredCover } from '../pictures/stored-images.ts';

/** The fields of a comic that a listing shows. */
export type CardRow = Pick<ComicRow, 'id' | 'title' | 'authors' | 'genres' | 'status' | 'weekdays' | 'ageRating'> & {
  cover: StoredCover;
  latestId: number;
  latestNo: number;
  latestTitle: string;
  latestAt: Date;
  firstAt: Date;
  allFree: boolean;
  views: number;
  waitHours: number;
  /** Both null while no promotion is on. */
  salePercent: number | null;
  saleEndsAt: Date | null;
};

/** `picked (id)` are the comics to show: the fields of a card are read only for them. `ofChapters`: which may be the latest. */
const cards = (ofChapters: string) => `
  select c.id, c.title, c.authors, c.genres, c.status, c.weekdays, c.age_rating as "ageRating", c.cover, c.wait_hours as "waitHours",
    l.id as "latestId", l.no as "latestNo", l.title as "latestTitle", l.published_at as "latestAt",
    coalesce(s.first_at, l.published_at) as "firstAt", s.all_free as "allFree",
    coalesce(k.views, 0) as views, o.percent as "salePercent", o.ends_at as "saleEndsAt"
  from picked p
  join catalog.comic c on c.id = p.id
  left join catalog.comic_stats k on k.comic_id = c.id
  left join catalog.promotion_comic o on o.comic_id = c.id and o.starts_at <= $1 and o.ends_at > $1
  cross join lateral (
    select id, no, title, published_at from catalog.chapter
    where comic_id = c.id ${ofChapters} and published_at <= $1 order by no desc limit 1
  ) l
  cross join lateral (
    select c.first_at, c.all_free where ${FACTS_CURRENT}
    union all
    select f.first_at, f.all_free from catalog.comic_facts(c.id, $1) f where ${FACTS_OUTDATED}
  ) s`;

const OF_IDS = forEachLimit((limit) =>
  statement<CardRow, [now: Date, ids: readonly number[]]>(
    `catalog.cards-of-ids-${limit}`,
    `with picked as (
      select id, place from unnest($2::bigint[]) with ordinality given (id, place)
    ) ${cards('and online')} where ${shown(limit)} order by p.place`,
  ),
);

/** Only for readers who own chapters of them. */
const OFFLINE = statement<CardRow, [now: Date, ids: readonly number[], age: number]>(
  'catalog.cards-offline',
  `with picked as (
    select unnest($2::bigint[]) as id
  ) ${cards('')} where not (c.online and s.first_at is not null) and c.cover is not null
    and catalog.from_age(c.age_rating) <= $3`,
);

const DESCRIPTIONS = statement<{ id: number; description: string }, [ids: readonly number[], most: number]>(
  'catalog.descriptions-of-ids',
  `select id, left(description, $2) as description from catalog.comic where id = any($1::bigint[]) and description <> ''`,
);

/** The beginnings of the descriptions of these comics. Comics without a description are left out. */
export async function beginningsOf(db: Db, ids: readonly number[], most: number): Promise<Map<number, string>> {
  return new Map((await rows(db, DESCRIPTIONS, [ids, most])).map(({ id, description }) => [id, description]));
}

const WIDE_PICTURES = statement<{ id: number; wide: StoredCover }, [ids: readonly number[]]>(
  'catalog.wide-pictures-of-ids',
  'select id, wide from catalog.comic where id = any($1::bigint[]) and wide is not null',
);

/** The wide pictures of these comics. Comics without one are left out. */
export async function listWidePictures(db: Db, ids: readonly number[]): Promise<Map<number, StoredCover>> {
  return new Map((await rows(db, WIDE_PICTURES, [ids])).map(({ id, wide }) => [id, wide]));
}

/** These comics in this order, without those that this audience cannot see. */
export function listOfIds(db: Db, now: Date, ids: readonly number[], audience: Audience): Promise<CardRow[]> {
  return rows(db, OF_IDS[ageLimit(audience)], [now, ids]);
}

/** The comics among these that are offline, by themselves or with all of their chapters, in no order. */
export function listOffline(db: Db, now: Date, ids: readonly number[], audience: Audience): Promise<CardRow[]> {
  return rows(db, OFFLINE, [now, ids, ageLimit(audience)]);
}
