import { type Db, rows, statement } from '../../../core/db.ts';
import { shown } from '../comics/visibility.ts';
import type { PromotionRecord } from '../pricing/promotion-store.ts';

/** A running promotion, with those of its comics that readers can see. */
export type RunningRow = Omit<PromotionRecord, 'key'> & { id: number; positions: number[] };

/** A comic of a promotion, and its place there: comics may share a position, and are by id then. */
export type PlacedComic = { id: number; position: number };

const RUNNING = running(false, 'catalog.promotions-running');
const RUNNING_ADULT = running(true, 'catalog.promotions-running-adult');

function running(adult: boolean, name: string) {
  return statement<RunningRow, [now: Date, size: number, mostPercent: number]>(
    name,
    `select p.id, p.title, p.percent, p.starts_at as "startsAt", p.ends_at as "endsAt",
       jsonb_agg(o.comic_id order by o.position, o.comic_id) as "comicIds",
       jsonb_agg(o.position order by o.position, o.comic_id) as positions
     from catalog.promotion p cross join lateral (
       select o.comic_id, o.position from catalog.promotion_comic o join catalog.comic c on c.id = o.comic_id
       where o.promotion_id = p.id and ${shown(adult)} order by o.position, o.comic_id limit $2
     ) o where p.starts_at <= $1 and p.ends_at > $1 and p.percent <= $3 group by p.id order by p.ends_at, p.id`,
  );
}

const OF_ONE = ofOne(false, 'catalog.comics-of-promotion');
const OF_ONE_ADULT = ofOne(true, 'catalog.comics-of-promotion-adult');

function ofOne(adult: boolean, name: string) {
  return statement<PlacedComic, [now: Date, promotionId: number, position: number, comicId: number, size: number]>(
    name,
    `select o.comic_id as id, o.position
     from catalog.promotion p join catalog.promotion_comic o on o.promotion_id = p.id join catalog.comic c on c.id = o.comic_id
     where p.id = $2 and p.starts_at <= $1 and p.ends_at > $1 and (o.position, o.comic_id) > ($3, $4) and ${shown(adult)}
     order by o.position, o.comic_id limit $5`,
  );
}

/**
 * The promotions of this moment that leave at most so many percent of the price, those that end soonest first, each with the
 * first `size` of its comics that are to be seen.
 */
export function listRunning(
  db: Db,
  now: Date,
  { adult, most, size }: { adult: boolean; most: number; size: number },
): Promise<RunningRow[]> {
  return rows(db, adult ? RUNNING_ADULT : RUNNING, [now, size, most]);
}

/** The comics of a promotion that runs and that are to be seen, after one of them; from the first on without it. */
export function listOfPromotion(
  db: Db,
  now: Date,
  { id, after, adult, size }: { id: number; after: PlacedComic | null; adult: boolean; size: number },
): Promise<PlacedComic[]> {
  return rows(db, adult ? OF_ONE_ADULT : OF_ONE, [now, id, after?.position ?? -1, after?.id ?? 0, size]);
}
