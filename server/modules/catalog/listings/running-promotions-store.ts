import { type Db, rows, statement } from '../../../core/db/db.ts';
import type { AgeLimit } from '../comics/audience.ts';
import { forEachLimit, shown } from '../comics/visibility.ts';
import type { PromotionRecord } from '../pricing/promotion-store.ts';

/** A running promotion, with those of its comics that readers can see. */
export type RunningRow = Omit<PromotionRecord, 'key'> & { id: number; positions: number[] };

/** A comic of a promotion, and its place there: comics may share a position, and are by id then. */
export type PlacedComic = { id: number; position: number };

const RUNNING = forEachLimit((limit) =>
  statement<RunningRow, [now: Date, size: number, mostPercent: number]>(
    `catalog.promotions-running-${limit}`,
    `select p.id, p.title, p.percent, p.starts_at as "startsAt", p.ends_at as "endsAt",
       jsonb_agg(o.comic_id order by o.position, o.comic_id) as "comicIds",
       jsonb_agg(o.position order by o.position, o.comic_id) as positions
     from catalog.promotion p cross join lateral (
       select o.comic_id, o.position from catalog.promotion_comic o join catalog.comic c on c.id = o.comic_id
       where o.promotion_id = p.id and ${shown(limit)} order by o.position, o.comic_id limit $2
     ) o where p.starts_at <= $1 and p.ends_at > $1 and p.percent <= $3 group by p.id order by p.ends_at, p.id`,
  ),
);

const OF_ONE = forEachLimit((limit) =>
  statement<PlacedComic, [now: Date, promotionId: number, position: number, comicId: number, size: number]>(
    `catalog.comics-of-promotion-${limit}`,
    `select o.comic_id as id, o.position
     from catalog.promotion p join catalog.promotion_comic o on o.promotion_id = p.id join catalog.comic c on c.id = o.comic_id
     where p.id = $2 and p.starts_at <= $1 and p.ends_at > $1 and (o.position, o.comic_id) > ($3, $4) and ${shown(limit)}
     order by o.position, o.comic_id limit $5`,
  ),
);

/**
 * The promotions of this moment that leave at most this percentage of the price, those that end soonest first, each with the
 * first `size` of its comics that are to be seen.
 */
export function listRunning(
  db: Db,
  now: Date,
  { ageLimit, most, size }: { ageLimit: AgeLimit; most: number; size: number },
): Promise<RunningRow[]> {
  return rows(db, RUNNING[ageLimit], [now, size, most]);
}

/** The comics of a promotion that runs and that are to be seen, after one of them; from the first on without it. */
export function listOfPromotion(
  db: Db,
  now: Date,
  { id, after, ageLimit, size }: { id: number; after: PlacedComic | null; ageLimit: AgeLimit; size: number },
): Promise<PlacedComic[]> {
  return rows(db, OF_ONE[ageLimit], [now, id, after?.position ?? -1, after?.id ?? 0, size]);
}
